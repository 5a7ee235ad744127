import type { CaseChannel } from '@parley/testcase'
import { strings } from '#i18n/tests.ts'
import type { HandsetBubble } from '../../../components/handset/bubble.ts'
import { agentTextBubble, noteBubble, personBubble, renderedBubbles } from '../../../components/handset/bubbles.ts'
import type { TestResult } from '../shared/test-data.ts'
import { locateFailures, type Pin, type ResultTranscriptLine } from './failure-pins.ts'
import { formatCheckName } from './format-check-name.ts'

const { result: texts } = strings

type RenderedLine = {
  text: string
  chips: { label: string; kind: string; tap: number }[]
  native?: unknown
  sms?: object
}

/** The transcript with notes, and each failure after its turn. */
export function buildPinnedBubbles(result: TestResult, channel: CaseChannel): HandsetBubble[] {
  const { transcript = [] } = result
  const pins = locateFailures(result)
  const lines = transcript.map((line, index) => ({ line, bubbles: lineBubbles(line, index, channel) }))
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

const createPinBubble = (pin: Pin): HandsetBubble => noteBubble(`pin ${pin.id}`, formatPin(pin), 'warning')

export function formatPin({ kind, name, reason }: Pin): string {
  if (kind === 'check') return texts.pinCheck(formatCheckName(name), reason)
  if (kind === 'criterion') return texts.pinCriterion(name, reason)
  return texts.pinError(texts.stages[name] ?? name, reason)
}

function lineBubbles(
  { role, text, rendered, directive }: ResultTranscriptLine,
  index: number,
  channel: CaseChannel,
): HandsetBubble[] {
  const id = `line${index}`
  if (role === 'system') return [noteBubble(id, text, directive === undefined ? 'effect' : undefined)]
  if (role === 'user') return [personBubble({ id, text, media: directiveMediaOf(directive) })]
  const messages = parseRendered(rendered)
  const about = { channel, messageId: id }
  return messages.length > 0 ? renderedBubbles(messages, about) : [agentTextBubble(text, about)]
}

function directiveMediaOf(directive: unknown): { url: string; mediaType: string } | undefined {
  if (typeof directive !== 'object' || directive === null || !('media' in directive && 'url' in directive)) {
    return undefined
  }
  return { url: String(directive.url), mediaType: `${directive.media}/*` }
}

function parseRendered(rendered: unknown): RenderedLine[] {
  if (!Array.isArray(rendered)) return []
  return rendered.flatMap((one: Partial<RenderedLine> | null) =>
    typeof one?.text === 'string' ? [{ ...one, text: one.text, chips: Array.isArray(one.chips) ? one.chips : [] }] : [],
  )
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
