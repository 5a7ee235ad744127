import { tokenizeText } from '../../../../../platform/search-text.ts'

/** Stop words. */
const empty = new Set(
  `a an the and or but if of in on at to for from by with as about into over than then so that this these those it its
   i im me my mine we us our you your yours he she they them their is are was were be been am do does did done have has had
   can could will would shall should may might must not no yes
   s m t d ll re ve hi hello hey please thanks thank there here just also too very really some any all one
   tell know want need like wonder wondering ask asking question help let get got go going what which who whom
   when where why how much many`.split(/\s+/),
)

/** Synonyms that matter for routing a conversation. */
const synonymGroups: readonly (readonly string[])[] = [
  ['book', 'appointment', 'appt', 'schedule', 'reserve', 'reservation'],
  ['price', 'cost', 'fee', 'charge', 'rate'],
  ['buy', 'purchase', 'order'],
  ['complain', 'complaint', 'problem', 'issue', 'broken', 'faulty'],
  ['reschedule', 'postpone'],
  ['refund', 'return'],
  ['deliver', 'delivery', 'ship', 'shipping'],
]

const synonymByStem = new Map(
  synonymGroups.flatMap((words) => words.map((word) => [stripEnding(word), stripEnding(words[0] as string)] as const)),
)

/** Stems a word and maps it to the first of its synonyms: `bookings` and `appointment` become the same. */
export function stemOf(word: string): string {
  const stem = stripEnding(word)
  return synonymByStem.get(stem) ?? stem
}

function stripEnding(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  const bare = word
    .replace(/ies$/, 'y')
    .replace(/(?<=s|x|z|ch|sh)es$/, '')
    .replace(/(?<![su])s$/, '')
    .replace(/(?<=..[a-z]{2})ations?$/, '')
    .replace(/(?<=[a-z]{3})(?:ing|ed)$/, '')
    .replace(/(?<=[a-z]{3})e$/, '')
  return bare.replace(/([b-df-hj-np-tv-z])\1$/, '$1')
}

/** Distinct stems without stop words. */
export function extractStems(text: string): Set<string> {
  return new Set(
    tokenizeText(text)
      .filter((word) => !empty.has(word))
      .map(stemOf),
  )
}

const articles = new Set(['a', 'an', 'the', 'please', 'and', 'also'])

/**
 * Similarity of two questions from 0 to 1. Counts all words, because none of those in `where are you` says much alone.
 */
export function computeSimilarity(one: string, other: string): number {
  const [a, b] = [listStems(one), listStems(other)]
  return a.size + b.size === 0 ? 0 : (2 * countShared(a, b)) / (a.size + b.size)
}

function listStems(text: string): Set<string> {
  return new Set(
    tokenizeText(text)
      .filter((word) => !articles.has(word))
      .map(stemOf),
  )
}

export function countShared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let count = 0
  for (const stem of one) if (other.has(stem)) count++
  return count
}

export function subtractStems(stems: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> {
  return new Set([...stems].filter((stem) => !others.has(stem)))
}

const nextQuestion =
  /[?!.;\n]+|,?\s+(?:and|also|plus)\s+(?=(?:when|where|what|which|who|how|why|do|does|is|are|can|could|will)\b)/i

export function splitQuestions(text: string): string[] {
  return text
    .split(nextQuestion)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '')
}

const sentenceEnds = new Intl.Segmenter('en', { granularity: 'sentence' })

export function splitSentences(text: string): string[] {
  return [...sentenceEnds.segment(text)].map(({ segment }) => segment.trim()).filter((sentence) => sentence !== '')
}
