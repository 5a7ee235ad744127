import { useQuery } from '@tanstack/react-query'
import { type CurrentAgent, useAgent } from '../app/current-org.ts'

type Read = (api: CurrentAgent['api'], signal: AbortSignal) => Promise<{ data: { id: string; name: string }[] }>

const nameReaders = {
  playbooks: (api, signal) => api.get('/playbooks', { signal }),
  goals: (api, signal) => api.get('/goals', { signal }),
  outreach: (api, signal) => api.get('/outreach', { signal }),
} satisfies Record<string, Read>

/** Resolves ids of the agent's entities to names; falls back to the id of a deleted entity. */
export function useNames(kind: keyof typeof nameReaders): (id: string) => string {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key(kind, 'names'),
    queryFn: async ({ signal }) => {
      const { data: parts } = await nameReaders[kind](agent.api, signal)
      return Object.fromEntries(parts.map(({ id, name }) => [id, name]))
    },
    staleTime: 60_000,
  })
  return (id) => data?.[id] ?? id
}
