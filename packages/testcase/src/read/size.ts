import type { Finding } from '@parley/findings'
import { createErrorFinding, getChild, type JsonNode } from '../json-node.ts'

/** As JSON. What integrations answer is whatever somebody wants, and is kept with every case and every result. */
const maxStubsSize = 256 * 2 ** 10

/**
 * As JSON, counted as a text's `length`. Together the bounds that document 2 gives texts and lists come to 0.6 million
 * characters, which take two places each in some scripts, and there are the stubs; what is left is for the maps and
 * lists of checks, which it gives no bounds: all of them full would be 16 million.
 */
const maxDocumentSize = 1.5 * 2 ** 20

/** Of a document that is not too deep to be written. */
export function sizeFindings(document: JsonNode): Finding[] {
  const stubs = getChild(document, 'scenario', 'stubs')
  const findings = [tooLarge(stubs, maxStubsSize), tooLarge(document, maxDocumentSize)]
  return findings.flatMap((finding) => finding ?? [])
}

function tooLarge(place: JsonNode, most: number): Finding | undefined {
  const length = JSON.stringify(place.value)?.length ?? 0
  if (length <= most) return undefined
  return createErrorFinding(
    place,
    'case.schema.maxLength',
    `must have at most ${most} characters as JSON; it has ${length}`,
  )
}
