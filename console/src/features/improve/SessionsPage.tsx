import { Badge, Button, Center, Group, Text, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconMessages } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { linkOptions, useSearch } from '@tanstack/react-router'
import { strings as handsetWords } from '#i18n/handset.ts'
import { strings } from '#i18n/improve.ts'
import { useAgent, useRouteIds } from '../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../components/DataTable.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { EmptyState, ErrorAlert, Loading } from '../../components/PageStates.tsx'
import { Timestamp } from '../../components/Timestamp.tsx'
import { ImproveFrame } from './ImproveFrame.tsx'
import { useInsightWindow } from './improve-data.ts'
import type { SessionsSearch } from './improve-search.ts'
import { formatKey } from './OutcomesPage.tsx'

type SessionOutcome = Schema<'SessionOutcome'>
const { sessions: words } = strings

/** The sessions behind a bar of a chart or a row of a table. */
export function SessionsPage() {
  const agent = useAgent()
  const params = useRouteIds()
  const search = useSearch({ from: '/orgs/$org/agents/$agent/improve/sessions' })
  const month = useInsightWindow()
  const { start = month.start, end = month.end, by, key, outcome, topic } = search
  const query = {
    ...{ start, end, limit: 50 },
    ...(by && key !== undefined && { groupBy: by, key }),
    ...(outcome && { outcome }),
    ...(topic && { topicId: topic }),
  }
  const list = useInfiniteQuery({
    queryKey: agent.key('insights', 'sessions', query),
    queryFn: ({ signal, pageParam }) =>
      agent.api.get('/insights/sessions', { query: { ...query, ...(pageParam && { pageToken: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextPageToken }) => nextPageToken,
  })
  const rows = list.data?.pages.flatMap(({ data }) => data)
  return (
    <ImproveFrame>
      <Group gap="sm">
        <Title order={2} size="h4">
          {describeSearch(search)}
        </Title>
        {Object.keys(search).length > 0 && (
          <AnchorLink size="sm" to="/orgs/$org/agents/$agent/improve/sessions" params={params} search={{}}>
            {words.all}
          </AnchorLink>
        )}
      </Group>
      {list.error && <ErrorAlert error={list.error} retry={list.refetch} />}
      {list.isPending && <Loading />}
      {rows?.length === 0 && <EmptyState icon={IconMessages} title={words.empty} text={words.emptyText} />}
      {rows && rows.length > 0 && <SessionTable rows={rows} />}
      {list.hasNextPage && (
        <Center>
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            {words.more}
          </Button>
        </Center>
      )}
    </ImproveFrame>
  )
}

function describeSearch({ by, key, outcome, topic }: SessionsSearch): string {
  return [
    words.title,
    by && key !== undefined && words.of(formatKey(by, key)),
    topic && words.aboutTopic,
    outcome && words.kinds[outcome],
  ]
    .filter(Boolean)
    .join(' ')
}

function SessionTable({ rows }: { rows: readonly SessionOutcome[] }) {
  const params = useRouteIds()
  const columns: DataColumn<SessionOutcome>[] = [
    { id: 'startedAt', label: words.started, width: 190, cell: ({ startedAt }) => <Timestamp at={startedAt} /> },
    {
      id: 'channel',
      label: words.channel,
      width: 140,
      cell: ({ channel }) => (handsetWords.channels as Record<string, string>)[channel] ?? channel,
    },
    { id: 'turns', label: words.turns, align: 'right', width: 80, cell: ({ turns }) => strings.number(turns) },
    { id: 'outcome', label: words.outcome, cell: (row) => <OutcomeBadges row={row} /> },
  ]
  return (
    <DataTable
      label={words.title}
      columns={columns}
      rows={rows}
      rowId={({ userId, sessionId }) => `${userId} ${sessionId}`}
      rowName={({ startedAt }) => words.open(startedAt)}
      linkOf={({ sessionId }) =>
        linkOptions({ to: '/orgs/$org/agents/$agent/inbox', params, search: { conversation: sessionId } })
      }
    />
  )
}

const { badges } = words

function OutcomeBadges({ row }: { row: SessionOutcome }) {
  const { contained, handedOver, unanswered, goalsReached, errors } = row
  const marks: [text: string, color: string][] = [
    ...(contained ? [[badges.contained, 'green'] as [string, string]] : []),
    ...(handedOver ? [[badges.handedOver, 'orange'] as [string, string]] : []),
    ...(unanswered > 0 ? [[badges.unanswered(unanswered), 'red'] as [string, string]] : []),
    ...(!contained && !handedOver && unanswered === 0 ? [[badges.contact, 'orange'] as [string, string]] : []),
    ...(goalsReached > 0 ? [[badges.goals(goalsReached), 'blue'] as [string, string]] : []),
    ...(errors > 0 ? [[badges.errors(errors), 'red'] as [string, string]] : []),
  ]
  return (
    <Group gap={6}>
      {marks.map(([text, color]) => (
        <Badge key={text} color={color} variant="outline" tt="none">
          <Text span size="xs" c="var(--mantine-color-text)">
            {text}
          </Text>
        </Badge>
      ))}
    </Group>
  )
}
