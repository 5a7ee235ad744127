import type { Finding } from '@parley/findings'
import { error, into, type Place } from '../place.ts'

/** As JSON. What integrations answer is whatever somebody wants, and is kept with every case and every result. */
const mostOfStubs = 256 * 2 ** 10

/**
 * As JSON, counted as a text's `length`. Together the bounds that document 2 gives texts and lists come to 0.6 million
 * characters, which take two places each in some scripts, and there are the stubs; what is left is for the maps and
 * lists of checks, which it gives no bounds: all of them full would be 16 million.
 */
const mostOfDocument = 1.5 * 2 ** 20

/** Of a document that is not too deep to be written. */
export function sizeFindings(document: Place): Finding[] {
  const stubs = into(document, 'scenario', 'stubs')
  const findings = [tooLarge(stubs, mostOfStubs), tooLarge(document, mostOfDocument)]
  return findings.flatMap((finding) => finding ?? [])
}

function tooLarge(place: Place, most: number): Finding | undefined {
  const length = JSON.stringify(place.value)?.length ?? 0
  if (length <= most) return undefined
  return error(place, 'case.schema.maxLength', `must have at most ${most} characters as JSON; it has ${length}`)
}
