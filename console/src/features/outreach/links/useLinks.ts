import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/outreach.ts'
import { useAgent } from '../../../app/current-org.ts'
import { deleteWithUndo, notify } from '../../../components/notify.tsx'
import type { OutreachLink } from './link-state.ts'

export function useLinks() {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('outreach-links'),
    queryFn: async ({ signal }) => (await agent.api.get('/outreach-links', { signal })).data,
    refetchInterval: 15_000,
  })
}

/** The channels that a link may use, in the order in which a new link offers them. */
const linkChannels = ['rcs', 'sms', 'messengerA'] as const
export type LinkChannel = (typeof linkChannels)[number]
export type LinkBinding = { id: string; channel: LinkChannel }

/** The agent's channels on which a link can send. */
export function useLinkBindings() {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('channels', 'links'),
    queryFn: async ({ signal }): Promise<LinkBinding[]> => {
      const { data } = await agent.api.get('/channels', { signal })
      return linkChannels.flatMap((channel) => {
        const binding = data.find((one) => one.channel === channel)
        return binding ? [{ id: binding.id, channel }] : []
      })
    },
  })
}

export function useToggleLink() {
  const agent = useAgent()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, disabled }: OutreachLink) =>
      agent.api.patch('/outreach-links/{linkId}', { path: { linkId: id }, body: { disabled: !disabled } }),
    onSuccess: ({ disabled }) => {
      void queries.invalidateQueries({ queryKey: agent.key('outreach-links') })
      notify.success(disabled ? strings.links.paused : strings.links.resumed)
    },
    onError: notify.error,
  })
}

export function useDeleteLink() {
  const agent = useAgent()
  const queries = useQueryClient()
  const key = agent.key('outreach-links')
  return ({ id, label }: OutreachLink) =>
    deleteWithUndo({
      name: label || strings.links.unlabeled,
      hide: () => queries.setQueryData<OutreachLink[]>(key, (links) => links?.filter((link) => link.id !== id)),
      restore: () => void queries.invalidateQueries({ queryKey: key }),
      remove: () => agent.api.delete('/outreach-links/{linkId}', { path: { linkId: id } }),
    })
}
