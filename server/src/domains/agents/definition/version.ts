import type { AgentKey } from '../../../platform/http/route.ts'

/** Cache capacity: a busy process serves this many small agents, or fewer large ones, without reloading definitions. */
export const maxCachedDefinitions = 500

/** The version that was read when the route resolved the agent. */
export function definitionVersionOf(agent: AgentKey): number | undefined {
  return (agent as AgentKey & { version?: number }).version
}
