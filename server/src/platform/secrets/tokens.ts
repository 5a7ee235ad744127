import { hash } from 'node:crypto'
import { LruCache } from '@parley/findings'
import type { World } from '../world.ts'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Generates a random token of about 190 bits after its prefix. Rejects bytes that would bias some letters. */
export function generateToken(world: World, prefix: string, letters = 32): string {
  let token = prefix
  while (token.length < prefix.length + letters) {
    for (const byte of world.randomBytes(letters)) {
      if (byte < 248 && token.length < prefix.length + letters) token += base62[byte % 62]
    }
  }
  return token
}

/** Tokens are random, so SHA-256 is as safe as a slow hash, and a hundred thousand times faster. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

const recentHashes = new LruCache<string, string>(500)

/**
 * The hash as hex, cached because every request needs it: callers repeat, and the hash is the most expensive part of a
 * lookup.
 */
export function hashTokenHex(token: string): string {
  const known = recentHashes.get(token)
  if (known !== undefined) return known
  const hex = hash('sha256', token)
  recentHashes.set(token, hex)
  return hex
}
