import type { Affordance, OutboundMessage } from '@parley/amf'
import { parseFlowTool } from '@parley/definition'
import {
  type CaseObservation,
  type Checks,
  checkCase,
  type Directive,
  type ObservedMessage,
  partKinds,
} from '@parley/testcase'
import { systemNames } from '@parley/testcase/vocabulary'
import type { GatewayEvent } from '../../conversations/index.ts'
import type { TurnRecord } from '../../runtime/index.ts'

/** The last directive that called for a reply, and the agent's replies to it. */
type Reply = { directive: Directive; answers: readonly AgentLine[] }

export type RecordingEnd = { reply?: Reply; turns: readonly TurnRecord[]; turn?: TurnRecord }

/** Derives checks from the last reply of the agent. The recording itself passes them. */
export function deriveChecks({ reply, turns: all, turn }: RecordingEnd): Checks {
  const playbook = turn && (turn.nextPlaybookId ?? turn.playbookId)
  return {
    ...(reply && deriveReplyChecks(reply)),
    ...(playbook !== undefined && { activePlaybookAtEnd: playbook }),
    ...(turn && deriveToolChecks(turn, all)),
  }
}

function deriveReplyChecks({ directive, answers }: Reply): Checks {
  if (answers.length === 0) return deriveNoReplyCheck(directive)
  const observed = toObserved(directive, answers)
  const holds = (checks: Checks) => checkCase(checks, observed).every(({ pass }) => pass)
  const parts = partKinds.filter((kind) => holds({ partsOnLastTurn: [kind] }))
  return {
    finalReplyNonEmpty: holds({ finalReplyNonEmpty: true }),
    ...(holds({ pickerShown: true }) && { pickerShown: true }),
    ...(holds({ chipsOnLastMessage: true }) && { chipsOnLastMessage: true }),
    ...(parts.length > 0 && { partsOnLastTurn: parts }),
  }
}

/** A system switch expects no reply. A message expects one, even if the recording has none yet. */
const deriveNoReplyCheck = (directive: Directive): Checks =>
  typeof directive === 'object' && 'system' in directive
    ? { noReplyTo: [directive.system] }
    : { finalReplyNonEmpty: true }

function toObserved(directive: Directive, answers: readonly AgentLine[]): CaseObservation {
  const messages = answers.map(({ messageId, message, text, affordances }): ObservedMessage => {
    return { messageId, message, text, affordances }
  })
  const turn = { directive, turnIndex: 0, messages, toolCalls: [], outcomes: [], warnings: [], modelCalls: 0 }
  return { turns: [turn], person: { customFields: {} }, appointments: [] }
}

/** Lookups do not count as actions. */
const readOnlyTools = ['knowledge.search', 'scheduling.offerTimes']

function deriveToolChecks(last: TurnRecord, all: readonly TurnRecord[]): Checks {
  const acted = (turn: TurnRecord) =>
    turn.toolCalls
      .filter(({ called, name }) => called && !readOnlyTools.includes(name))
      .map(({ name }) => toCheckName(name))
  const everything = all.flatMap(acted)
  const counted = [...new Set(acted(last))].map((name) => [name, everything.filter((one) => one === name).length])
  const booked = last.toolCalls.some(({ name, ok }) => name === 'scheduling.book' && ok)
  return {
    ...(counted.length > 0 && { toolsCalled: Object.fromEntries(counted) }),
    ...(booked && { appointmentCreated: true }),
  }
}

/**
 * Checks and stubs refer to an HTTP integration by its id, to a tool of another one by `<id>.<tool>`, and to a tool of
 * the catalog by its id.
 */
export function toCheckName(name: string): string {
  const tool = parseFlowTool(name)
  if (tool?.kind === 'catalogTool') return tool.id
  if (tool?.kind !== 'integration') return name
  return tool.tool === 'call' ? tool.id : `${tool.id}.${tool.tool}`
}

export type PersonLine = { from: 'person'; eventId: string; event: GatewayEvent; at: Date }
export type AgentLine = {
  from: 'agent'
  messageId: string
  message: OutboundMessage
  text: string
  affordances: Affordance[]
  /** The event that the message answers. */
  eventId?: string
  at: Date
}
/** One line of the transcript that a case is recorded from. */
export type RecordedLine = PersonLine | AgentLine
type Event = PersonLine['event']
type Result = Extract<Event, { type: 'result' }>['result']
type SaidMessage = Extract<Event, { type: 'message' }>['message']

const lastSlot = 50
/** Files are personal data and are not copied; these placeholders replace them. */
const placeholderFiles = { image: 'https://example.com/picture.jpg', video: 'https://example.com/film.mp4' }

/**
 * Converts a person's action to a case directive, not truncated yet. Returns undefined for an action that cannot be
 * repeated.
 */
export function buildDirective({ event }: PersonLine, agentLines: readonly AgentLine[]): Directive | undefined {
  if (event.type === 'message') return toMessageDirective(event.message)
  if (event.type === 'result') return toPickDirective(event.result, agentLines)
  if (event.type === 'action') {
    const { kind, label } = event.action
    return kind === 'shareLocation' ? undefined : { action: kind, ...(label && { label: label }) }
  }
  const system = event.type === 'system' && systemNames.find((one) => one === event.kind)
  return system ? { system } : undefined
}

function toMessageDirective({ text, media, place }: SaidMessage): Directive | undefined {
  const kind = media?.mediaType?.split('/')[0]
  if (kind === 'image' || kind === 'video') {
    return { media: kind, url: placeholderFiles[kind], ...(text?.trim() && { text: text }) }
  }
  return nonBlank(text) ?? (media ? '(sends a file)' : place ? '(shares a place)' : undefined)
}

function toPickDirective(result: Result, agentLines: readonly AgentLine[]): Directive | undefined {
  const { via, intent, optionIds, labels, text } = result
  const [label = ''] = labels
  const words = nonBlank(labels.join(', '))
  if (via === 'text') return nonBlank(text) ?? words
  if (labels.length !== 1 || !words) return words
  const fallback = words
  if (intent === 'confirm') return { confirm: optionIds[0] === 'yes', fallback }
  const slot = intent === 'ask.time' ? findSlotIndex(result, agentLines) : -1
  if (slot >= 0 && slot <= lastSlot) return { slot, fallback }
  return { chip: label.trim(), fallback }
}

/** Index of the picked time among the times offered in the same message. */
function findSlotIndex({ messageId, intent, intentId, optionIds }: Result, agentLines: readonly AgentLine[]): number {
  const isAsked = ({ answer }: Affordance) => answer?.intent === intent && answer.intentId === intentId
  const offered = agentLines.find((line) => line.messageId === messageId)?.affordances.filter(isAsked) ?? []
  return offered.findIndex(({ answer }) => answer?.optionId === optionIds[0])
}

const nonBlank = (text: string | undefined): string | undefined => (text?.trim() ? text : undefined)
