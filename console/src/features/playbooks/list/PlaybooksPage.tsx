import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBook2, IconDownload, IconPlus } from '@tabler/icons-react'
import { linkOptions, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { strings } from '#i18n/playbooks.ts'
import { useLint } from '../../../api/lint.ts'
import { useCan, useRouteIds } from '../../../app/current-org.ts'
import { DataTable } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { ErrorAlert } from '../../../components/ErrorAlert.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { type AgentPlaybook, usePlaybooks } from '../playbook-data.ts'
import { useHiddenPlaybooks } from './delete-playbook.tsx'
import { ImportPlaybook } from './ImportPlaybook.tsx'
import { NewPlaybook } from './NewPlaybook.tsx'
import { buildPlaybookColumns, type PlaybookRow } from './playbook-columns.tsx'

const { list } = strings

export function PlaybooksPage() {
  const routeIds = useRouteIds()
  const navigate = useNavigate()
  const mayEdit = useCan('editor')
  const playbooks = usePlaybooks()
  const rows = usePlaybookRows(playbooks.data)
  const columns = useMemo(() => buildPlaybookColumns(mayEdit), [mayEdit])
  const linkTo = (playbookId: string) =>
    linkOptions({ to: '/orgs/$org/agents/$agent/playbooks/$playbookId', params: { ...routeIds, playbookId } })
  if (playbooks.error) return <ErrorAlert error={playbooks.error} retry={playbooks.refetch} />
  const actions = mayEdit && <AddMenu open={(id) => navigate(linkTo(id))} playbooks={playbooks.data ?? []} />
  return (
    <PageLayout title={strings.title} lead={strings.lead} actions={rows?.length !== 0 && actions}>
      <DataTable<PlaybookRow>
        label={list.label}
        columns={columns}
        rows={rows}
        rowId={({ playbook }) => playbook.id}
        rowName={({ playbook }) => playbook.name}
        linkOf={({ playbook }) => linkTo(playbook.id)}
        empty={<EmptyState icon={IconBook2} title={list.emptyTitle} text={list.emptyText} action={actions} />}
      />
    </PageLayout>
  )
}

function usePlaybookRows(playbooks: readonly AgentPlaybook[] | undefined): PlaybookRow[] | undefined {
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

type AddedPlaybook = { open: (id: string) => void; playbooks: readonly AgentPlaybook[] }

function AddMenu({ open, playbooks }: AddedPlaybook) {
  const [creating, create] = useDisclosure()
  const [importing, importOne] = useDisclosure()
  return (
    <Group gap="xs">
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={importOne.open}>
        {strings.import.button}
      </Button>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={create.open}>
        {strings.create.button}
      </Button>
      {creating && <NewPlaybook close={create.close} open={open} />}
      {importing && <ImportPlaybook close={importOne.close} open={open} playbooks={playbooks} />}
    </Group>
  )
}
