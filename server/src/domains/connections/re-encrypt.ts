import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { ReEncrypt } from '../../platform/secrets/keyring.ts'
import { grantAad } from './connection.ts'
import {
  listAllConnectionTokens,
  listAllToolGrantTokens,
  reEncryptConnection,
  reEncryptToolGrant,
} from './queries/grants.ts'
import { deleteAllOAuthStates } from './queries/states.ts'

/** Re-encrypts the tokens of every grant with another key; grants in progress must start over. */
export async function reEncryptGrants(tx: Db, reEncrypt: ReEncrypt): Promise<number> {
  const connections = await listAllConnectionTokens(tx)
  for (const { org_id: id, id: connectionId, tokens } of connections) {
    await reEncryptConnection(tx, { id }, connectionId, reEncrypt(tokens, grantAad({ id }, { connectionId })))
  }
  const grants = await listAllToolGrantTokens(tx)
  for (const { org_id: id, agent_key: key, tool_id: toolId, tokens } of grants) {
    const agent = { key } as AgentKey
    await reEncryptToolGrant(tx, agent, toolId, reEncrypt(tokens, grantAad({ id }, { agent, toolId })))
  }
  await deleteAllOAuthStates(tx)
  return connections.length + grants.length
}
