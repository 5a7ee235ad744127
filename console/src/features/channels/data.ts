import type { Schema } from '@parley/sdk'
import { useQuery } from '@tanstack/react-query'
import { createOrgClient } from '../../api/client.ts'
import { useAgent, useOrg } from '../../app/current-org.ts'

export type ChannelBinding = Schema<'ChannelBinding'>
export type ChannelSetupForm = Schema<'ChannelForm'>
export type ChannelFormField = NonNullable<ChannelSetupForm['managed']>['fields'][number]
export type ChannelProvider = NonNullable<ChannelSetupForm['unmanaged']>['providers'][number]
export type ChannelName = ChannelBinding['channel']

/** Transient states: poll again soon. */
const transientStatuses: readonly ChannelBinding['status'][] = ['Requested', 'Provisioning']
const pollMs = 1_000

export function useBindings() {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('channels'),
    queryFn: ({ signal }) => agent.api.get('/channels', { signal }),
    refetchInterval: ({ state }) => state.data?.data.some(({ status }) => transientStatuses.includes(status)) && pollMs,
  })
}

export function useBinding(bindingId: string) {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('channels', bindingId),
    queryFn: ({ signal }) => agent.api.get('/channels/{bindingId}', { path: { bindingId }, signal }),
    refetchInterval: ({ state }) => (state.data && transientStatuses.includes(state.data.status) ? pollMs : 30_000),
  })
}

/** The setup forms of every channel: the business's inputs and each provider's credentials. */
export function useChannelSetupForms() {
  const org = useOrg()
  const { data, error, refetch } = useQuery({
    queryKey: org.key('channel-forms'),
    queryFn: async ({ signal }) => {
      const { data: entries } = await createOrgClient(org.id).get('/catalogs/{kind}', {
        path: { kind: 'channels' },
        signal,
      })
      return entries as ChannelSetupForm[]
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { forms: data, error, refetch }
}
