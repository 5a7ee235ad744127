import { BubbleView } from '@parley/amf'
import { strings as testRunsTexts } from '#i18n/test-runs.ts'
import { strings } from '#i18n/tests.ts'
import {
  createAgentTextBubble,
  createNoteBubble,
  createPersonBubble,
  type HandsetBubble,
  toRenderedBubbles,
} from '../../../components/handset/bubbles.ts'
import type { TestResult } from '../shared/test-data.ts'
import { formatCheckName } from './format-check-name.ts'

export type ResultTranscriptLine = NonNullable<TestResult['transcript']>[number]
/** A failure and the turn it belongs to; undefined means before the first turn. */
type Pin = { id: string; kind: 'check' | 'criterion' | 'error'; name: string; reason: string; turn?: number }
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

const { result: texts } = testRunsTexts

type RenderedLine = {
  text: string
  chips: { label: string; kind: string; tap: number }[]
  view?: BubbleView
  sms?: object
}

/** The transcript with notes, and each failure after its turn. */
export function buildPinnedBubbles(result: TestResult): HandsetBubble[] {
  const { transcript = [] } = result
  const pins = locateFailures(result)
  const lines = transcript.map((line, index) => ({ line, bubbles: lineBubbles(line, index) }))
  return lines.flatMap(({ line, bubbles }, index) => {
    const next = transcript[index + 1]
    const ends = next === undefined || next.turnIndex !== line.turnIndex
    const here = ends ? pins.filter((pin) => belongsToLine(pin, line, next === undefined)) : []
    return [...bubbles, ...here.map(createPinBubble)]
  })
}

/** Failures of turns that were not played go to the end. */
function belongsToLine({ turn }: Pin, { turnIndex }: ResultTranscriptLine, atEnd: boolean): boolean {
  return turn === turnIndex || (atEnd && (turn === undefined || turn > (turnIndex ?? -1)))
}

const createPinBubble = (pin: Pin): HandsetBubble => createNoteBubble(`pin ${pin.id}`, formatPin(pin), 'warning')

export function formatPin({ kind, name, reason }: Pin): string {
  if (kind === 'check') return texts.pinCheck(formatCheckName(name), reason)
  if (kind === 'criterion') return texts.pinCriterion(name, reason)
  return texts.pinError(texts.stages[name] ?? name, reason)
}

function lineBubbles({ role, text, rendered, directive }: ResultTranscriptLine, index: number): HandsetBubble[] {
  const id = `line${index}`
  if (role === 'system') return [createNoteBubble(id, text, directive === undefined ? 'effect' : undefined)]
  if (role === 'user') return [createPersonBubble({ id, text, media: directiveMediaOf(directive) })]
  const messages = parseRendered(rendered)
  const about = { messageId: id }
  return messages.length > 0 ? toRenderedBubbles(messages, about) : [createAgentTextBubble(text, about)]
}

function directiveMediaOf(directive: unknown): { url: string; mediaType: string } | undefined {
  if (typeof directive !== 'object' || directive === null || !('media' in directive && 'url' in directive)) {
    return undefined
  }
  return { url: String(directive.url), mediaType: `${directive.media}/*` }
}

function parseRendered(rendered: unknown): RenderedLine[] {
  if (!Array.isArray(rendered)) return []
  return rendered.flatMap((one: Partial<RenderedLine> | null) => {
    if (typeof one?.text !== 'string') return []
    const { text, chips, view, sms } = one
    return [{ text, chips: Array.isArray(chips) ? chips : [], view: BubbleView.safeParse(view).data, sms }]
  })
}

/** Formats a result as text, for a diff. */
export function formatResult({ transcript = [], checks = [], judge, error, state }: TestResult): string {
  const names = { user: texts.person, agent: texts.agent, system: texts.system }
  const lines = transcript.flatMap(({ role, text, rendered }) => {
    const chips = parseRendered(rendered).flatMap((one) => one.chips.map(({ label }) => `  [${label}]`))
    return [`${names[role]}: ${text}`, ...chips]
  })
  const held = checks.map(
    ({ key, pass, detail }) => `${pass ? '+' : '-'} ${formatCheckName(key)}${pass ? '' : `: ${detail}`}`,
  )
  const met = (judge?.criteria ?? []).map(({ id, pass, reason }) => `${pass ? '+' : '-'} ${id}: ${reason}`)
  const parts = [
    lines.join('\n'),
    [strings.states[state] ?? state, ...(error ? [`${error.stage}: ${error.message}`] : [])].join('\n'),
    ...(held.length > 0 ? [`${texts.checks}\n${held.join('\n')}`] : []),
    ...(met.length > 0 ? [`${texts.criteria}\n${met.join('\n')}`] : []),
  ]
  return parts.join('\n\n')
}
