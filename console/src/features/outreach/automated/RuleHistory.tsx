import { Select, Stack, Text } from '@mantine/core'
import { triggerStates } from '@parley/definition/vocabulary'
import type { Schema } from '@parley/sdk'
import { IconUsers } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { strings } from '#i18n/outreach.ts'
import { useList } from '../../../api/paged-list.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { PersonLink } from '../shared/PersonPicker.tsx'
import { ReasonText } from '../shared/ReasonText.tsx'
import type { TriggerState } from './rule-search.ts'

const { rows: texts, rowStates: stateNames } = strings.automated
const from = '/orgs/$org/agents/$agent/outreach/automated/$ruleId'

export function RuleHistory({ ruleId }: { ruleId: string }) {
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
  if (list.error) return <ErrorAlert error={list.error} retry={list.refetch} />
  return (
    <Stack>
      <Select
        label={texts.filter}
        data={triggerStates.map((value) => ({ value, label: stateNames[value] }))}
        placeholder={texts.all}
        clearable
        clearButtonProps={{ 'aria-label': texts.all }}
        w={200}
        value={state ?? null}
        onChange={(chosen) =>
          navigate({ search: { tab: 'rows', ...(chosen && { state: chosen as TriggerState }) }, replace: true })
        }
      />
      <DataTable
        label={texts.table}
        columns={columns}
        rows={list.rows}
        rowId={({ personId }) => personId}
        more={list.more}
        empty={<EmptyState icon={IconUsers} title={texts.emptyTitle} text={texts.emptyText} />}
      />
    </Stack>
  )
}

function useColumns(): DataColumn<Schema<'AutomatedOutreachRow'>>[] {
  const routeIds = useRouteIds()
  return [
    {
      id: 'person',
      label: texts.person,
      cell: ({ personId }) => (
        <AnchorLink size="sm" to="/orgs/$org/agents/$agent/people/$personId" params={{ ...routeIds, personId }}>
          <PersonLink personId={personId} />
        </AnchorLink>
      ),
    },
    {
      id: 'state',
      label: texts.state,
      cell: (row) => <StatusBadge status={row.state} label={stateNames[row.state]} />,
    },
    { id: 'reason', label: texts.reason, cell: ({ reason }) => <ReasonText reason={reason} />, wide: true },
    { id: 'due', label: texts.due, cell: ({ dueAt }) => <Timestamp at={dueAt} /> },
    {
      id: 'send',
      label: texts.send,
      cell: ({ sendId }) =>
        sendId ? (
          <AnchorLink size="sm" to="/orgs/$org/agents/$agent/outreach/sends/$sendId" params={{ ...routeIds, sendId }}>
            {texts.open}
          </AnchorLink>
        ) : (
          <Text span />
        ),
      wide: true,
    },
  ]
}
