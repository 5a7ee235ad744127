import type { TestResult } from '../shared/test-data.ts'

export type ResultTranscriptLine = NonNullable<TestResult['transcript']>[number]
/** A failure and the turn it belongs to; undefined means before the first turn. */
export type Pin = { id: string; kind: 'check' | 'criterion' | 'error'; name: string; reason: string; turn?: number }
type PinnableResult = Pick<TestResult, 'transcript' | 'checks' | 'judge' | 'error'>

/** Checks whose messages name the turn. */
const checksNamingTurn = ['noWarnings', 'maxModelCallsPerTurn', 'replyCount']

/** Returns every failure with its turn; if the turn is unknown, with the last. */
export function locateFailures({ transcript = [], checks = [], judge, error }: PinnableResult): Pin[] {
  const last = transcript.findLast(({ turnIndex }) => turnIndex !== undefined)?.turnIndex
  const failing = checks
    .filter(({ pass }) => !pass)
    .map(({ key, detail }): Pin => {
      const turn = findTurnOfCheck(key, detail, transcript)
      return { id: `check ${key}`, kind: 'check', name: key, reason: detail, turn: turn ?? last }
    })
  const unmet = (judge?.criteria ?? [])
    .filter(({ pass }) => !pass)
    .map(({ id, reason, evidence }): Pin => {
      const turn = findTurnWithText(evidence, transcript) ?? (judge && judge.worstTurn > 0 ? judge.worstTurn - 1 : last)
      return { id: `criterion ${id}`, kind: 'criterion', name: id, reason, turn }
    })
  const broke: Pin[] = error
    ? [{ id: 'error', kind: 'error', name: error.stage, reason: error.message, turn: last }]
    : []
  return [...failing, ...unmet, ...broke]
}

function findTurnOfCheck(key: string, detail: string, transcript: readonly ResultTranscriptLine[]): number | undefined {
  const [name = '', ...rest] = key.split(':')
  const item = rest.join(':')
  if (name === 'textExcludes') return findTurnWithText(item, transcript)
  if (name === 'noReplyTo') return transcript.find(({ directive }) => systemEventOf(directive) === item)?.turnIndex
  const named = checksNamingTurn.includes(name) ? /\bturn (\d+)/.exec(detail)?.[1] : undefined
  return named === undefined ? undefined : Number(named) - 1
}

const systemEventOf = (directive: unknown): unknown =>
  typeof directive === 'object' && directive !== null && 'system' in directive ? directive.system : undefined

const normalizeText = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim()

function findTurnWithText(quote: string, transcript: readonly ResultTranscriptLine[]): number | undefined {
  const wanted = normalizeText(quote)
  if (wanted === '') return undefined
  return transcript.find(({ role, text }) => role === 'agent' && normalizeText(text).includes(wanted))?.turnIndex
}
