import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Reseal } from '../../../platform/secrets/keyring.ts'
import { aboutSigningSecret } from '../gateway.ts'
import { everySecret, everySigningSecret, resealSecret, resealSigningSecret } from './queries.ts'
import { aboutSecret } from './secrets.ts'

/** Moves what agents keep sealed to another key; answers how much it was. */
export async function resealAgentSecrets(tx: Db, reseal: Reseal): Promise<number> {
  const secrets = await everySecret(tx)
  for (const { agent_key: key, name, sealed } of secrets) {
    const agent = { key } as AgentKey
    await resealSecret(tx, agent, name, reseal(sealed, aboutSecret(agent, name)))
  }
  const signing = await everySigningSecret(tx)
  for (const { agent_key: key, signing_secret: sealed } of signing) {
    const agent = { key } as AgentKey
    await resealSigningSecret(tx, agent, reseal(sealed, aboutSigningSecret(agent)))
  }
  return secrets.length + signing.length
}
