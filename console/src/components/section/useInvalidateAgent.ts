import { useQueryClient } from '@tanstack/react-query'
import { useAgent, useOrg } from '../../app/current-org.ts'

/** Call after a write to the agent: refetches everything shown of it. */
export function useInvalidateAgent(): () => Promise<void> {
  const queries = useQueryClient()
  const org = useOrg()
  const agent = useAgent()
  return async () => {
    void queries.invalidateQueries({ queryKey: org.key('agents') })
    await queries.invalidateQueries({ queryKey: agent.key() })
  }
}
