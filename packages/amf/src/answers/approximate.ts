import { groupBy } from '@parley/findings'
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

/** Words that can accompany a label without choosing it, in the languages that have YES and NO phrases. */
const words = [
  'not no never neither nor none nothing nope nah cannot without except excluding',
  "don't doesn't didn't isn't aren't wasn't weren't ain't won't wouldn't can't couldn't shouldn't haven't hasn't",
  'nicht nichts nein kein keine keinen keinem keiner keines nie niemals weder ohne außer',
  'non ne pas jamais aucun aucune sans sauf ni',
  'nunca jamás sin excepto ninguno ninguna ningún tampoco',
  'senza tranne nessuno nessuna',
  'não nem sem exceto nenhum nenhuma',
  'niet niets nee geen nooit zonder behalve',
  'inte ikke ej nej nei ingen inget inga intet aldrig aldri utan uden uten utom undtagen',
  'nie bez oprócz nem hayır değil',
  'не нет ни без кроме',
]
const negations = new Set(words.flatMap((line) => line.split(' ')).map(normalizeText))

/** Phrases around a label that compare with it, exclude it, or say that the person does not know. */
const beside = [
  ...['instead of', 'than', 'anything but', 'everything but', 'all but'],
  ...['no idea', 'not sure', 'no se', 'no lo se', 'keine ahnung', 'aucune idee'],
]

/** Returns whether the text around the given spans (last first) contains a negation. */
function isNegatedAround(text: readonly string[], spans: readonly PhraseSpan[]): boolean {
  const rest = [...text]
  let done = text.length
  for (const { from, to } of spans) {
    rest.fill('', from, Math.min(to, done))
    done = from
  }
  if (rest.some((word) => negations.has(word))) return true
  const joined = ` ${rest.join(' ')} `
  const whole = ` ${text.join(' ')} `
  return beside.some(
    (phrase) => joined.includes(` ${phrase} `) || (phrase.startsWith('no ') && whole.includes(` ${phrase} `)),
  )
}

/** First words of a question that asks for information; a request (`Can I have the large one?`) begins otherwise. */
const informationOpeners = new Set(
  [
    'is are was were does do did has have what when where why who which how',
    'es son esta estan hay tiene tienen cuando donde quien cual cuanto cuanta cuantos incluye',
    'ist sind war gibt hat haben wann wo warum wieso wer welche welcher welches was wie kostet',
    'est sont quand pourquoi qui quel quelle quels quelles combien',
  ].flatMap((line) => line.split(' ')),
)
const suggestions = ['how about', 'what about', 'wie ware', 'est ce que je']

/** `Is Thursday a holiday?` mentions a label and does not choose it; `Thursday?` and `How about Thursday?` do. */
function asksForInformation(text: string, words: readonly string[], spans: readonly PhraseSpan[]): boolean {
  const labeled = spans.reduce((sum, { from, to }) => sum + to - from, 0)
  if (words.length - labeled < 2 || !/[?؟][\s\p{P}\p{S}]*$/u.test(text)) return false
  const opening = `${words.slice(0, 4).join(' ')} `
  return informationOpeners.has(words[0] as string) && !suggestions.some((phrase) => opening.startsWith(`${phrase} `))
}

/** Returns the options whose label occurs in the reply, unless the reply negates them or asks for information. */
export function matchContainedLabels(
  { text, words }: NormalizedReply,
  pool: CandidatePool,
): readonly Candidate[] | 'unsure' {
  const labels = groupBy(pool.candidates, ({ option }) => splitWords(option.label).join(' '))
  const phrases = [...labels.keys()].map((label) => (label === '' ? [] : label.split(' ')))
  const spans = findContainedPhrases(words, phrases)
  const isUnsure = overlapsSpan(spans) || isNegatedAround(words, spans) || asksForInformation(text, words, spans)
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
