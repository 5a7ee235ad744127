import { ActionIcon, Button, Group, Menu, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type StepKey, stepKinds } from '@parley/definition'
import { IconArrowBackUp, IconArrowForwardUp, IconPlus, IconSparkles, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { strings } from '#i18n/flow.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { Findings } from '../../../components/Findings.tsx'
import type { OpenPlaybook } from '../edit/usePlaybook.ts'
import { GenerateFlowDialog } from './generate/GenerateFlowDialog.tsx'
import { filterFlowLevelFindings } from './model/flow-draft.ts'
import { findPlaceForStep } from './model/graph-edits.ts'
import { stepAppearance } from './step-appearance.tsx'
import type { FlowEditorState } from './useFlowEditor.ts'

const { flow: texts } = strings

export function FlowToolbar({ studio, open }: { studio: FlowEditorState; open: OpenPlaybook }) {
  const { document, findings, readOnly } = studio
  const whole = filterFlowLevelFindings(findings).filter(({ path }) => !path.startsWith('flow.slots'))
  return (
    <>
      {!readOnly && (
        <Group role="toolbar" aria-label={texts.toolbar} gap="xs">
          <AddStep studio={studio} />
          <ToolbarButton label={texts.undo} act={document.undo}>
            <IconArrowBackUp size={18} aria-hidden />
          </ToolbarButton>
          <ToolbarButton label={texts.redo} act={document.redo}>
            <IconArrowForwardUp size={18} aria-hidden />
          </ToolbarButton>
          <GenerateButton open={open} />
          <ClearButton open={open} />
          <Text size="sm" className="quiet" visibleFrom="md">
            {texts.help}
          </Text>
        </Group>
      )}
      {whole.length > 0 && <Findings findings={whole} path="flow" />}
    </>
  )
}

export function AddStep({ studio, after }: { studio: FlowEditorState; after?: string }) {
  return (
    <StepKindMenu choose={(kind) => studio.add(kind, after)}>
      <Button
        size={after ? 'xs' : 'sm'}
        variant={after ? 'default' : undefined}
        leftSection={<IconPlus size={16} aria-hidden />}
        title={after ? undefined : describePlace(studio)}
      >
        {after ? texts.addBelow : texts.add}
      </Button>
    </StepKindMenu>
  )
}

function describePlace({ document: { graph }, selected }: FlowEditorState): string {
  const place = findPlaceForStep(graph, selected)
  return place === undefined ? texts.addHintFirst : texts.addHint(graph.nodes.findIndex(({ key }) => key === place) + 1)
}

/** The kinds of steps, with what they do; the child opens the menu. */
export function StepKindMenu({ choose, children }: { choose: (kind: StepKey) => void; children: ReactNode }) {
  return (
    <Menu position="bottom-start" width={280} withinPortal hideDetached={false}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {stepKinds.map(({ key }) => {
          const { icon: Icon, color } = stepAppearance[key]
          return (
            <Menu.Item
              key={key}
              leftSection={<Icon size={18} aria-hidden color={`var(--mantine-color-${color}-filled)`} />}
              onClick={() => choose(key)}
            >
              <Text size="sm" fw={500}>
                {texts.kinds[key]}
              </Text>
              <Text size="xs" className="quiet">
                {texts.kindTexts[key]}
              </Text>
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}

function ToolbarButton({
  label,
  act,
  children,
}: {
  label: string
  act: (() => void) | undefined
  children: ReactNode
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={36} aria-label={label} onClick={act} disabled={!act}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

function GenerateButton({ open }: { open: OpenPlaybook }) {
  const [generating, generate] = useDisclosure()
  return (
    <>
      <Button variant="default" leftSection={<IconSparkles size={16} aria-hidden />} onClick={generate.open}>
        {texts.generate}
      </Button>
      {generating && <GenerateFlowDialog open={open} close={generate.close} />}
    </>
  )
}

function ClearButton({ open }: { open: OpenPlaybook }) {
  const clear = async () => {
    const sure = await askConfirmation({
      title: texts.clearTitle,
      text: texts.clearText,
      ok: texts.clear,
      danger: true,
    })
    if (sure) open.editor.form.setValues({ flow: null, brokenFlow: null })
  }
  return (
    <ToolbarButton label={texts.clear} act={clear}>
      <IconTrash size={18} aria-hidden />
    </ToolbarButton>
  )
}
