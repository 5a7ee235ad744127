import { createHash } from 'node:crypto'

/** The number of statements that one connection prepares; docs/decisions/query-plans.md has their memory. */
export const maxNamedPerConnection = 200
/** More values than the widest row has: a list of rows whose text changes with their number. */
const maxValues = 64
const maxTextLength = 20_000
const maxKnownTexts = 2_000

/** The texts seen so far, the oldest first: with a name from the second time on. */
const knownTexts = new Map<string, string | undefined>()
const isPlanned = /^\s*(select|insert|update|delete|with)\b/i

/** A name that is the same in every process: two connections that share a pooler agree about it. */
export const nameOfText = (text: string): string =>
  `p_${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`

/**
 * Returns the name under which a connection prepares the statement, or undefined for one that is not worth it: without
 * values, with a list of rows, or executed for the first time (a text that occurs once would only displace others).
 */
export function findStatementName(text: string, values: readonly unknown[]): string | undefined {
  if (values.length === 0 || values.length > maxValues || text.length > maxTextLength) return undefined
  const isKnown = knownTexts.has(text)
  const name = knownTexts.get(text)
  if (name !== undefined) return name
  const given = isKnown && isPlanned.test(text) ? nameOfText(text) : undefined
  knownTexts.delete(text)
  knownTexts.set(text, given)
  if (knownTexts.size > maxKnownTexts) evictOldest()
  return given
}

function evictOldest(): void {
  const [oldest] = knownTexts.keys()
  if (oldest !== undefined) knownTexts.delete(oldest)
}
