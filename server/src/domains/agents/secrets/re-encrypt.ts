import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { ReEncrypt } from '../../../platform/secrets/keyring.ts'
import { signingSecretAad } from '../gateway.ts'
import { listAllAgentSecrets, listAllSigningSecrets, reEncryptAgentSecret, reEncryptSigningSecret } from './queries.ts'
import { agentSecretAad } from './secrets.ts'

/** Moves what agents keep sealed to another key; answers how much it was. */
export async function reEncryptAgentSecrets(tx: Db, reseal: ReEncrypt): Promise<number> {
  const secrets = await listAllAgentSecrets(tx)
  for (const { agent_key: key, name, sealed } of secrets) {
    const agent = { key } as AgentKey
    await reEncryptAgentSecret(tx, agent, name, reseal(sealed, agentSecretAad(agent, name)))
  }
  const signing = await listAllSigningSecrets(tx)
  for (const { agent_key: key, signing_secret: sealed } of signing) {
    const agent = { key } as AgentKey
    await reEncryptSigningSecret(tx, agent, reseal(sealed, signingSecretAad(agent)))
  }
  return secrets.length + signing.length
}
