import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconRoute, IconSparkles } from '@tabler/icons-react'
import { words } from '#words/playbooks.ts'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import type { OpenPlaybook } from '../edit/usePlaybook.ts'
import { FlowStudio } from './FlowStudio.tsx'
import { Generate } from './generate/Generate.tsx'

const { flow: said } = words

/** The flow of a playbook, or how to come by one. */
export function FlowWorkspace({ open }: { open: OpenPlaybook }) {
  const { flow } = open.editor.form.values
  return flow === null ? <NoFlow open={open} /> : <FlowStudio open={open} flow={flow} />
}

function NoFlow({ open }: { open: OpenPlaybook }) {
  const { form, readOnly } = open.editor
  const [generating, generate] = useDisclosure()
  const begin = () =>
    form.setFieldValue('flow', {
      id: 'main',
      slots: [],
      steps: [{ say: said.firstWords }, { end: { outcome: said.firstOutcome } }],
    })
  const actions = (
    <Group justify="center">
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={begin}>
        {said.begin}
      </Button>
      <Button variant="default" leftSection={<IconSparkles size={16} aria-hidden />} onClick={generate.open}>
        {said.generate}
      </Button>
    </Group>
  )
  return (
    <>
      <EmptyState icon={IconRoute} title={said.emptyTitle} text={said.emptyText} action={!readOnly && actions} />
      {generating && <Generate open={open} close={generate.close} />}
    </>
  )
}
