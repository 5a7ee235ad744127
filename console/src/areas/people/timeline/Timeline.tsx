import { Button, Center, Chip, Group, Stack, Text } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { IconTimeline } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { words } from '#words/people.ts'
import { useAgent, useCan } from '../../../app/org.ts'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { Loading } from '../../../parts/Loading.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import type { Person } from '../names.ts'
import { type Entry, type Kind, kinds, readersOf } from './entries.ts'
import { JournalForm } from './JournalForm.tsx'
import { joinNext, type Standing } from './join.ts'
import { TimelineEntry } from './TimelineEntry.tsx'

const { timeline } = words
const pageSize = 40

/** Everything that happened with a person, newest first, as far back as one scrolls. */
export function Timeline({ person }: { person: Person }) {
  const may = useCan('editor')
  const [shown, setShown] = useState<readonly Kind[]>(kinds)
  return (
    <Stack>
      {may && <JournalForm personId={person.id} />}
      <Chip.Group
        multiple
        value={[...shown]}
        onChange={(next) => setShown(kinds.filter((kind) => next.includes(kind)))}
      >
        <Group gap={6} role="group" aria-label={timeline.filter}>
          {kinds.map((kind) => (
            <Chip key={kind} value={kind} size="xs" variant="outline">
              {timeline.kinds[kind]}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Entries person={person} shown={shown} />
    </Stack>
  )
}

function useTimeline(person: Person, shown: readonly Kind[]) {
  const agent = useAgent()
  const asids = person.identities.map(({ asid }) => asid)
  return useInfiniteQuery({
    queryKey: agent.key('person', person.id, 'timeline', shown, asids),
    queryFn: ({ pageParam, signal }) =>
      joinNext<Entry>(readersOf({ api: agent.api, person, signal }, shown), pageParam, pageSize),
    initialPageParam: undefined as Standing<Entry> | undefined,
    getNextPageParam: (last) => (last.over ? undefined : last.standing),
  })
}

function Entries({ person, shown }: { person: Person; shown: readonly Kind[] }) {
  const query = useTimeline(person, shown)
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const { ref, entry } = useIntersection({ rootMargin: '400px' })
  const atEnd = entry?.isIntersecting ?? false
  useEffect(() => {
    if (atEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [atEnd, hasNextPage, isFetchingNextPage, fetchNextPage])
  if (error) return <Trouble error={error} retry={refetch} />
  if (!data) return <Loading />
  const entries = data.pages.flatMap((page) => page.entries)
  if (entries.length === 0) {
    return <EmptyState icon={IconTimeline} title={timeline.emptyTitle} text={timeline.emptyText} />
  }
  return (
    <Stack gap={0}>
      <Stack component="ol" gap={0} p={0} m={0} aria-label={timeline.label} style={{ listStyle: 'none' }}>
        {entries.map((one) => (
          <TimelineEntry key={one.id} entry={one} />
        ))}
      </Stack>
      <Center ref={ref} p="sm">
        {hasNextPage ? (
          <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {timeline.more}
          </Button>
        ) : (
          <Text size="sm" className="quiet">
            {timeline.end}
          </Text>
        )}
      </Center>
    </Stack>
  )
}
