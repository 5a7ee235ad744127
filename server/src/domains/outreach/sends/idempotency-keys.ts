import { createHash } from 'node:crypto'

/** Keys are stored as hashes, because they may be built from personal data. */
export const hashIdempotencyKey = (key: string): Buffer => sha256(`key\n${key}`)

/** Separate from live keys: a test send neither uses up nor sees the key of a live send. */
export const hashSandboxKey = (key: string): Buffer => sha256(`rehearsed\n${key}`)

/** The default key: an Outreach reaches a person once per UTC day. */
export const hashDailyKey = (outreachId: string, personId: string, now: Date): Buffer =>
  sha256(`day\n${outreachId}\n${personId}\n${now.toISOString().slice(0, 10)}`)

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
