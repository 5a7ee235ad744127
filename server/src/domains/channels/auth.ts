import type { AgentKey } from '../../platform/http/route.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import type { FormValues } from './form.ts'

/** Associated data of the encrypted credentials: they do not decrypt if copied to another binding. */
export const authAssociatedData = (agent: Pick<AgentKey, 'key'>, bindingId: string) =>
  `channel ${bindingId} of agent ${agent.key}`

export type DecryptAuth = (agent: Pick<AgentKey, 'key'>, bindingId: string, sealed: Buffer | null) => FormValues

const maxCached = 2000
const none: FormValues = Object.freeze({})

/** Decrypts credentials and caches them by ciphertext, which is safe because no two encryptions are alike. */
export function createAuthDecryptor(keyring: Keyring): DecryptAuth {
  const known = new Map<string, { sealed: Buffer; auth: FormValues }>()
  return (agent, bindingId, sealed) => {
    if (!sealed) return none
    const remembered = known.get(bindingId)
    if (remembered?.sealed.equals(sealed)) return remembered.auth
    const auth = Object.freeze(JSON.parse(keyring.decrypt(sealed, authAssociatedData(agent, bindingId))))
    if (known.size >= maxCached) known.clear()
    known.set(bindingId, { sealed, auth })
    return auth
  }
}

export function encryptAuth(
  keyring: Keyring,
  agent: Pick<AgentKey, 'key'>,
  bindingId: string,
  auth: FormValues,
): Buffer {
  return keyring.encrypt(JSON.stringify(auth), authAssociatedData(agent, bindingId))
}
