import { contained, type Span } from './contained.ts'
import { fold, wordsOf } from './fold.ts'
import { deniedAround } from './negation.ts'
import type { Candidate, Pool } from './pool.ts'
import type { Reply } from './said.ts'

/** The options whose label stands in the reply, if it does not say no to them. */
export function byContainedLabel({ words }: Reply, pool: Pool): readonly Candidate[] | 'unsure' {
  const labels = Map.groupBy(pool.candidates, ({ option }) => wordsOf(option.label).join(' '))
  const phrases = [...labels.keys()].map((label) => (label === '' ? [] : label.split(' ')))
  const spans = contained(words, phrases)
  if (spans.length > 0 && (overlap(spans) || deniedAround(words, spans))) return 'unsure'
  const found = new Set(spans.map(({ phrase }) => phrase))
  return [...found].flatMap((label) => labels.get(label) ?? [])
}

/** Two labels that share words: which of them was said cannot be told. */
function overlap(lastFirst: readonly Span[]): boolean {
  return lastFirst.some((span, at) => span.to > (lastFirst[at - 1]?.from ?? Number.POSITIVE_INFINITY))
}

/** The options whose label has every word of the reply. */
export function byEveryWord({ folded }: Reply, pool: Pool): readonly Candidate[] {
  if (!/[\p{L}\p{N}]/u.test(folded)) return []
  const words = [...new Set(folded.split(' '))]
  return pool.candidates.filter(({ option }) => {
    const label = new Set(fold(option.label).split(' '))
    return words.every((word) => label.has(word))
  })
}
