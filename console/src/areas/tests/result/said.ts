import type { CaseChannel } from '@parley/testcase'
import { words } from '#words/tests.ts'
import type { Bubble } from '../../../parts/handset/bubble.ts'
import { agentWords, bubblesOf, noteBubble, personBubble } from '../../../parts/handset/bubbles.ts'
import type { Result } from '../shared/reads.ts'
import { checkSaid } from './check-said.ts'
import { type Line, type Pin, pinsOf } from './pins.ts'

const { result: said } = words

type Shown = { text: string; chips: { label: string; kind: string; tap: number }[]; native?: unknown; sms?: object }

/** What was said and noted, with what failed behind the turn that it is about. */
export function bubblesWithPins(result: Result, channel: CaseChannel): Bubble[] {
  const { transcript = [] } = result
  const pins = pinsOf(result)
  const lines = transcript.map((line, place) => ({ line, bubbles: bubblesOfLine(line, place, channel) }))
  return lines.flatMap(({ line, bubbles }, place) => {
    const next = transcript[place + 1]
    const ends = next === undefined || next.turnIndex !== line.turnIndex
    const here = ends ? pins.filter((pin) => isAt(pin, line, next === undefined)) : []
    return [...bubbles, ...here.map(pinBubble)]
  })
}

/** What belongs to no turn that was played stands at the end. */
function isAt({ turn }: Pin, { turnIndex }: Line, atEnd: boolean): boolean {
  return turn === turnIndex || (atEnd && (turn === undefined || turn > (turnIndex ?? -1)))
}

const pinBubble = (pin: Pin): Bubble => noteBubble(`pin ${pin.id}`, pinned(pin), 'warning')

export function pinned({ kind, name, reason }: Pin): string {
  if (kind === 'check') return said.pinCheck(checkSaid(name), reason)
  if (kind === 'criterion') return said.pinCriterion(name, reason)
  return said.pinError(said.stages[name] ?? name, reason)
}

function bubblesOfLine({ role, text, rendered, directive }: Line, place: number, channel: CaseChannel): Bubble[] {
  const id = `line${place}`
  if (role === 'system') return [noteBubble(id, text, directive === undefined ? 'effect' : undefined)]
  if (role === 'user') return [personBubble({ id, text, media: mediaIn(directive) })]
  const messages = shownIn(rendered)
  const about = { channel, messageId: id }
  return messages.length > 0 ? bubblesOf(messages, about) : [agentWords(text, about)]
}

function mediaIn(directive: unknown): { url: string; mediaType: string } | undefined {
  if (typeof directive !== 'object' || directive === null || !('media' in directive && 'url' in directive)) {
    return undefined
  }
  return { url: String(directive.url), mediaType: `${directive.media}/*` }
}

function shownIn(rendered: unknown): Shown[] {
  if (!Array.isArray(rendered)) return []
  return rendered.flatMap((one: Partial<Shown> | null) =>
    typeof one?.text === 'string' ? [{ ...one, text: one.text, chips: Array.isArray(one.chips) ? one.chips : [] }] : [],
  )
}

/** A result as a text that can be held against another. */
export function textOfResult({ transcript = [], checks = [], judge, error, state }: Result): string {
  const names = { user: said.person, agent: said.agent, system: said.system }
  const lines = transcript.flatMap(({ role, text, rendered }) => {
    const chips = shownIn(rendered).flatMap((one) => one.chips.map(({ label }) => `  [${label}]`))
    return [`${names[role]}: ${text}`, ...chips]
  })
  const held = checks.map(
    ({ key, pass, detail }) => `${pass ? '+' : '-'} ${checkSaid(key)}${pass ? '' : `: ${detail}`}`,
  )
  const met = (judge?.criteria ?? []).map(({ id, pass, reason }) => `${pass ? '+' : '-'} ${id}: ${reason}`)
  const parts = [
    lines.join('\n'),
    [words.states[state] ?? state, ...(error ? [`${error.stage}: ${error.message}`] : [])].join('\n'),
    ...(held.length > 0 ? [`${said.checks}\n${held.join('\n')}`] : []),
    ...(met.length > 0 ? [`${said.criteria}\n${met.join('\n')}`] : []),
  ]
  return parts.join('\n\n')
}
