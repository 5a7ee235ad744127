import { groupBy } from '@parley/findings'
import { matchByEveryWord, matchContainedLabels } from './approximate.ts'
import type { MatchedAnswer, OpenIntent } from './intent.ts'
import {
  type NormalizedReply,
  type NormalizedText,
  parseOrdinal,
  toNormalizedReply,
  toNormalizedText,
} from './normalize-text.ts'

import { type Candidate, type CandidatePool, createCandidatePool, toIdKey } from './pool.ts'

/** Matches options exactly, by the first level that matches anything: number, id, label. */
function matchExactly({ text, folded }: NormalizedText, pool: CandidatePool, only?: OpenIntent): readonly Candidate[] {
  const fromQuestion = (found: readonly Candidate[] = []) =>
    only ? found.filter(({ intent }) => intent === only) : found
  const labeled = fromQuestion(pool.byLabel.get(folded))
  const ordinal = parseOrdinal(text)
  const numbered = fromQuestion(ordinal === undefined ? [] : pool.byNumber.get(ordinal))
  if (numbered.length > 0) return numberOrLabel(numbered, labeled)
  const identified = fromQuestion(pool.byId.get(toIdKey(text)))
  if (identified.length === 0) return labeled
  // People never see ids, so an id that is also a label or a word of another option is ambiguous.
  return union(identified, [...labeled, ...fromQuestion(pool.byWord.get(folded))])
}

/**
 * A number that was not shown gives way to a label. A number that was shown is as likely as the label, so both match.
 */
function numberOrLabel(numbered: readonly Candidate[], labeled: readonly Candidate[]): readonly Candidate[] {
  if (labeled.length === 0) return numbered
  return numbered.some(({ option }) => option.numberShown) ? union(numbered, labeled) : labeled
}

function union(some: readonly Candidate[], others: readonly Candidate[]): Candidate[] {
  return [...new Set([...some, ...others])]
}

/** From the clearest separator to those that may occur inside a label, so that `Salt and pepper, Chips` is two. */
const splits: ((text: string) => string[])[] = [
  (text) => text.split(/[,;\n\r，；、،؛]/),
  (text) => text.split(/[/+&]/),
  (text) => text.split(/(?<=^|\s)(?:and|und|et|y|e|og|och|en)(?=\s|$)/i),
  (text) => {
    const words = text.split(/\s+/)
    return words.every((word) => word === '' || parseOrdinal(word) !== undefined) ? words : [text]
  },
]

/**
 * Returns the candidates for each piece of the reply, when it has at least two pieces and each exactly matches an
 * option of this intent. The caller has already checked that the reply as a whole matches nothing.
 */
function matchSeveral(reply: string, pool: CandidatePool, intent: OpenIntent): (readonly Candidate[])[] | undefined {
  const named = matchPieces(reply, (piece) => matchExactly(toNormalizedText(piece), pool, intent), 0)
  return named && named.length > 1 ? named : undefined
}

type Naming = (piece: string) => readonly Candidate[]

function matchPieces(text: string, naming: Naming, depth: number): (readonly Candidate[])[] | undefined {
  const parts = splits[depth]?.(text).filter((part) => part.trim() !== '') ?? []
  if (parts[0] === text) return matchPieces(text, naming, depth + 1)
  const all: (readonly Candidate[])[] = []
  for (const part of parts) {
    const named = naming(part)
    const inside = named.length > 0 ? [named] : matchPieces(part, naming, depth + 1)
    if (!inside) return undefined
    for (const each of inside) all.push(each)
  }
  return all.length > 0 ? all : undefined
}

/** Result of one matching level; undefined when the level does not apply. */
type Verdict = MatchedAnswer | 'unsure' | undefined
type Level = (reply: NormalizedReply, pool: CandidatePool) => Verdict

/** In order of confidence. The first level that returns a verdict decides. */
const levels: readonly Level[] = [
  (reply, pool) => toSingleAnswer(matchExactly(reply, pool)),
  toMultipleAnswer,
  (reply, pool) => toSingleAnswer(pool.byWord.get(reply.folded) ?? []),
  (reply, pool) => {
    const found = matchContainedLabels(reply, pool)
    return found === 'unsure' ? found : toSingleAnswer(found)
  },
  (reply, pool) => toSingleAnswer(matchByEveryWord(reply, pool)),
]

/**
 * Matches a typed reply to an answer if exactly one fits. `intents` are the conversation's open intents, newest first;
 * those of one message are matched together. An ambiguous reply does not count as an answer, not even to an older intent.
 */
export function matchAnswer(reply: string, intents: readonly OpenIntent[]): MatchedAnswer | undefined {
  if (reply.trim() === '' || intents.length === 0) return undefined
  const normalized = toNormalizedReply(reply)
  for (const questions of groupBy(intents, ({ messageId }) => messageId).values()) {
    const verdict = findVerdict(normalized, createCandidatePool(questions))
    if (verdict) return verdict === 'unsure' ? undefined : verdict
  }
  return undefined
}

function findVerdict(reply: NormalizedReply, pool: CandidatePool): Verdict {
  for (const level of levels) {
    const verdict = level(reply, pool)
    if (verdict) return verdict
  }
  return undefined
}

function toSingleAnswer(candidates: readonly Candidate[]): Verdict {
  const [first, ...others] = candidates
  if (!first) return undefined
  return others.length > 0 ? 'unsure' : { intent: first.intent, options: [first.option] }
}

function toMultipleAnswer({ text }: NormalizedReply, pool: CandidatePool): Verdict {
  const verdicts = pool.intents
    .filter(({ multiple }) => multiple)
    .map((intent) => toListAnswer(intent, matchSeveral(text, pool, intent)))
    .filter((verdict) => verdict !== undefined)
  return verdicts.length > 1 ? 'unsure' : verdicts[0]
}

function toListAnswer(intent: OpenIntent, named: (readonly Candidate[])[] | undefined): Verdict {
  if (!named) return undefined
  if (named.some((candidates) => candidates.length > 1)) return 'unsure'
  const options = new Set(named.flatMap((candidates) => candidates.map(({ option }) => option)))
  return { intent, options: intent.options.filter((option) => options.has(option)) }
}
