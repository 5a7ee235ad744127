import { groupBy } from '@parley/findings'
import { mentionsOnly } from './mention.ts'
import { type NormalizedReply, normalizeText, splitWords } from './normalize-text.ts'

import type { Candidate, CandidatePool } from './pool.ts'

/** Word positions of a phrase within a text: `from` inclusive, `to` exclusive. */
export type PhraseSpan = { phrase: string; from: number; to: number }

type Node = { next: Map<string, Node>; fallback?: Node; longest?: { phrase: string; length: number } }

/**
 * Finds every phrase (its words joined by a space) in the text, except those wholly inside another. A single
 * Aho-Corasick pass keeps the cost linear in the length of the text and the phrases.
 */
export function findContainedPhrases(words: readonly string[], phrases: readonly (readonly string[])[]): PhraseSpan[] {
  const known = new Set(words)
  const possible = phrases.filter((phrase) => phrase.length > 0 && phrase.every((word) => known.has(word)))
  return possible.length === 0 ? [] : keepOutermost(listEndings(words, buildAutomaton(possible)))
}

function buildAutomaton(phrases: readonly (readonly string[])[]): Node {
  const root: Node = { next: new Map() }
  for (const phrase of phrases) {
    let node = root
    for (const word of phrase) {
      const next: Node = node.next.get(word) ?? { next: new Map() }
      node.next.set(word, next)
      node = next
    }
    node.longest = { phrase: phrase.join(' '), length: phrase.length }
  }
  linkFallbacks(root)
  return root
}

function linkFallbacks(root: Node): void {
  const queue = [root]
  // The queue grows during iteration: nodes arrive in order of depth, and a node's fallback is always shallower.
  for (const node of queue) {
    for (const [word, next] of node.next) {
      next.fallback = node === root ? root : step(node.fallback ?? root, word)
      next.longest ??= next.fallback.longest
      queue.push(next)
    }
  }
}

function step(from: Node, word: string): Node {
  let node = from
  while (!node.next.has(word) && node.fallback) node = node.fallback
  return node.next.get(word) ?? node
}

/** Returns the longest phrase that ends at each word, if any; shorter ones that end there are inside it. */
function listEndings(words: readonly string[], root: Node): PhraseSpan[] {
  const spans: PhraseSpan[] = []
  let node = root
  for (const [at, word] of words.entries()) {
    node = step(node, word)
    if (node.longest) spans.push({ phrase: node.longest.phrase, from: at + 1 - node.longest.length, to: at + 1 })
  }
  return spans
}

/** Returns the spans last first. */
function keepOutermost(byEnd: readonly PhraseSpan[]): PhraseSpan[] {
  const outer: PhraseSpan[] = []
  let start = Number.POSITIVE_INFINITY
  for (const span of byEnd.toReversed()) {
    if (span.from < start) outer.push(span)
    start = Math.min(start, span.from)
  }
  return outer
}

/** Returns the options whose label occurs in the reply, unless the reply only mentions them. */
export function matchContainedLabels(
  { text, words }: NormalizedReply,
  pool: CandidatePool,
): readonly Candidate[] | 'unsure' {
  const labels = groupBy(pool.candidates, ({ option }) => splitWords(option.label).join(' '))
  const phrases = [...labels.keys()].map((label) => (label === '' ? [] : label.split(' ')))
  const spans = findContainedPhrases(words, phrases)
  const isUnsure = overlapsSpan(spans) || mentionsOnly(text, words, spans)
  if (spans.length > 0 && isUnsure) return 'unsure'
  const found = new Set(spans.map(({ phrase }) => phrase))
  return [...found].flatMap((label) => labels.get(label) ?? [])
}

/** Returns whether two matched labels overlap, which makes the match ambiguous. */
function overlapsSpan(lastFirst: readonly PhraseSpan[]): boolean {
  return lastFirst.some((span, at) => span.to > (lastFirst[at - 1]?.from ?? Number.POSITIVE_INFINITY))
}

/** Returns the options whose label contains every word of the reply. */
export function matchByEveryWord({ folded }: NormalizedReply, pool: CandidatePool): readonly Candidate[] {
  if (!/[\p{L}\p{N}]/u.test(folded)) return []
  const words = [...new Set(folded.split(' '))]
  return pool.candidates.filter(({ option }) => {
    const label = new Set(normalizeText(option.label).split(' '))
    return words.every((word) => label.has(word))
  })
}
