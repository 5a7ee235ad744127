import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Reseal } from '../../platform/secrets/keyring.ts'
import { aboutOf } from './grant.ts'
import { everyConnection, everyToolGrant, resealConnection, resealToolGrant } from './queries/reseal.ts'
import { forgetEveryState } from './queries/states.ts'

/** Moves the tokens of every grant to another key; grants that are being given right now begin anew. */
export async function resealGrants(tx: Db, reseal: Reseal): Promise<number> {
  const connections = await everyConnection(tx)
  for (const { org_id: id, id: connectionId, tokens } of connections) {
    await resealConnection(tx, { id }, connectionId, reseal(tokens, aboutOf({ id }, { connectionId })))
  }
  const grants = await everyToolGrant(tx)
  for (const { org_id: id, agent_key: key, tool_id: toolId, tokens } of grants) {
    const agent = { key } as AgentKey
    await resealToolGrant(tx, agent, toolId, reseal(tokens, aboutOf({ id }, { agent, toolId })))
  }
  await forgetEveryState(tx)
  return connections.length + grants.length
}
