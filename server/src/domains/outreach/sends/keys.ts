import { createHash } from 'node:crypto'

/** Keys are kept as hashes: what they are made of may be a person's own. */
export const hashOfKey = (key: string): Buffer => hashed(`key\n${key}`)

/** A rehearsal uses up no key of a live send, and hears of none. */
export const hashOfRehearsedKey = (key: string): Buffer => hashed(`rehearsed\n${key}`)

/** Without a key, an Outreach reaches a person once per UTC day. */
export const hashOfDay = (outreachId: string, personId: string, now: Date): Buffer =>
  hashed(`day\n${outreachId}\n${personId}\n${now.toISOString().slice(0, 10)}`)

const hashed = (text: string): Buffer => createHash('sha256').update(text).digest()
