import type { Db } from '../../../platform/db/database.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import type { ConnectionUser } from '../../connections/index.ts'
import { listAgentsWithLinks } from './queries.ts'

/** Agents that use each connection for a representative's calendar, sorted by name. */
export async function findLinkingAgents(
  db: Db,
  org: OrgKey,
  connectionIds: readonly string[],
): Promise<Map<string, ConnectionUser[]>> {
  const linking = new Map(connectionIds.map((id): [string, ConnectionUser[]] => [id, []]))
  for (const { agentId, name, connectionId } of await listAgentsWithLinks(db, org, connectionIds)) {
    linking.get(connectionId)?.push({ agentId, name })
  }
  for (const agents of linking.values()) agents.sort((one, other) => one.name.localeCompare(other.name))
  return linking
}
