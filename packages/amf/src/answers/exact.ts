import type { OpenIntent } from './intent.ts'
import type { NormalizedText } from './normalized-reply.ts'
import { parseOrdinal } from './ordinal.ts'
import { type Candidate, type CandidatePool, toIdKey } from './pool.ts'

/** Matches options exactly, by the first level that matches anything: number, id, label. */
export function matchExactly(
  { text, folded }: NormalizedText,
  pool: CandidatePool,
  only?: OpenIntent,
): readonly Candidate[] {
  const asked = (found: readonly Candidate[] = []) => (only ? found.filter(({ intent }) => intent === only) : found)
  const labelled = asked(pool.byLabel.get(folded))
  const ordinal = parseOrdinal(text)
  const numbered = asked(ordinal === undefined ? [] : pool.byNumber.get(ordinal))
  if (numbered.length > 0) return numberOrLabel(numbered, labelled)
  const identified = asked(pool.byId.get(toIdKey(text)))
  if (identified.length === 0) return labelled
  // People never see ids, so an id that is also a label or a word of another option is ambiguous.
  return union(identified, [...labelled, ...asked(pool.byWord.get(folded))])
}

/**
 * A number that was not shown gives way to a label. A number that was shown is as likely as the label, so both match.
 */
function numberOrLabel(numbered: readonly Candidate[], labelled: readonly Candidate[]): readonly Candidate[] {
  if (labelled.length === 0) return numbered
  return numbered.some(({ option }) => option.numberShown) ? union(numbered, labelled) : labelled
}

function union(some: readonly Candidate[], others: readonly Candidate[]): Candidate[] {
  return [...new Set([...some, ...others])]
}
