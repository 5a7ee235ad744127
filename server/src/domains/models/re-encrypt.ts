import type { Db } from '../../platform/db/database.ts'
import type { OrgKey } from '../../platform/http/route.ts'
import type { ReEncrypt } from '../../platform/secrets/keyring.ts'
import { listAllModelKeys, replaceModelKey } from './queries/org-models.ts'

/** Binds a key to its model: copied to another row, it does not decrypt. */
export const modelKeyAad = (org: OrgKey, modelId: string): string => `key of model ${org.id} ${modelId}`

/** Re-encrypts the keys of all models with another secret key; returns how many there were. */
export async function reEncryptModelKeys(tx: Db, reEncrypt: ReEncrypt): Promise<number> {
  const stored = await listAllModelKeys(tx)
  for (const { org_id, id, api_key } of stored) {
    const org = { id: org_id }
    await replaceModelKey(tx, org, id, reEncrypt(api_key, modelKeyAad(org, id)))
  }
  return stored.length
}
