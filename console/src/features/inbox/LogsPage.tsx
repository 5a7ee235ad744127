import { Badge, Button, Group, Select, Switch, Text } from '@mantine/core'
import { logLevels } from '@parley/definition/vocabulary'
import type { Schema } from '@parley/sdk'
import { IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { strings } from '#i18n/inbox.ts'
import { createOrgClient } from '../../api/client.ts'
import { useList } from '../../api/paged-list.ts'
import { useAgent, useOrg } from '../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../components/DataTable.tsx'
import { PageLayout } from '../../components/PageLayout.tsx'
import { EmptyState, ErrorAlert } from '../../components/PageStates.tsx'
import { Timestamp } from '../../components/Timestamp.tsx'

import { InboxTabs } from './InboxTabs.tsx'
import { getConversationName, usePeopleByUserId } from './inbox-data.ts'
import { type LogSearch, readLogSearch, toTimeQuery } from './inbox-search.ts'
import { LogDrawer } from './LogDrawer.tsx'
import { TimeFilter } from './TimeFilter.tsx'

const routeId = '/orgs/$org/agents/$agent/inbox/logs'
const { logs } = strings
export type AgentLogEntry = Schema<'AgentLogEntry'>
export type EventDescriptions = ReadonlyMap<string, Schema<'EventName'>>

const pollMs = 3_000

export function LogsPage() {
  const agent = useAgent()
  const search = useSearch({ from: routeId })
  const [live, setLive] = useState(true)
  const [opened, setOpened] = useState<AgentLogEntry>()
  const events = useLogEvents()
  const { level, event, user, session } = search
  const { rows, error, refetch, more } = useList(
    agent.key('logs', search),
    (page, signal) => {
      const filters = { ...(level && { level }), ...(event && { event }), ...(user && { userId: user }) }
      // A page token includes the time window and is rejected with another one.
      const window = page.pageToken ? {} : toTimeQuery(search, '1', Date.now())
      const query = { ...window, ...filters, ...(session && { sessionId: session }), limit: 100, ...page }
      return agent.api.get('/logs', { query, signal })
    },
    { refetchInterval: live ? pollMs : false },
  )
  const columns = useColumns(rows, events)
  return (
    <PageLayout title={strings.title} lead={logs.lead}>
      <InboxTabs />
      <LogFilters search={search} events={events} live={live} setLive={setLive} />
      {error && <ErrorAlert error={error} retry={refetch} />}
      {!error && (
        <DataTable
          label={logs.label}
          columns={columns}
          rows={rows}
          rowId={rowId}
          onOpen={setOpened}
          more={more}
          empty={<NoLogs search={search} />}
        />
      )}
      <LogDrawer entry={opened} events={events} close={() => setOpened(undefined)} />
    </PageLayout>
  )
}

const rowId = ({ timestamp, event, sessionId = '', data }: AgentLogEntry) =>
  `${timestamp} ${event} ${sessionId} ${JSON.stringify(data)}`

function NoLogs({ search }: { search: LogSearch }) {
  const filtered = Object.keys(search).length > 0
  return (
    <EmptyState
      icon={IconListDetails}
      title={filtered ? logs.nothing : logs.empty}
      text={filtered ? logs.nothingText : logs.emptyText}
    />
  )
}

function useLogEvents(): EventDescriptions {
  const org = useOrg()
  const { data } = useQuery({
    queryKey: org.key('catalogs', 'log-events', 'by-id'),
    queryFn: async ({ signal }) => {
      const answer = await createOrgClient(org.id).get('/catalogs/{kind}', { path: { kind: 'log-events' }, signal })
      return answer.data as Schema<'EventName'>[]
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return useMemo(() => new Map((data ?? []).map((event) => [event.id, event])), [data])
}

const colors = { debug: 'gray', info: 'blue', warn: 'orange', error: 'red' } as const

function useColumns(
  rows: readonly AgentLogEntry[] | undefined,
  events: EventDescriptions,
): DataColumn<AgentLogEntry>[] {
  const userIds = useMemo(() => rows?.flatMap(({ userId }) => userId ?? []) ?? [], [rows])
  const holders = usePeopleByUserId(userIds)
  return [
    {
      id: 'event',
      label: logs.columns.event,
      cell: ({ event }) => <UnbrokenId>{events.get(event)?.name ?? event}</UnbrokenId>,
    },
    {
      id: 'level',
      label: logs.columns.level,
      cell: ({ level }) => (
        <Badge variant="light" color={colors[level]} tt="none" autoContrast={false} miw="max-content">
          {logs.levels[level]}
        </Badge>
      ),
    },
    {
      id: 'who',
      label: logs.columns.who,
      wide: true,
      cell: ({ userId }) => (userId === undefined ? '' : getConversationName(holders.get(userId), userId)),
    },
    {
      id: 'data',
      label: logs.columns.data,
      wide: true,
      cell: ({ data, error }) => <Details data={data} error={error?.message} />,
    },
    { id: 'at', label: logs.columns.at, cell: ({ timestamp }) => <Timestamp at={timestamp} /> },
  ]
}

const UnbrokenId = ({ children }: { children: string }) => <span style={{ whiteSpace: 'nowrap' }}>{children}</span>

/** Bare ids are left out of the summary; the full entry shows them. */
const isId = (value: unknown) => typeof value === 'string' && /^[a-z]{2,4}_[\w-]+$/.test(value)

function Details({ data, error }: { data: AgentLogEntry['data']; error: string | undefined }) {
  const details = Object.entries(data ?? {})
    .filter(([, value]) => !isId(value))
    .map(([key, value]) => `${key} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
  return (
    <Text size="xs" ff="monospace" lineClamp={2} className="quiet">
      {[...(error ? [error] : []), ...details].join(' · ')}
    </Text>
  )
}

type LogFiltersProps = { search: LogSearch; events: EventDescriptions; live: boolean; setLive: (live: boolean) => void }

function LogFilters({ search, events, live, setLive }: LogFiltersProps) {
  const navigate = useNavigate({ from: routeId })
  const change = (changed: Record<string, unknown>) =>
    navigate({ search: readLogSearch({ ...search, ...changed }), replace: true })
  const { session, user } = search
  const holder = usePeopleByUserId(useMemo(() => (user ? [user] : []), [user])).get(user ?? '')
  const only = session ? logs.oneConversation : user && logs.of(getConversationName(holder, user))
  return (
    <Group align="flex-end" gap="sm">
      <Select
        size="xs"
        label={logs.level}
        placeholder={logs.anyLevel}
        clearable
        data={logLevels.map((value) => ({ value, label: logs.levels[value] }))}
        value={search.level ?? null}
        onChange={(level) => change({ level })}
      />
      <Select
        size="xs"
        label={logs.event}
        placeholder={logs.anyEvent}
        clearable
        searchable
        data={[...events.values()].map(({ id, name }) => ({ value: id, label: name }))}
        value={search.event ?? null}
        onChange={(event) => change({ event })}
      />
      <TimeFilter search={search} defaultDays="1" onChange={change} />
      <Switch
        size="xs"
        pb={6}
        label={logs.live}
        checked={live}
        onChange={(event) => setLive(event.currentTarget.checked)}
      />
      {only && (
        <Button size="xs" variant="default" onClick={() => change({ session: undefined, user: undefined })}>
          {`${only} · ${logs.all}`}
        </Button>
      )}
    </Group>
  )
}
