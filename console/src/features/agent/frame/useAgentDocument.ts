import { useQuery } from '@tanstack/react-query'
import { useAgent } from '../../../app/current-org.ts'

/** The saved document of the agent. Shares its query key with the live lint, which reads the same data. */
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
