import { useMemo } from 'react'
import { useAgent, useOrg } from '../../app/org.ts'

/** Where the links of an agent's pages begin. */
export function usePlace(): { org: string; agent: string } {
  const { id: org } = useOrg()
  const { id: agent } = useAgent()
  return useMemo(() => ({ org, agent }), [org, agent])
}
