import type { Result } from '../shared/reads.ts'

export type Line = NonNullable<Result['transcript']>[number]
/** What failed, and the turn to look at for it; undefined is what came before the first. */
export type Pin = { id: string; kind: 'check' | 'criterion' | 'error'; name: string; reason: string; turn?: number }
type Told = Pick<Result, 'transcript' | 'checks' | 'judge' | 'error'>

/** Checks whose words name the turn that they speak of. */
const namesTurn = ['noWarnings', 'maxModelCallsPerTurn', 'replyCount']

/** Everything that stood in the way of passing, each at its turn: where that cannot be told, at the last. */
export function pinsOf({ transcript = [], checks = [], judge, error }: Told): Pin[] {
  const last = transcript.findLast(({ turnIndex }) => turnIndex !== undefined)?.turnIndex
  const failing = checks
    .filter(({ pass }) => !pass)
    .map(({ key, detail }): Pin => {
      const turn = turnOfCheck(key, detail, transcript)
      return { id: `check ${key}`, kind: 'check', name: key, reason: detail, turn: turn ?? last }
    })
  const unmet = (judge?.criteria ?? [])
    .filter(({ pass }) => !pass)
    .map(({ id, reason, evidence }): Pin => {
      const turn = turnSaying(evidence, transcript) ?? (judge && judge.worstTurn > 0 ? judge.worstTurn - 1 : last)
      return { id: `criterion ${id}`, kind: 'criterion', name: id, reason, turn }
    })
  const broke: Pin[] = error
    ? [{ id: 'error', kind: 'error', name: error.stage, reason: error.message, turn: last }]
    : []
  return [...failing, ...unmet, ...broke]
}

function turnOfCheck(key: string, detail: string, transcript: readonly Line[]): number | undefined {
  const [name = '', ...rest] = key.split(':')
  const item = rest.join(':')
  if (name === 'textExcludes') return turnSaying(item, transcript)
  if (name === 'noReplyTo') return transcript.find(({ directive }) => systemIn(directive) === item)?.turnIndex
  const named = namesTurn.includes(name) ? /\bturn (\d+)/.exec(detail)?.[1] : undefined
  return named === undefined ? undefined : Number(named) - 1
}

const systemIn = (directive: unknown): unknown =>
  typeof directive === 'object' && directive !== null && 'system' in directive ? directive.system : undefined

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim()

function turnSaying(words: string, transcript: readonly Line[]): number | undefined {
  const wanted = plain(words)
  if (wanted === '') return undefined
  return transcript.find(({ role, text }) => role === 'agent' && plain(text).includes(wanted))?.turnIndex
}
