import { useAgent, useOrg } from '../../app/org.ts'

export function usePlace(): { org: string; agent: string } {
  const org = useOrg()
  const agent = useAgent()
  return { org: org.id, agent: agent.id }
}
