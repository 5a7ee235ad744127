import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBook2, IconDownload, IconPlus } from '@tabler/icons-react'
import { linkOptions, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { words } from '#words/playbooks.ts'
import { useLint } from '../../../api/lint.ts'
import { useCan, usePlace } from '../../../app/org.ts'
import { DataTable } from '../../../parts/DataTable.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { Page } from '../../../parts/Page.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { type Playbook, usePlaybooks } from '../data.ts'
import { columnsFor, type Row } from './columns.tsx'
import { ImportPlaybook } from './ImportPlaybook.tsx'
import { NewPlaybook } from './NewPlaybook.tsx'
import { useHiddenPlaybooks } from './removal.tsx'

const { list } = words

export function PlaybooksPage() {
  const place = usePlace()
  const navigate = useNavigate()
  const mayEdit = useCan('editor')
  const playbooks = usePlaybooks()
  const rows = useRows(playbooks.data)
  const columns = useMemo(() => columnsFor(mayEdit), [mayEdit])
  const linkTo = (playbookId: string) =>
    linkOptions({ to: '/orgs/$org/agents/$agent/playbooks/$playbookId', params: { ...place, playbookId } })
  if (playbooks.error) return <Trouble error={playbooks.error} retry={playbooks.refetch} />
  const actions = mayEdit && <Adding open={(id) => navigate(linkTo(id))} playbooks={playbooks.data ?? []} />
  return (
    <Page title={words.title} lead={words.lead} actions={rows?.length !== 0 && actions}>
      <DataTable<Row>
        label={list.label}
        columns={columns}
        rows={rows}
        rowId={({ playbook }) => playbook.id}
        rowName={({ playbook }) => playbook.name}
        linkOf={({ playbook }) => linkTo(playbook.id)}
        empty={<EmptyState icon={IconBook2} title={list.emptyTitle} text={list.emptyText} action={actions} />}
      />
    </Page>
  )
}

function useRows(playbooks: readonly Playbook[] | undefined): Row[] | undefined {
  const findings = useLint()
  const hidden = useHiddenPlaybooks()
  return useMemo(
    () =>
      playbooks
        ?.map((playbook, at) => {
          const own = findings.filter(({ path }) => path.startsWith(`playbooks[${at}].`))
          const errors = own.filter(({ severity }) => severity === 'error').length
          return { playbook, playbooks, errors, others: own.length - errors }
        })
        .filter(({ playbook }) => !hidden.has(playbook.id)),
    [playbooks, findings, hidden],
  )
}

type Added = { open: (id: string) => void; playbooks: readonly Playbook[] }

function Adding({ open, playbooks }: Added) {
  const [creating, create] = useDisclosure()
  const [importing, importOne] = useDisclosure()
  return (
    <Group gap="xs">
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={importOne.open}>
        {words.import.button}
      </Button>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={create.open}>
        {words.create.button}
      </Button>
      {creating && <NewPlaybook close={create.close} open={open} />}
      {importing && <ImportPlaybook close={importOne.close} open={open} playbooks={playbooks} />}
    </Group>
  )
}
