import { useAgent, useOrg } from '../../../app/org.ts'

/** The parameters of every address of the open agent. */
export function usePlace(): { org: string; agent: string } {
  const [{ id: org }, { id: agent }] = [useOrg(), useAgent()]
  return { org, agent }
}
