import type { AgentKey } from '../../../platform/http/route.ts'

/** A busy process serves this many small agents without asking for their definitions again, or fewer large ones. */
export const maxCachedDefinitions = 500

/** The version of an agent that was found by its path. */
export function definitionVersionOf(agent: AgentKey): number | undefined {
  return (agent as AgentKey & { version?: number }).version
}
