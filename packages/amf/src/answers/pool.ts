import { groupBy } from '@parley/findings'
import type { OpenIntent, OpenOption } from './intent.ts'
import { normalizeText, normalizeUnicode } from './normalize-text.ts'

export type Candidate = { intent: OpenIntent; option: OpenOption }

/** Options matched together, indexed by number, id, label and word. */
export type CandidatePool = {
  intents: readonly OpenIntent[]
  candidates: readonly Candidate[]
  byNumber: ReadonlyMap<number, Candidate[]>
  byId: ReadonlyMap<string, Candidate[]>
  byLabel: ReadonlyMap<string, Candidate[]>
  byWord: ReadonlyMap<string, Candidate[]>
}

export function createCandidatePool(intents: readonly OpenIntent[]): CandidatePool {
  const candidates = intents.flatMap((intent) => intent.options.map((option): Candidate => ({ intent, option })))
  const numbered = numberCandidates(intents, candidates)
  return {
    intents,
    candidates,
    byNumber: groupBy(numbered.keys(), (candidate) => numbered.get(candidate) ?? 0),
    byId: groupBy(candidates, ({ option }) => toIdKey(option.id)),
    byLabel: groupBy(candidates, ({ option }) => normalizeText(option.label)),
    byWord: indexByWord(candidates),
  }
}

function indexByWord(candidates: readonly Candidate[]): Map<string, Candidate[]> {
  const words = candidates.flatMap((candidate) =>
    [...new Set(candidate.option.words?.map(normalizeText))].map((word) => ({ word, candidate })),
  )
  const byWord = groupBy(words, ({ word }) => word)
  return new Map([...byWord].map(([word, each]) => [word, each.map(({ candidate }) => candidate)]))
}

/** When no option has a number, the person may count them, provided there is only one list to count in. */
function numberCandidates(intents: readonly OpenIntent[], candidates: readonly Candidate[]): Map<Candidate, number> {
  const given = candidates.flatMap((each) =>
    each.option.number === undefined ? [] : [[each, each.option.number] as const],
  )
  if (given.length > 0) return new Map(given)
  const countable = intents.length === 1 && intents[0]?.intent !== 'confirm'
  return new Map(countable ? candidates.map((each, at) => [each, at + 1] as const) : [])
}

export function toIdKey(text: string): string {
  return normalizeUnicode(text.trim(), 'NFC').toLowerCase()
}
