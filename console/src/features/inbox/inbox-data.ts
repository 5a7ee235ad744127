import type { Schema } from '@parley/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { strings } from '#i18n/inbox.ts'
import { useList } from '../../api/paged-list.ts'
import { useAgent, useCan } from '../../app/current-org.ts'
import { useNow } from '../../components/Timestamp.tsx'
import { type InboxSearch, isConversationLive, toTimeQuery } from './inbox-search.ts'
import { displayChannelOf } from './transcript.ts'

export type AgentConversationSummary = Schema<'AgentConversationSummary'>
export type Person = Schema<'Person'>

const pollMs = 3_000
const mostUsers = 20

/** Conversations that match the URL's filters, latest first, polled every few seconds. */
export function useConversations(search: InboxSearch, limit: number) {
  const agent = useAgent()
  const now = useNow()
  const found = useUsersByName(search.q)
  const { days, start, end } = search
  const wish = { days, start, end, tests: search.tests, users: found.users, limit }
  const read = useQuery({
    queryKey: agent.key('conversations', wish),
    queryFn: async ({ signal }) => {
      const query = {
        ...toTimeQuery(wish, '7', Date.now()),
        limit,
        ...(wish.tests && { includeTest: 'true' as const }),
      }
      if (!wish.users) return (await agent.api.get('/conversations', { query, signal })).data
      const each = wish.users.map((userId) => agent.api.get('/conversations', { query: { ...query, userId }, signal }))
      return (await Promise.all(each)).flatMap(({ data }) => data)
    },
    enabled: found.ready,
    refetchInterval: pollMs,
    placeholderData: keepPreviousData,
  })
  const conversations = useMemo(
    () => read.data && filterConversations(read.data, search, now),
    [read.data, search, now],
  )
  return { conversations, all: read.data, error: read.error ?? found.error, refetch: read.refetch, now }
}

/** The API cannot filter by channel or state, so the loaded rows are filtered here. */
function filterConversations(
  all: readonly AgentConversationSummary[],
  { channel, state }: InboxSearch,
  now: number,
): AgentConversationSummary[] {
  return all
    .filter((one) => !channel || displayChannelOf(one) === channel)
    .filter((one) => !state || isConversationLive(one, now) === (state === 'live'))
    .toSorted((one, other) => Date.parse(other.endedAt) - Date.parse(one.endedAt))
}

/** User ids of the people whom a search finds. */
function useUsersByName(q: string | undefined) {
  const agent = useAgent()
  const { data, error } = useQuery({
    queryKey: agent.key('inbox-search', q),
    queryFn: ({ signal }) => agent.api.get('/people', { query: { q: q ?? '', limit: mostUsers }, signal }),
    enabled: q !== undefined,
    placeholderData: keepPreviousData,
  })
  if (q === undefined) return { users: undefined, ready: true, error: null }
  const users = data?.data.flatMap(({ identities }) => identities.map(({ asid }) => asid)).slice(0, mostUsers)
  return { users, ready: users !== undefined, error }
}

const mostHolders = 200

export function usePeopleByUserId(userIds: readonly string[]): ReadonlyMap<string, Person> {
  const agent = useAgent()
  const idList = useMemo(() => [...new Set(userIds)].sort().slice(0, mostHolders).join(','), [userIds])
  const { data } = useQuery({
    queryKey: agent.key('holders', idList),
    queryFn: ({ signal }) => agent.api.get('/people/holders', { query: { userIds: idList }, signal }),
    enabled: idList !== '',
    staleTime: pollMs,
    refetchInterval: 2 * pollMs,
    placeholderData: keepPreviousData,
  })
  return useMemo(() => {
    const people = data?.data ?? []
    return new Map(people.flatMap((person) => person.identities.map(({ asid }) => [asid, person] as const)))
  }, [data])
}

/** Earlier than any stored history. */
const epoch = '2000-01-01T00:00:00Z'
const mostEntries = 500

export function useMessageEntries(sessionId: string) {
  const agent = useAgent()
  return useList(
    agent.key('transcript', sessionId),
    (page, signal) =>
      agent.api.get('/messages', {
        query: { sessionId, start: epoch, includeTest: 'true', limit: mostEntries, ...page },
        signal,
      }),
    { refetchInterval: pollMs },
  )
}

/** Turn records of a session, by the messages they produced and the events they answered. */
export function useTurnRecords(sessionId: string, upTo: number) {
  const agent = useAgent()
  const enabled = useCan('viewer')
  const { data } = useQuery({
    queryKey: agent.key('turns', sessionId, upTo),
    queryFn: ({ signal }) => agent.api.get('/turns', { query: { sessionId, start: epoch, limit: 200 }, signal }),
    enabled,
    placeholderData: keepPreviousData,
  })
  return useMemo(() => {
    const byMessage = new Map<string, Schema<'TurnRecord'>>()
    for (const turn of data?.data ?? []) {
      for (const { messageId } of turn.messages) byMessage.set(messageId, turn)
      if (turn.eventId !== undefined) byMessage.set(turn.eventId, turn)
    }
    return byMessage
  }, [data])
}

/** Display name: the person's name, otherwise their contact details, otherwise "visitor". */
export function getConversationName(person: Person | undefined, userId: string, test?: boolean): string {
  if (!person) return test ? strings.persona(userId) : strings.visitor(userId)
  const { fullName, firstName, lastName, email, phone } = person
  return fullName || [firstName, lastName].filter(Boolean).join(' ') || email || phone || strings.visitor(userId)
}
