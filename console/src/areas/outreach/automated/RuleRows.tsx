import { Select, Stack, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconUsers } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { words } from '#words/outreach.ts'
import { useList } from '../../../api/pages.ts'
import { useAgent, usePlace } from '../../../app/org.ts'
import { type Column, DataTable } from '../../../parts/DataTable.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { AnchorLink } from '../../../parts/links.tsx'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { When } from '../../../parts/When.tsx'
import { PersonName } from '../shared/PersonName.tsx'
import { Reason } from '../shared/Reason.tsx'
import { type RowState, rowStates } from './row-search.ts'

const { rows: said, rowStates: stateNames } = words.automated
const from = '/orgs/$org/agents/$agent/outreach/automated/$ruleId'

/** Whom a rule was triggered for, and what became of it. */
export function RuleRows({ ruleId }: { ruleId: string }) {
  const agent = useAgent()
  const { state } = useSearch({ from })
  const navigate = useNavigate({ from })
  const list = useList(
    agent.key('automated-outreach', ruleId, 'rows', state),
    (page, signal) =>
      agent.api.get('/automated-outreach/{ruleId}/rows', {
        path: { ruleId },
        query: { limit: 25, ...page, ...(state && { state }) },
        signal,
      }),
    { refetchInterval: 10_000 },
  )
  const columns = useColumns()
  if (list.error) return <Trouble error={list.error} retry={list.refetch} />
  return (
    <Stack>
      <Select
        label={said.filter}
        data={rowStates.map((value) => ({ value, label: stateNames[value] }))}
        placeholder={said.all}
        clearable
        clearButtonProps={{ 'aria-label': said.all }}
        w={200}
        value={state ?? null}
        onChange={(chosen) =>
          navigate({ search: { tab: 'rows', ...(chosen && { state: chosen as RowState }) }, replace: true })
        }
      />
      <DataTable
        label={said.table}
        columns={columns}
        rows={list.rows}
        rowId={({ personId }) => personId}
        more={list.more}
        empty={<EmptyState icon={IconUsers} title={said.emptyTitle} text={said.emptyText} />}
      />
    </Stack>
  )
}

function useColumns(): Column<Schema<'AutomatedOutreachRow'>>[] {
  const place = usePlace()
  return [
    {
      id: 'person',
      label: said.person,
      cell: ({ personId }) => (
        <AnchorLink size="sm" to="/orgs/$org/agents/$agent/people/$personId" params={{ ...place, personId }}>
          <PersonName personId={personId} />
        </AnchorLink>
      ),
    },
    { id: 'state', label: said.state, cell: (row) => <StatusBadge status={row.state} label={stateNames[row.state]} /> },
    { id: 'reason', label: said.reason, cell: ({ reason }) => <Reason reason={reason} />, wide: true },
    { id: 'due', label: said.due, cell: ({ dueAt }) => <When at={dueAt} /> },
    {
      id: 'send',
      label: said.send,
      cell: ({ sendId }) =>
        sendId ? (
          <AnchorLink size="sm" to="/orgs/$org/agents/$agent/outreach/sends/$sendId" params={{ ...place, sendId }}>
            {said.open}
          </AnchorLink>
        ) : (
          <Text span />
        ),
      wide: true,
    },
  ]
}
