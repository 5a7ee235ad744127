import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconRoute, IconSparkles } from '@tabler/icons-react'
import { strings } from '#i18n/flow.ts'
import { EmptyState } from '../../../components/PageStates.tsx'
import type { OpenPlaybook } from '../edit/usePlaybook.ts'
import { FlowEditor } from './FlowEditor.tsx'
import { GenerateFlowDialog } from './generate/GenerateFlowDialog.tsx'

const { flow: texts } = strings

/** The flow of a playbook, or ways to create one. */
export function FlowWorkspace({ open }: { open: OpenPlaybook }) {
  const { flow } = open.editor.form.values
  return flow === null ? <NoFlow open={open} /> : <FlowEditor open={open} flow={flow} />
}

function NoFlow({ open }: { open: OpenPlaybook }) {
  const { form, readOnly } = open.editor
  const [generating, generate] = useDisclosure()
  const begin = () =>
    form.setFieldValue('flow', {
      id: 'main',
      slots: [],
      steps: [{ say: texts.firstWords }, { end: { outcome: texts.firstOutcome } }],
    })
  const actions = (
    <Group justify="center">
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={begin}>
        {texts.begin}
      </Button>
      <Button variant="default" leftSection={<IconSparkles size={16} aria-hidden />} onClick={generate.open}>
        {texts.generate}
      </Button>
    </Group>
  )
  return (
    <>
      <EmptyState icon={IconRoute} title={texts.emptyTitle} text={texts.emptyText} action={!readOnly && actions} />
      {generating && <GenerateFlowDialog open={open} close={generate.close} />}
    </>
  )
}
