import { Badge, Button, Group, Select, Switch, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { words } from '#words/inbox.ts'
import { parleyFor } from '../../api/client.ts'
import { useList } from '../../api/pages.ts'
import { useAgent, useOrg } from '../../app/org.ts'
import { type Column, DataTable } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Page } from '../../parts/Page.tsx'
import { Trouble } from '../../parts/Trouble.tsx'
import { When } from '../../parts/When.tsx'
import { useHolders } from './data.ts'
import { InboxTabs } from './InboxTabs.tsx'
import { LogDrawer } from './LogDrawer.tsx'
import { nameOf } from './naming.ts'
import { type LogSearch, levels, logSearch, since, spans } from './search.ts'

const here = '/orgs/$org/agents/$agent/inbox/logs'
const { logs } = words
export type LogEntry = Schema<'AgentLogEntry'>
export type EventWords = ReadonlyMap<string, Schema<'EventName'>>

const pollMs = 3_000

/** The log of the agent: what it and the platform did. */
export function LogsPage() {
  const agent = useAgent()
  const search = useSearch({ from: here })
  const [live, setLive] = useState(true)
  const [opened, setOpened] = useState<LogEntry>()
  const events = useLogEvents()
  const { days = '1', level, event, user, session } = search
  const { rows, error, refetch, more } = useList(
    agent.key('logs', search),
    (page, signal) => {
      const filters = { ...(level && { level }), ...(event && { event }), ...(user && { userId: user }) }
      // A page token remembers the window, and is refused with another one.
      const window = page.pageToken ? {} : { start: since(days, Date.now()) }
      const query = { ...window, ...filters, ...(session && { sessionId: session }), limit: 100, ...page }
      return agent.api.get('/logs', { query, signal })
    },
    { refetchInterval: live ? pollMs : false },
  )
  const columns = useColumns(rows, events)
  return (
    <Page title={words.title} lead={logs.lead}>
      <InboxTabs />
      <LogFilters search={search} events={events} live={live} setLive={setLive} />
      {error && <Trouble error={error} retry={refetch} />}
      {!error && (
        <DataTable
          label={logs.label}
          columns={columns}
          rows={rows}
          rowId={rowId}
          onOpen={setOpened}
          more={more}
          empty={<Nothing search={search} />}
        />
      )}
      <LogDrawer entry={opened} events={events} close={() => setOpened(undefined)} />
    </Page>
  )
}

const rowId = ({ timestamp, event, sessionId = '', data }: LogEntry) =>
  `${timestamp} ${event} ${sessionId} ${JSON.stringify(data)}`

function Nothing({ search }: { search: LogSearch }) {
  const filtered = Object.keys(search).length > 0
  return (
    <EmptyState
      icon={IconListDetails}
      title={filtered ? logs.nothing : logs.empty}
      text={filtered ? logs.nothingText : logs.emptyText}
    />
  )
}

function useLogEvents(): EventWords {
  const org = useOrg()
  const { data } = useQuery({
    queryKey: org.key('catalogs', 'log-events', 'by-id'),
    queryFn: async ({ signal }) => {
      const answer = await parleyFor(org.id).get('/catalogs/{kind}', { path: { kind: 'log-events' }, signal })
      return answer.data as Schema<'EventName'>[]
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return useMemo(() => new Map((data ?? []).map((event) => [event.id, event])), [data])
}

const colours = { debug: 'gray', info: 'blue', warn: 'orange', error: 'red' } as const

function useColumns(rows: readonly LogEntry[] | undefined, events: EventWords): Column<LogEntry>[] {
  const userIds = useMemo(() => rows?.flatMap(({ userId }) => userId ?? []) ?? [], [rows])
  const holders = useHolders(userIds)
  return [
    {
      id: 'event',
      label: logs.columns.event,
      cell: ({ event }) => <Unbroken>{events.get(event)?.name ?? event}</Unbroken>,
    },
    {
      id: 'level',
      label: logs.columns.level,
      cell: ({ level }) => (
        <Badge variant="light" color={colours[level]} tt="none" autoContrast={false} miw="max-content">
          {logs.levels[level]}
        </Badge>
      ),
    },
    {
      id: 'who',
      label: logs.columns.who,
      wide: true,
      cell: ({ userId }) => (userId === undefined ? '' : nameOf(holders.get(userId), userId)),
    },
    {
      id: 'data',
      label: logs.columns.data,
      wide: true,
      cell: ({ data, error }) => <Details data={data} error={error?.message} />,
    },
    { id: 'at', label: logs.columns.at, cell: ({ timestamp }) => <When at={timestamp} /> },
  ]
}

const Unbroken = ({ children }: { children: string }) => <span style={{ whiteSpace: 'nowrap' }}>{children}</span>

/** What is only an id says nothing here; the whole line has it. */
const isId = (value: unknown) => typeof value === 'string' && /^[a-z]{2,4}_[\w-]+$/.test(value)

function Details({ data, error }: { data: LogEntry['data']; error: string | undefined }) {
  const told = Object.entries(data ?? {})
    .filter(([, value]) => !isId(value))
    .map(([key, value]) => `${key} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
  return (
    <Text size="xs" ff="monospace" lineClamp={2} className="quiet">
      {[...(error ? [error] : []), ...told].join(' · ')}
    </Text>
  )
}

type FiltersGiven = { search: LogSearch; events: EventWords; live: boolean; setLive: (live: boolean) => void }

function LogFilters({ search, events, live, setLive }: FiltersGiven) {
  const navigate = useNavigate({ from: here })
  const change = (changed: Record<string, unknown>) =>
    navigate({ search: logSearch({ ...search, ...changed }), replace: true })
  const { session, user } = search
  const holder = useHolders(useMemo(() => (user ? [user] : []), [user])).get(user ?? '')
  const only = session ? logs.oneConversation : user && logs.of(nameOf(holder, user))
  return (
    <Group align="flex-end" gap="sm">
      <Select
        size="xs"
        label={logs.level}
        placeholder={logs.anyLevel}
        clearable
        data={levels.map((value) => ({ value, label: logs.levels[value] }))}
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
      <Select
        size="xs"
        label={logs.time}
        allowDeselect={false}
        data={spans.map((value) => ({ value, label: words.list.times[value] }))}
        value={search.days ?? '1'}
        onChange={(days) => change({ days })}
      />
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
