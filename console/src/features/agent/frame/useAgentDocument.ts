import { useQuery } from '@tanstack/react-query'
import { useAgent } from '../../../app/current-org.ts'

/** The agent's document as it is saved. The key is that of the live lint, which reads the same. */
export function useAgentDocument() {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('export'),
    queryFn: async ({ signal }) => {
      const answer = await agent.api.raw('GET', '/export', { headers: { accept: 'application/json' }, signal })
      return (await answer.json()) as Record<string, unknown>
    },
  })
}
