import type { Db } from '../../../platform/db/database.ts'
import type { Reseal } from '../../../platform/secrets/keyring.ts'
import { aboutSigningSecret } from '../gateway.ts'
import { everySecret, everySigningSecret, resealSecret, resealSigningSecret } from './queries.ts'
import { aboutSecret } from './secrets.ts'

/** Moves what agents keep sealed to another key; answers how much it was. */
export async function resealAgentSecrets(tx: Db, reseal: Reseal): Promise<number> {
  const secrets = await everySecret(tx)
  for (const { agent_key: key, name, sealed } of secrets) {
    await resealSecret(tx, { key }, name, reseal(sealed, aboutSecret({ key }, name)))
  }
  const signing = await everySigningSecret(tx)
  for (const { agent_key: key, signing_secret: sealed } of signing) {
    await resealSigningSecret(tx, { key }, reseal(sealed, aboutSigningSecret({ key })))
  }
  return secrets.length + signing.length
}
