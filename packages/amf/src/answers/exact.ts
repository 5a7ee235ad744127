import type { OpenIntent } from './intent.ts'
import type { NormalizedText } from './normalized-reply.ts'
import { parseOrdinal } from './ordinal.ts'
import { type Candidate, type CandidatePool, toIdKey } from './pool.ts'

/** All that may be named exactly, by the first level that names anything: its number, its id, its label. */
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
  // Nobody sees ids, so one that is a label or a word of another option too says nothing for sure.
  return union(identified, [...labelled, ...asked(pool.byWord.get(folded))])
}

/** A number that nobody saw gives way to what was seen; one that was seen may be meant as well as the label. */
function numberOrLabel(numbered: readonly Candidate[], labelled: readonly Candidate[]): readonly Candidate[] {
  if (labelled.length === 0) return numbered
  return numbered.some(({ option }) => option.numberShown) ? union(numbered, labelled) : labelled
}

function union(some: readonly Candidate[], others: readonly Candidate[]): Candidate[] {
  return [...new Set([...some, ...others])]
}
