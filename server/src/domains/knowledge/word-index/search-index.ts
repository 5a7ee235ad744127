import type { SearchHit } from '../search.ts'
import { countScored, findDoubtfulWords, maxHits, type WordQuery } from '../word-query.ts'
import { roundScore } from './rank.ts'
import { compareCodePoints, containsWord, countCodePoints, findSimilarWords } from './vocabulary.ts'
import { findPostings, type IndexedEntry, type WordIndex } from './word-index.ts'

/** The lexeme that PostgreSQL makes of a word; undefined for a stop word. */
export type LexemeOf = (word: string) => string | undefined

/** One way to match the word `n` of the query. */
export type ExpandedTerm = { n: number; word: string; likeness: number }

/** A word of the query in one of its forms, with its postings. */
type SearchTerm = ExpandedTerm & { lexeme?: string; from: number; to: number }

/** Expands each word that is not a stop word: to itself, or to similar words of the agent when no entry has it. */
export function expandQuery(index: WordIndex, words: readonly string[], lexemeOf: LexemeOf): ExpandedTerm[] {
  const doubtful = findDoubtfulWords(words)
  return words.flatMap((word, n): ExpandedTerm[] => {
    const lexeme = lexemeOf(word)
    if (lexeme === undefined) return []
    const { from, to } = findPostings(index, lexeme)
    if (!doubtful[n] || to > from || containsWord(index.vocabulary, word)) return [{ n, word, likeness: 1 }]
    const similar = findSimilarWords(index.vocabulary, word)
    if (similar.length === 0) return [{ n, word, likeness: 0 }]
    const length = countCodePoints(word)
    return similar.map(({ word, changes }) => ({ n, word, likeness: (1 - changes / length) ** 2 }))
  })
}

/** Finds entries by weighted words, with the results of `findByKeywords` in SQL. */
export function searchByKeywords(
  index: WordIndex,
  query: WordQuery,
  expanded: readonly ExpandedTerm[],
  lexemeOf: LexemeOf,
): SearchHit[] {
  const terms = expanded.map((term): SearchTerm => {
    const lexeme = lexemeOf(term.word)
    return { ...term, lexeme, ...(lexeme === undefined ? { from: 0, to: 0 } : findPostings(index, lexeme)) }
  })
  const scored = countScored(query.limit)
  const hits = terms.map((term) => listHits(index, term, query.playbookId))
  const weights = weighWords(terms, hits)
  const best = new Set([
    ...selectBest(index, sumWeights(terms, hits, weights), scored),
    ...listPassagesWithAll(index, terms, scored),
  ])
  const totalWeight = weights.values().reduce((sum, weight) => sum + weight, 0)
  const phrase = query.words.join(' ')
  const words = [...new Set(query.words)]
  const found = [...best].map((number) => {
    const entry = index.entries[number]!
    if (entry.phrases.includes(phrase)) return { entry, score: 1 }
    const { coverage, density } = measureShare(index, number, terms, weights)
    const closeness = Math.max(0, ...entry.phrases.map((own) => overlapOf(own.split(' '), words)))
    return { entry, score: 0.65 * (coverage / totalWeight) + 0.2 * (density / totalWeight) + 0.15 * closeness }
  })
  const least = Math.max(0.1, found.reduce((most, { score }) => Math.max(most, score), 0) / 6)
  return found
    .filter(({ score }) => score >= least)
    .map(({ entry, score }) => toHit(entry, roundScore(score)))
    .sort(compareHits)
    .slice(0, query.limit)
}

/** The entries with the term, by number: at most so many from the definition, and so many passages. */
function listHits(index: WordIndex, term: SearchTerm, playbookId: string | undefined): number[] {
  const { entryNumbers, entries } = index
  const passages = seekPosting(index, term, index.firstPassage)
  const hits: number[] = []
  for (let at = term.from; at < passages && hits.length < maxHits.definition; at++) {
    const number = entryNumbers[at]!
    if (playbookId === undefined || appliesToPlaybook(entries[number]!, playbookId)) hits.push(number)
  }
  const end = Math.min(term.to, passages + maxHits.passages)
  for (let at = passages; at < end; at++) hits.push(entryNumbers[at]!)
  return hits
}

function appliesToPlaybook({ playbookIds }: IndexedEntry, playbookId: string | undefined): boolean {
  return playbookId === undefined || !playbookIds || playbookIds.includes(playbookId)
}

/** The weight of each word: a rare one weighs more. Every form of a word counts the hits of all its forms. */
function weighWords(terms: readonly SearchTerm[], hits: readonly number[][]): Map<number, number> {
  const forms = new Map<number, { count: number; hits: number }>()
  for (const [at, { n }] of terms.entries()) {
    const form = forms.get(n) ?? { count: 0, hits: 0 }
    forms.set(n, { count: form.count + 1, hits: form.hits + hits[at]!.length })
  }
  return new Map(
    forms.entries().map(([n, { count, hits }]) => [n, 1 / (1 + Math.log(Math.max(count * hits, 1)))] as const),
  )
}

function sumWeights(
  terms: readonly SearchTerm[],
  hits: readonly number[][],
  weights: ReadonlyMap<number, number>,
): Map<number, number> {
  const sums = new Map<number, number>()
  for (const [at, { n, likeness }] of terms.entries()) {
    const weight = weights.get(n)! * likeness
    for (const number of hits[at]!) sums.set(number, (sums.get(number) ?? 0) + weight)
  }
  return sums
}

