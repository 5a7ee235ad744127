import { Button, Center, Chip, Group, Stack, Text, Textarea } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { Invalid } from '@parley/sdk'
import { IconTimeline } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { strings } from '#i18n/people.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { notify } from '../../../components/notify.tsx'
import { EmptyState, ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import type { Person } from '../people-fields.ts'
import { TimelineEntry } from './TimelineEntry.tsx'
import { type MergeCursor, mergeNextPage } from './timeline-pages.ts'
import { createTimelineReaders, type TimelineItem, type TimelineKind, timelineKinds } from './timeline-readers.ts'

const { journal } = strings

function JournalForm({ personId }: { personId: string }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const adding = useMutation({
    mutationFn: () => agent.api.post('/people/{personId}/journal', { path: { personId }, body: { text } }),
    onSuccess: () => {
      setText('')
      notify.success(journal.added)
      return queries.invalidateQueries({ queryKey: agent.key('person', personId) })
    },
    onError: (error) => error instanceof Invalid || notify.error(error),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim()) adding.mutate()
      }}
    >
      <Stack gap="xs">
        <Textarea
          label={journal.text}
          placeholder={journal.hint}
          autosize
          minRows={1}
          maxRows={8}
          error={adding.error instanceof Invalid && adding.error.message}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {text.trim() !== '' && (
          <Group justify="flex-end">
            <Button type="submit" size="xs" loading={adding.isPending}>
              {journal.add}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}

const { timeline } = strings
const pageSize = 40

/** Everything that happened with a person, newest first, loaded while the user scrolls. */
export function Timeline({ person }: { person: Person }) {
  const may = useCan('serve')
  const [kinds, setShown] = useState<readonly TimelineKind[]>(timelineKinds)
  return (
    <Stack>
      {may && <JournalForm personId={person.id} />}
      <Chip.Group
        multiple
        value={[...kinds]}
        onChange={(next) => setShown(timelineKinds.filter((kind) => next.includes(kind)))}
      >
        <Group gap={6} role="group" aria-label={timeline.filter}>
          {timelineKinds.map((kind) => (
            <Chip key={kind} value={kind} size="xs" variant="outline">
              {timeline.kinds[kind]}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <TimelineEntries person={person} kinds={kinds} />
    </Stack>
  )
}

function useTimeline(person: Person, kinds: readonly TimelineKind[]) {
  const agent = useAgent()
  const asids = person.identities.map(({ asid }) => asid)
  return useInfiniteQuery({
    queryKey: agent.key('person', person.id, 'timeline', kinds, asids),
    queryFn: ({ pageParam, signal }) =>
      mergeNextPage<TimelineItem>(
        createTimelineReaders({ api: agent.api, person, signal }, kinds),
        pageParam,
        pageSize,
      ),
    initialPageParam: undefined as MergeCursor<TimelineItem> | undefined,
    getNextPageParam: (last) => (last.over ? undefined : last.cursor),
  })
}

function TimelineEntries({ person, kinds }: { person: Person; kinds: readonly TimelineKind[] }) {
  const query = useTimeline(person, kinds)
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const { ref, entry } = useIntersection({ rootMargin: '400px' })
  const atEnd = entry?.isIntersecting ?? false
  useEffect(() => {
    if (atEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [atEnd, hasNextPage, isFetchingNextPage, fetchNextPage])
  if (error) return <ErrorAlert error={error} retry={refetch} />
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
