import { useQueryClient } from '@tanstack/react-query'
import { useAgent, useOrg } from '../../app/current-org.ts'

/** To be called when the agent was written: everything that is shown of it is read again. */
export function useInvalidateAgent(): () => Promise<void> {
  const queries = useQueryClient()
  const org = useOrg()
  const agent = useAgent()
  return async () => {
    void queries.invalidateQueries({ queryKey: org.key('agents') })
    await queries.invalidateQueries({ queryKey: agent.key() })
  }
}
