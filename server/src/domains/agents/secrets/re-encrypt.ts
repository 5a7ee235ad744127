import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { ReEncrypt } from '../../../platform/secrets/keyring.ts'
import { signingSecretAad } from '../gateway.ts'
import { listAllAgentSecrets, listAllSigningSecrets, reEncryptAgentSecret, reEncryptSigningSecret } from './queries.ts'
import { agentSecretAad } from './secrets.ts'

/** Re-encrypts all agent secrets with another key and returns how many there were. */
export async function reEncryptAgentSecrets(tx: Db, reEncrypt: ReEncrypt): Promise<number> {
  const secrets = await listAllAgentSecrets(tx)
  for (const { agent_key: key, name, ciphertext } of secrets) {
    const agent = { key } as AgentKey
    await reEncryptAgentSecret(tx, agent, name, reEncrypt(ciphertext, agentSecretAad(agent, name)))
  }
  const signing = await listAllSigningSecrets(tx)
  for (const { agent_key: key, signing_secret: ciphertext, previous_signing_secret: previous } of signing) {
    const agent = { key } as AgentKey
    const again = (encrypted: Buffer) => reEncrypt(encrypted, signingSecretAad(agent))
    await reEncryptSigningSecret(tx, agent, again(ciphertext), previous && again(previous))
  }
  return secrets.length + signing.length
}
