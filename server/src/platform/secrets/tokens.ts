import { hash } from 'node:crypto'
import { LruCache } from '@parley/findings'
import { z } from 'zod'
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

const maxOverlapMinutes = 7 * 24 * 60

/** The query of a rotation: how long the previous secret stays valid. */
export const overlapQuery = z.strictObject({
  overlapMinutes: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a whole number of minutes')
    .transform(Number)
    .refine((minutes) => minutes <= maxOverlapMinutes, `must be at most ${maxOverlapMinutes}, which is a week`)
    .optional()
    .meta({
      type: 'integer',
      minimum: 0,
      maximum: maxOverlapMinutes,
      default: 0,
      description: 'How long the previous one stays valid. 0: it stops working at once.',
    }),
})

/** When the previous secret ends; undefined if it ends now. */
export function overlapEnd(minutes: number | undefined, now: Date): Date | undefined {
  return !minutes ? undefined : new Date(now.getTime() + minutes * 60_000)
}
