import { useQuery } from '@tanstack/react-query'
import { type OpenAgent, useAgent } from '../app/org.ts'

type Read = (api: OpenAgent['api'], signal: AbortSignal) => Promise<{ data: { id: string; name: string }[] }>

const reads = {
  playbooks: (api, signal) => api.get('/playbooks', { signal }),
  goals: (api, signal) => api.get('/goals', { signal }),
  outreach: (api, signal) => api.get('/outreach', { signal }),
} satisfies Record<string, Read>

/** What parts of the agent are called that records know by id; the id of one that is gone. */
export function useNames(kind: keyof typeof reads): (id: string) => string {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key(kind, 'names'),
    queryFn: async ({ signal }) => {
      const { data: parts } = await reads[kind](agent.api, signal)
      return Object.fromEntries(parts.map(({ id, name }) => [id, name]))
    },
    staleTime: 60_000,
  })
  return (id) => data?.[id] ?? id
}
