import { Group, Stack, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useNavigate } from '@tanstack/react-router'
import { strings as texts } from '#i18n/people-import.ts'
import { useList } from '../../../api/paged-list.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'

type PastImport = Schema<'PeopleImportProgress'>
const badges = { running: 'running', done: 'completed', failed: 'failed' } as const

const columns: DataColumn<PastImport>[] = [
  { id: 'when', label: texts.when, cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
  {
    id: 'state',
    label: texts.state,
    cell: ({ status, dryRun }) => (
      <Group gap={4}>
        <StatusBadge status={badges[status]} label={texts.states[status]} />
        {dryRun && <StatusBadge status="dryRun" label={texts.dryRun} />}
      </Group>
    ),
  },
  ...(['created', 'updated', 'skipped', 'failed'] as const).map(
    (name): DataColumn<PastImport> => ({
      id: name,
      label: texts.counts[name],
      align: 'right',
      wide: true,
      cell: (past) => past[name].toLocaleString('en'),
    }),
  ),
]

export function PastImports() {
  const agent = useAgent()
  const navigate = useNavigate()
  const routeIds = useRouteIds()
  const { rows, more } = useList(agent.key('imports', 'list'), (page, signal) =>
    agent.api.get('/people/imports', { query: { ...page, limit: 20 }, signal }),
  )
  if (!rows || rows.length === 0) return null
  const open = ({ importBatchId: batch }: PastImport) =>
    navigate({ to: '/orgs/$org/agents/$agent/people/import', params: routeIds, search: { batch } })
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.past}
      </Title>
      <DataTable
        label={texts.past}
        columns={columns}
        rows={rows}
        rowId={({ importBatchId }) => importBatchId}
        onOpen={open}
        more={more}
        empty={null}
      />
    </Stack>
  )
}