type Candidate = { number: number; weight: number; size: number; place: number }

/** Facts and other entries apart: those with the highest weight, shorter ones first. */
function selectBest({ entries, places }: WordIndex, sums: ReadonlyMap<number, number>, count: number): number[] {
  const [facts, others]: [Candidate[], Candidate[]] = [[], []]
  for (const [number, sum] of sums) {
    const { kind, size } = entries[number]!
    const candidate = { number, weight: Math.fround(sum), size, place: places[number]! }
    insertCandidate(kind === 'fact' ? facts : others, candidate, count)
  }
  return [...facts, ...others].map(({ number }) => number)
}

/** Keeps `best` sorted and no longer than `count`. */
function insertCandidate(best: Candidate[], candidate: Candidate, count: number): void {
  if (best.length === count && !precedes(candidate, best[count - 1]!)) return
  let at = best.length
  while (at > 0 && precedes(candidate, best[at - 1]!)) at--
  best.splice(at, 0, candidate)
  if (best.length > count) best.pop()
}

function precedes(one: Candidate, other: Candidate): boolean {
  if (one.weight !== other.weight) return one.weight > other.weight
  return one.size === other.size ? one.place < other.place : one.size < other.size
}

/** The first passages that contain every form of every word. */
function listPassagesWithAll(index: WordIndex, terms: readonly SearchTerm[], count: number): number[] {
  // A form without a lexeme is a stop word, which PostgreSQL leaves out of the query.
  const required = terms
    .filter(({ lexeme }) => lexeme !== undefined)
    .toSorted((one, other) => widthOf(one) - widthOf(other))
  const [rarest, ...others] = required
  const found: number[] = []
  if (!rarest) return found
  for (let at = seekPosting(index, rarest, index.firstPassage); at < rarest.to && found.length < count; at++) {
    const number = index.entryNumbers[at]!
    if (others.every((term) => findPosting(index, term, number) >= 0)) found.push(number)
  }
  return found
}

const widthOf = ({ from, to }: SearchTerm): number => to - from

/** The position of the first posting of the term whose entry has at least this number. */
function seekPosting({ entryNumbers }: WordIndex, { from, to }: SearchTerm, number: number): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (entryNumbers[middle]! < number) low = middle + 1
    else high = middle
  }
  return low
}

/** The position of the entry in the postings of the term, or -1. */
function findPosting(index: WordIndex, term: SearchTerm, number: number): number {
  const at = seekPosting(index, term, number)
  return at < term.to && index.entryNumbers[at] === number ? at : -1
}

/** Sums over the words that the entry contains: their weights, and how often and where it contains them. */
function measureShare(
  index: WordIndex,
  number: number,
  terms: readonly SearchTerm[],
  weights: ReadonlyMap<number, number>,
): { coverage: number; density: number } {
  const matched = new Map<number, { likeness: number; density: number }>()
  for (const term of terms) {
    const posting = findPosting(index, term, number)
    if (posting < 0) continue
    const { likeness, density } = matched.get(term.n) ?? { likeness: 0, density: 0 }
    matched.set(term.n, {
      likeness: Math.max(likeness, term.likeness),
      density: Math.max(density, term.likeness * index.ranks[posting]!),
    })
  }
  let [coverage, densities] = [0, 0]
  for (const [n, { likeness, density }] of matched) {
    coverage += weights.get(n)! * likeness
    densities += weights.get(n)! * density
  }
  return { coverage, density: densities }
}

/** Jaccard similarity of a phrase and the distinct words of the query. */
function overlapOf(parts: readonly string[], words: readonly string[]): number {
  const same = words.filter((word) => parts.includes(word)).length
  return same / (parts.length + words.length - same)
}

const minCloseness = 0.5

/** Finds Facts and Things by the whole phrase, with the results of `findByPhrase` in SQL. */
export function searchByPhrase(index: WordIndex, { words, playbookId, limit }: WordQuery): SearchHit[] {
  const distinct = [...new Set(words)]
  const same = new Map<number, number>()
  for (const word of distinct) {
    for (const phrase of index.phrasesByWord.get(word) ?? []) same.set(phrase, (same.get(phrase) ?? 0) + 1)
  }
  const closest = new Map<number, number>()
  for (const [phrase, count] of same) {
    const { entry, length } = index.phrases[phrase]!
    const closeness = count / (length + distinct.length - count)
    if (closeness >= minCloseness) closest.set(entry, Math.max(closeness, closest.get(entry) ?? 0))
  }
  return [...closest]
    .map(([number, closeness]) => ({ entry: index.entries[number]!, closeness }))
    .filter(({ entry }) => appliesToPlaybook(entry, playbookId))
    .map(({ entry, closeness }) => toHit(entry, roundScore(closeness * closeness)))
    .sort(compareHits)
    .slice(0, limit)
}

function toHit({ kind, id, title, text, sourceId }: IndexedEntry, score: number): SearchHit {
  return { kind, id, title, text, score, ...(sourceId !== undefined && { sourceId }) }
}

function compareHits(one: SearchHit, other: SearchHit): number {
  const factsFirst = Number(other.kind === 'fact') - Number(one.kind === 'fact')
  return (
    factsFirst || other.score - one.score || compareCodePoints(`${one.kind} ${one.id}`, `${other.kind} ${other.id}`)
  )
}
