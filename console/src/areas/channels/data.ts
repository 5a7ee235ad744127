import type { Schema } from '@parley/sdk'
import { useQuery } from '@tanstack/react-query'
import { parleyFor } from '../../api/client.ts'
import { useAgent, useOrg } from '../../app/org.ts'

export type Binding = Schema<'ChannelBinding'>
export type ChannelForm = Schema<'ChannelForm'>
export type FormField = NonNullable<ChannelForm['managed']>['fields'][number]
export type Provider = NonNullable<ChannelForm['unmanaged']>['providers'][number]
export type ChannelName = Binding['channel']

/** States that pass by themselves: worth another look soon. */
const passing: readonly Binding['status'][] = ['Requested', 'Provisioning']
const soonMs = 1_000

export function useBindings() {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('channels'),
    queryFn: ({ signal }) => agent.api.get('/channels', { signal }),
    refetchInterval: ({ state }) => state.data?.data.some(({ status }) => passing.includes(status)) && soonMs,
  })
}

export function useBinding(bindingId: string) {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('channels', bindingId),
    queryFn: ({ signal }) => agent.api.get('/channels/{bindingId}', { path: { bindingId }, signal }),
    refetchInterval: ({ state }) => (state.data && passing.includes(state.data.status) ? soonMs : 30_000),
  })
}

/** The forms of every channel: what a business tells, and what each provider asks for. */
export function useChannelForms() {
  const org = useOrg()
  const { data, error, refetch } = useQuery({
    queryKey: org.key('channel-forms'),
    queryFn: async ({ signal }) => {
      const { data: entries } = await parleyFor(org.id).get('/catalogs/{kind}', { path: { kind: 'channels' }, signal })
      return entries as ChannelForm[]
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { forms: data, error, refetch }
}
