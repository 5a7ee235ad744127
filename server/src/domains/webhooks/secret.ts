import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { LruCache } from '@parley/findings'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import type { World } from '../../platform/world.ts'

const prefix = 'whsec_'
const secretBytes = 32
/** The part of a secret that is stored to tell it from others: the prefix and five letters. */
const prefixLength = prefix.length + 5
const maxCached = 5000

export type MintedSecret = { secret: string; encrypted: Buffer; prefix: string }

export function mintSecret(world: World, keyring: Keyring, webhookId: string): MintedSecret {
  const secret = prefix + world.randomBytes(secretBytes).toString('base64')
  return {
    secret,
    encrypted: keyring.encrypt(secret, secretAssociatedData(webhookId)),
    prefix: secret.slice(0, prefixLength),
  }
}

export function secretAssociatedData(webhookId: string): string {
  return `signing secret of webhook ${webhookId}`
}

type EncryptedSecret = { webhookId: string; secret: Buffer; secretVersion: number }

/** Decrypts the signing secret of a webhook and caches it until it changes. */
export function createSigningKeyReader(keyring: Keyring): (sealed: EncryptedSecret) => KeyObject {
  const opened = new LruCache<string, { version: number; key: KeyObject }>(maxCached)
  return ({ webhookId, secret, secretVersion }) => {
    const known = opened.get(webhookId)
    if (known?.version === secretVersion) return known.key
    const plain = keyring.decrypt(secret, secretAssociatedData(webhookId))
    const key = createSecretKey(Buffer.from(plain.slice(prefix.length), 'base64'))
    opened.set(webhookId, { version: secretVersion, key })
    return key
  }
}

/** Returns the three headers of Standard Webhooks. */
export function signDelivery(id: string, body: string, key: KeyObject, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${digest}` }
}
