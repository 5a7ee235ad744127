import { Conflict, createDeskClient, type DeskClient, type Schema } from '@parley/sdk'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useList } from '../../api/paged-list.ts'
import { useAgent } from '../../app/current-org.ts'
import { notify } from '../../components/notify.tsx'
import { type DeskSearch, toListQuery } from './desk-search.ts'

export type DeskConversation = Schema<'DeskConversation'>
export type DeskConversationDetail = Schema<'DeskConversationDetail'>

export function useDeskClient(): DeskClient {
  const { api } = useAgent()
  return useMemo(() => createDeskClient(api), [api])
}

/** The event stream refreshes the desk; this catches what a lost connection hid. */
const refreshMs = 30_000
/** The event stream leaves rehearsals out. */
const rehearsalRefreshMs = 2_000
const pageSize = 50

export function useDeskList(search: DeskSearch) {
  const agent = useAgent()
  const query = { ...toListQuery(search), limit: pageSize }
  return useList(
    agent.key('desk', 'list', query),
    (page, signal) => agent.api.get('/desk/conversations', { query: { ...query, ...page }, signal }),
    { refetchInterval: refreshMs },
  )
}

export function useDeskCounts() {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('desk', 'counts'),
    queryFn: ({ signal }) => agent.api.get('/desk/counts', { signal }),
    refetchInterval: refreshMs,
  })
  return data
}

export function useDeskConversation(userId: string) {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('desk', 'one', userId),
    queryFn: ({ signal }) => agent.api.get('/desk/conversations/{userId}', { path: { userId }, signal }),
    refetchInterval: ({ state }) => (state.data?.test ? rehearsalRefreshMs : refreshMs),
  })
}

/** Earlier than any stored history. */
const epoch = '2000-01-01T00:00:00Z'

export function useDeskMessages({ userId, test }: Pick<DeskConversationDetail, 'userId' | 'test'>) {
  const agent = useAgent()
  return useList(
    agent.key('desk', 'messages', userId),
    (page, signal) =>
      agent.api.get('/messages', {
        query: { userId, start: epoch, includeTest: 'true', limit: 200, ...page },
        signal,
      }),
    { refetchInterval: test ? rehearsalRefreshMs : refreshMs },
  )
}

export function useDeskMembers() {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('desk-members'),
    queryFn: ({ signal }) => agent.api.get('/desk/members', { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  return data?.data
}

/** Resolves ids of members to names; falls back to the id of a member who has left. */
export function useMemberName(): (userId: string) => string {
  const members = useDeskMembers()
  return useMemo(() => {
    const names = new Map(members?.map(({ userId, name }) => [userId, name]))
    return (userId) => names.get(userId) ?? userId
  }, [members])
}

export function useDeskSettings() {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('desk-settings'),
    queryFn: ({ signal }) => agent.api.get('/settings/desk', { signal }),
  })
}

export function useSavedReplies() {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('desk-replies'),
    queryFn: async ({ signal }) => {
      const replies: Schema<'SavedReply'>[] = []
      for await (const reply of agent.api.each('/desk/replies', { query: { limit: 200 }, signal })) replies.push(reply)
      return replies.toSorted((one, other) => one.title.localeCompare(other.title))
    },
    staleTime: 30_000,
  })
}

/** Refreshes everything of the desk, or only what one conversation shows. */
export function useRefreshDesk(): (userId?: string) => Promise<void> {
  const agent = useAgent()
  const queries = useQueryClient()
  return useMemo(
    () => async (userId) => {
      const keys =
        userId === undefined
          ? [['desk']]
          : [
              ['desk', 'list'],
              ['desk', 'counts'],
              ['desk', 'one', userId],
              ['desk', 'messages', userId],
            ]
      await Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: agent.key(...key) })))
    },
    [agent, queries],
  )
}

/** A move of a conversation; shows the result at once and reports a refusal. */
export function useDeskMove(userId: string) {
  const desk = useDeskClient()
  const agent = useAgent()
  const queries = useQueryClient()
  const refresh = useRefreshDesk()
  return useMutation({
    mutationFn: (move: (desk: DeskClient) => Promise<DeskConversationDetail>) => move(desk),
    onSuccess: (detail) => {
      queries.setQueryData(agent.key('desk', 'one', userId), detail)
      void refresh(userId)
    },
    onError: (error) => {
      // Another member was faster: nothing went wrong.
      if (error instanceof Conflict && error.code === 'desk.taken') notify.notice(error.message)
      else notify.error(error)
      void refresh(userId)
    },
  })
}
