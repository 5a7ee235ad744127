import { Group, Stack, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useNavigate } from '@tanstack/react-router'
import { words as texts } from '#words/people-import.ts'
import { useList } from '../../../api/pages.ts'
import { useAgent, usePlace } from '../../../app/org.ts'
import { type Column, DataTable } from '../../../parts/DataTable.tsx'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { When } from '../../../parts/When.tsx'

type Past = Schema<'PeopleImportProgress'>
const badges = { running: 'running', done: 'completed', failed: 'failed' } as const

const columns: Column<Past>[] = [
  { id: 'when', label: texts.when, cell: ({ createdAt }) => <When at={createdAt} /> },
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
    (name): Column<Past> => ({
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
  const place = usePlace()
  const { rows, more } = useList(agent.key('imports', 'list'), (page, signal) =>
    agent.api.get('/people/imports', { query: { ...page, limit: 20 }, signal }),
  )
  if (!rows || rows.length === 0) return null
  const open = ({ importBatchId: batch }: Past) =>
    navigate({ to: '/orgs/$org/agents/$agent/people/import', params: place, search: { batch } })
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
