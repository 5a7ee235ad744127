import { ActionIcon, Button, Group, Menu, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { stepKinds } from '@parley/definition'
import { IconArrowBackUp, IconArrowForwardUp, IconPlus, IconSparkles, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { words } from '#words/playbooks.ts'
import { confirm } from '../../../parts/confirm.tsx'
import { Findings } from '../../../parts/Findings.tsx'
import type { OpenPlaybook } from '../edit/usePlaybook.ts'
import { Generate } from './generate/Generate.tsx'
import { looks } from './kinds.tsx'
import { findingsOfWhole } from './model/lint.ts'
import type { Studio } from './useStudio.ts'

const { flow: said } = words

export function FlowToolbar({ studio, open }: { studio: Studio; open: OpenPlaybook }) {
  const { document, findings, readOnly } = studio
  const whole = findingsOfWhole(findings).filter(({ path }) => !path.startsWith('flow.slots'))
  return (
    <>
      {!readOnly && (
        <Group role="toolbar" aria-label={said.toolbar} gap="xs">
          <AddStep studio={studio} />
          <Tool label={said.undo} act={document.undo}>
            <IconArrowBackUp size={18} aria-hidden />
          </Tool>
          <Tool label={said.redo} act={document.redo}>
            <IconArrowForwardUp size={18} aria-hidden />
          </Tool>
          <GenerateButton open={open} />
          <ClearButton open={open} />
          <Text size="sm" className="quiet" visibleFrom="md">
            {said.help}
          </Text>
        </Group>
      )}
      {whole.length > 0 && <Findings findings={whole} path="flow" />}
    </>
  )
}

export function AddStep({ studio, after }: { studio: Studio; after?: string }) {
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button
          size={after ? 'xs' : 'sm'}
          variant={after ? 'default' : undefined}
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          {after ? said.addBelow : said.add}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {stepKinds.map(({ key }) => {
          const { icon: Icon, color } = looks[key]
          return (
            <Menu.Item
              key={key}
              leftSection={<Icon size={18} aria-hidden color={`var(--mantine-color-${color}-filled)`} />}
              onClick={() => studio.add(key, after)}
            >
              <Text size="sm" fw={500}>
                {said.kinds[key]}
              </Text>
              <Text size="xs" className="quiet">
                {said.kindTexts[key]}
              </Text>
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}

function Tool({ label, act, children }: { label: string; act: (() => void) | undefined; children: ReactNode }) {
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
        {said.generate}
      </Button>
      {generating && <Generate open={open} close={generate.close} />}
    </>
  )
}

function ClearButton({ open }: { open: OpenPlaybook }) {
  const clear = async () => {
    const sure = await confirm({ title: said.clearTitle, text: said.clearText, ok: said.clear, danger: true })
    if (sure) open.editor.form.setValues({ flow: null, brokenFlow: null })
  }
  return (
    <Tool label={said.clear} act={clear}>
      <IconTrash size={18} aria-hidden />
    </Tool>
  )
}
