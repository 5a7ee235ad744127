import { hash } from 'node:crypto'
import type { World } from '../world.ts'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A random token of about 190 bits behind its prefix. Bytes that would favour some letters are left out. */
export function generateToken(world: World, prefix: string, letters = 32): string {
  let token = prefix
  while (token.length < prefix.length + letters) {
    for (const byte of world.randomBytes(letters)) {
      if (byte < 248 && token.length < prefix.length + letters) token += base62[byte % 62]
    }
  }
  return token
}

/** Tokens are random, so that their SHA-256 is as good as a slow hash, and a hundred thousand times faster. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

const recentHashes = new Map<string, string>()
const maxRecentHashes = 500

/** The same as hex, for the tokens of every request: callers come back, and the hash is the dearest part of a lookup. */
export function hashTokenHex(token: string): string {
  const known = recentHashes.get(token)
  if (known !== undefined) return known
  const hex = hash('sha256', token)
  if (recentHashes.size >= maxRecentHashes) recentHashes.clear()
  recentHashes.set(token, hex)
  return hex
}
