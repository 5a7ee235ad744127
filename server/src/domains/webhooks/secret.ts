import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { LruCache } from '@parley/findings'
import type { Db } from '../../platform/db/database.ts'
import type { Keyring, ReEncrypt } from '../../platform/secrets/keyring.ts'
import type { World } from '../../platform/world.ts'
import { listAllWebhookSecrets, replaceWebhookSecrets } from './queries/webhooks.ts'

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

function secretAssociatedData(webhookId: string): string {
  return `signing secret of webhook ${webhookId}`
}

type EncryptedSecret = {
  webhookId: string
  secret: Buffer
  secretVersion: number
  /** Valid for some time after a rotation. */
  previousSecret: Buffer | null
  previousSecretUntil: Date | null
}

/** Decrypts the valid signing secrets of a webhook, newest first, and caches them until they change. */
export function createSigningKeyReader(keyring: Keyring): (sealed: EncryptedSecret, now: Date) => KeyObject[] {
  const opened = new LruCache<string, KeyObject>(maxCached)
  const open = (webhookId: string, version: number, encrypted: Buffer): KeyObject => {
    const name = `${webhookId} ${version}`
    const known = opened.get(name)
    if (known) return known
    const plain = keyring.decrypt(encrypted, secretAssociatedData(webhookId))
    const key = createSecretKey(Buffer.from(plain.slice(prefix.length), 'base64'))
    opened.set(name, key)
    return key
  }
  return ({ webhookId, secret, secretVersion, previousSecret, previousSecretUntil }, now) => {
    const key = open(webhookId, secretVersion, secret)
    const isOverlapping = previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > now
    return isOverlapping ? [key, open(webhookId, secretVersion - 1, previousSecret)] : [key]
  }
}

/** Returns the three headers of Standard Webhooks, with a signature by each key. */
export function signDelivery(id: string, body: string, keys: readonly KeyObject[], now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const sign = (key: KeyObject) =>
    `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': keys.map(sign).join(' ') }
}

/** Re-encrypts the signing secret of every webhook with another key; returns the number of webhooks. */
export async function reEncryptWebhookSecrets(tx: Db, reEncrypt: ReEncrypt): Promise<number> {
  const stored = await listAllWebhookSecrets(tx)
  for (const { id, secret, previousSecret } of stored) {
    const again = (encrypted: Buffer) => reEncrypt(encrypted, secretAssociatedData(id))
    await replaceWebhookSecrets(tx, {
      id,
      secret: again(secret),
      previousSecret: previousSecret && again(previousSecret),
    })
  }
  return stored.length
}
