import { argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { World } from '../../../platform/world.ts'

/**
 * Argon2id with OWASP's parameters: 19 MiB, two passes, about 60 ms. Stored in the standard encoded form, so the cost
 * can be raised later.
 */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32
const saltLength = 16

const derive = promisify(argon2)

export async function hashPassword(password: string, world: World): Promise<string> {
  const nonce = world.randomBytes(saltLength)
  const tag = await derive('argon2id', { message: password.normalize('NFC'), nonce, tagLength, ...cost })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${toUnpaddedBase64(nonce)}$${toUnpaddedBase64(tag)}`
}

/** Does the same work when there is no hash, so an unknown account does not respond faster. */
async function verifyPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash ?? dummyHash)
  if (!parts) return false
  const [memory, passes, parallelism] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const nonce = Buffer.from(parts[4] as string, 'base64')
  const expected = Buffer.from(parts[5] as string, 'base64')
  const options = { message: password.normalize('NFC'), nonce, tagLength: expected.length, memory, passes, parallelism }
  const tag = await derive('argon2id', options)
  return timingSafeEqual(tag, expected) && typeof hash === 'string'
}

/** A random epoch for sessions under a new password; it differs from all earlier ones. */
export const createSessionEpoch = (world: World): number => world.randomBytes(6).readUIntBE(0, 6)

const dummyHash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${toUnpaddedBase64(Buffer.alloc(saltLength))}$${toUnpaddedBase64(Buffer.alloc(tagLength))}`

function toUnpaddedBase64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

/** How many passwords of an account are checked when the caller names no org. */
export const maxPasswordsTried = 3

type PasswordHolder = { passwordHash: string | null }

/**
 * Returns the first org whose password matches, and how many checks failed before it. A failure runs the same number of
 * checks for every account, known or unknown, so timing reveals nothing.
 */
export async function findByPassword<T extends PasswordHolder>(
  password: string,
  joined: readonly T[],
  tries: number,
): Promise<{ found?: T; failures: number }> {
  const hashes = [...new Set(joined.flatMap(({ passwordHash }) => passwordHash ?? []))]
  for (let failures = 0; failures < tries; failures++) {
    const hash = hashes[failures]
    if (!(await verifyPassword(password, hash))) continue
    return { found: joined.find(({ passwordHash }) => passwordHash === hash), failures }
  }
  return { failures: tries }
}
