import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import type { World } from '../../platform/world.ts'

const prefix = 'whsec_'
const secretBytes = 32
/** How much of a secret is kept to tell it from others: the prefix and five letters. */
const shownLength = prefix.length + 5
const mostRemembered = 5000

export type Minted = { secret: string; sealed: Buffer; shown: string }

export function mintSecret(world: World, keyring: Keyring, webhookId: string): Minted {
  const secret = prefix + world.randomBytes(secretBytes).toString('base64')
  return { secret, sealed: keyring.seal(secret, aboutSecret(webhookId)), shown: secret.slice(0, shownLength) }
}

export function aboutSecret(webhookId: string): string {
  return `signing secret of webhook ${webhookId}`
}

type Sealed = { webhookId: string; secret: Buffer; secretVersion: number }

/** Opens what a webhook signs with; what was opened is remembered until the secret is another. */
export function secretOpener(keyring: Keyring): (sealed: Sealed) => KeyObject {
  const opened = new Map<string, { version: number; key: KeyObject }>()
  return ({ webhookId, secret, secretVersion }) => {
    const known = opened.get(webhookId)
    if (known?.version === secretVersion) return known.key
    const plain = keyring.open(secret, aboutSecret(webhookId))
    const key = createSecretKey(Buffer.from(plain.slice(prefix.length), 'base64'))
    if (opened.size >= mostRemembered) opened.clear()
    opened.set(webhookId, { version: secretVersion, key })
    return key
  }
}

/** The three headers of Standard Webhooks. */
export function signed(id: string, body: string, key: KeyObject, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${digest}` }
}
