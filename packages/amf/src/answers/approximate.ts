import { findContainedPhrases, type PhraseSpan } from './contained.ts'
import { isNegatedAround } from './negation.ts'
import { normalizeText, splitWords } from './normalize-text.ts'
import type { NormalizedReply } from './normalized-reply.ts'
import type { Candidate, CandidatePool } from './pool.ts'

/** The options whose label stands in the reply, if it does not say no to them. */
export function matchContainedLabels({ words }: NormalizedReply, pool: CandidatePool): readonly Candidate[] | 'unsure' {
  const labels = Map.groupBy(pool.candidates, ({ option }) => splitWords(option.label).join(' '))
  const phrases = [...labels.keys()].map((label) => (label === '' ? [] : label.split(' ')))
  const spans = findContainedPhrases(words, phrases)
  if (spans.length > 0 && (overlapsSpan(spans) || isNegatedAround(words, spans))) return 'unsure'
  const found = new Set(spans.map(({ phrase }) => phrase))
  return [...found].flatMap((label) => labels.get(label) ?? [])
}

/** Two labels that share words: which of them was said cannot be told. */
function overlapsSpan(lastFirst: readonly PhraseSpan[]): boolean {
  return lastFirst.some((span, at) => span.to > (lastFirst[at - 1]?.from ?? Number.POSITIVE_INFINITY))
}

/** The options whose label has every word of the reply. */
export function matchByEveryWord({ folded }: NormalizedReply, pool: CandidatePool): readonly Candidate[] {
  if (!/[\p{L}\p{N}]/u.test(folded)) return []
  const words = [...new Set(folded.split(' '))]
  return pool.candidates.filter(({ option }) => {
    const label = new Set(normalizeText(option.label).split(' '))
    return words.every((word) => label.has(word))
  })
}
