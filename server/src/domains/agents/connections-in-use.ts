import type { Db } from '../../platform/db/database.ts'
import type { OrgKey } from '../../platform/http/route.ts'
import { listConnectionBindings } from './queries.ts'

export type AgentReference = { agentId: string; name: string }

/**
 * Returns the agents whose tool bindings use a connection as `connectionId`, grouped by connection and sorted by name.
 */
export async function findAgentsUsingConnections(
  db: Db,
  org: OrgKey,
  connectionIds: readonly string[],
): Promise<Map<string, AgentReference[]>> {
  const using = new Map(connectionIds.map((id): [string, AgentReference[]] => [id, []]))
  for (const { agentId, name, connectionId } of await listConnectionBindings(db, org)) {
    using.get(connectionId)?.push({ agentId, name })
  }
  for (const agents of using.values()) agents.sort((one, other) => one.name.localeCompare(other.name))
  return using
}
