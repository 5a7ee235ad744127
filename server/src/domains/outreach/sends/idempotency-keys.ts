import { createHash } from 'node:crypto'

/** Keys are kept as hashes: what they are made of may be a person's own. */
export const hashIdempotencyKey = (key: string): Buffer => sha256(`key\n${key}`)

/** A rehearsal uses up no key of a live send, and hears of none. */
export const hashSandboxKey = (key: string): Buffer => sha256(`rehearsed\n${key}`)

/** Without a key, an Outreach reaches a person once per UTC day. */
export const hashDailyKey = (outreachId: string, personId: string, now: Date): Buffer =>
  sha256(`day\n${outreachId}\n${personId}\n${now.toISOString().slice(0, 10)}`)

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
