import { canBeMisspelled, tokenizeText } from '../../platform/search-text.ts'

/** `telling` are the distinct words that carry the meaning of the query. */
export type WordQuery = { words: readonly string[]; telling: readonly string[]; playbookId?: string; limit: number }

/** More distinct words than a question has. Further words of a long text add little and cost a scan each. */
const maxWords = 24

/** Polite filler that says nothing about the subject of a question. */
const fillerWords = new Set(
  `hi hello hey please thanks thank tell know want need like could would wonder wondering ask asking question help
   anyone somebody someone something really kindly ok okay yes yeah yep yup no nope nah sure`.split(/\s+/),
)

/** Returns undefined for a text without words. */
export function toWordQuery({ q, ...query }: { q: string; playbookId?: string; limit: number }): WordQuery | undefined {
  const all = tokenizeText(q)
  if (all.length === 0) return undefined
  const telling = all.filter((word) => !fillerWords.has(word))
  return {
    words: all.slice(0, 2 * maxWords),
    telling: [...new Set(telling.length > 0 ? telling : all)].slice(0, maxWords),
    playbookId: query.playbookId,
    limit: query.limit,
  }
}

/** Each unknown word is compared with every word of the same initial; a question rarely contains many of them. */
const maxDoubtful = 6

export function findDoubtfulWords(words: readonly string[]): boolean[] {
  let left = maxDoubtful
  return words.map((word) => canBeMisspelled(word) && left-- > 0)
}

/** How many entries with a word are examined, so that the time for a common word does not grow with their number. */
export const maxHits = { definition: 2000, passages: 200 }

/** For each kind only slightly more entries are scored than are needed: in SQL, scoring takes most of the time. */
export const countScored = (limit: number): number => Math.max(16, 2 * limit)
