import type { ContentMessage } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

import {
  formatHelpReply,
  formatOptInReply,
  formatOptOutReply,
  type Keyword,
  type KeywordResult,
} from '../compliance/keyword.ts'

import type { AgentLogRecord } from '../deps.ts'
import type { GatewayEvent } from '../event.ts'
import type { StoredEvent } from '../events/envelope.ts'
import {
  applyContent,
  type ContentOutcome,
  type InboundConversation,
  type NewConversation,
} from '../inbound/apply-content.ts'
import { interpretContent } from '../inbound/interpret-content.ts'
import { lockOrCreateConversation, saveConversation } from '../inbound/queries.ts'
import { findLastAcceptedAt } from '../messages/queries.ts'
import { insertConversationSession } from '../sessions/queries.ts'
import { isSessionUncertain } from '../sessions/session.ts'
import { windowState } from '../windows/window.ts'
import { emulatorProvider, type SandboxDeps, type SandboxPartner } from './deps.ts'
import { insertDeliveredEvents, insertSandboxMessage } from './queries.ts'
import type { ResolvedSandboxInput } from './resolve-input.ts'
import { renderSandboxMessage } from './serializer.ts'

/**
 * The effect of an input on its conversation. The first of `events` reports it; if there are none, `silentEvent` does.
 */
type SandboxOutcome = Pick<ContentOutcome, 'conversation' | 'startsSession' | 'precedingEvents'> & {
  events: GatewayEvent[]
  silentEvent?: GatewayEvent
  reply?: string
  optedOut?: boolean
  logEntry?: { event: AgentLogRecord['event']; keyword: string }
}

export type ProcessedSandboxInput = {
  deliveredEvents: StoredEvent[]
  eventId: string
  sessionId: string
  logs: AgentLogRecord[]
  optsOut: boolean
}

/** Processes one input in one transaction, as inbound items of a channel are. */
export async function processSandboxInput(
  tx: Db,
  agent: AgentKey,
  { partner, input }: { partner: SandboxPartner; input: ResolvedSandboxInput },
  deps: SandboxDeps,
): Promise<ProcessedSandboxInput> {
  const { world, sandboxPeople } = deps
  const now = world.now()
  const person = await sandboxPeople.lock(tx, agent, partner.asid)
  if (!person) throw problem('agent.persona.unavailable', 409)
  const conversation = await lockOrCreateSandboxConversation(tx, agent, {
    ...partner,
    sessionId: world.newId('ses'),
    now,
  })
  const outcome =
    decideSystemOutcome(input, conversation, person.optedOut) ??
    (await decideSandboxContentOutcome(tx, agent, { input, conversation, now }, deps))
  if (outcome.optedOut !== undefined) await sandboxPeople.setOptedOut(tx, agent, partner.asid, outcome.optedOut)
  const persisted = await persistOutcome(tx, agent, { before: conversation, outcome, now }, deps)
  return { ...persisted, optsOut: outcome.optedOut === true && !person.optedOut }
}

/**
 * Keywords and switches do not affect the session; undefined for other inputs, and for a keyword without effect here.
 */
function decideSystemOutcome(
  input: ResolvedSandboxInput,
  conversation: InboundConversation,
  optedOut: boolean,
): SandboxOutcome | undefined {
  const unchanged = { conversation, startsSession: conversation.isNew, precedingEvents: [] }
  if (input.kind === 'marks') return { ...unchanged, events: [input.event], optedOut: input.optedOut }
  const result = input.command && applySandboxKeyword({ ...input.command, optedOut })
  const logEntry = result?.logEvent && { event: result.logEvent, keyword: input.command?.keyword.toUpperCase() ?? '' }
  if (input.kind === 'switch') {
    return { ...unchanged, events: [input.event, ...(result?.events ?? [])], optedOut: result?.optedOut, logEntry }
  }
  if (!result) return undefined
  const [silentEvent] = interpretContent(input.content, []).events
  return { ...unchanged, events: result.events, silentEvent, reply: result.reply, optedOut: result.optedOut, logEntry }
}

type SandboxContent = { input: ResolvedSandboxInput; conversation: InboundConversation; now: Date }

async function decideSandboxContentOutcome(
  tx: Db,
  agent: AgentKey,
  { input, conversation, now }: SandboxContent,
  { world }: SandboxDeps,
): Promise<SandboxOutcome> {
  if (input.kind !== 'content') throw new Error('only content is supported')
  const unsure = isSessionUncertain(conversation.sessionAt, now)
  const agentWroteAt = unsure ? await findLastAcceptedAt(tx, agent, conversation.asid) : undefined
  const incoming = { now, at: now, startsConversation: false, agentWroteAt, newSessionId: world.newId('ses') }
  const { opensWindow: _, ...after } = applyContent(conversation, incoming)
  const { events, intents } = interpretContent(input.content, conversation.intents)
  // A chore publishes closed windows, and sandbox conversations are excluded from it.
  return { ...after, conversation: { ...after.conversation, windowClosesAt: undefined, intents }, events }
}

type SandboxWrite = { before: InboundConversation; outcome: SandboxOutcome; now: Date }

type PersistedSandboxInput = Omit<ProcessedSandboxInput, 'optsOut'>

async function persistOutcome(
  tx: Db,
  agent: AgentKey,
  write: SandboxWrite,
  deps: SandboxDeps,
): Promise<PersistedSandboxInput> {
  const { before, outcome, now } = write
  const { conversation: after, events, silentEvent } = outcome
  const { asid, sessionId, channel } = after
  if (after !== before) await saveConversation(tx, agent, { before, after })
  if (before.isAtDesk && after !== before) await deps.onDeskContent?.(tx, agent, { asid, at: now })
  if (outcome.startsSession)
    await insertConversationSession(tx, agent, { asid, id: sessionId, channel, startedAt: now })
  const deliveredEvents = [...outcome.precedingEvents, ...events].map((event) => toSandboxEvent(event, write, deps))
  const stored =
    deliveredEvents.length > 0 || !silentEvent ? deliveredEvents : [toSandboxEvent(silentEvent, write, deps)]
  await insertDeliveredEvents(tx, agent, stored)
  const eventId = (stored[outcome.precedingEvents.length] as StoredEvent).id
  if (outcome.reply !== undefined)
    await insertSystemMessage(tx, agent, { conversation: after, eventId, text: outcome.reply, now }, deps)
  return { deliveredEvents, eventId, sessionId, logs: toSandboxLogRecords(outcome, eventId) }
}

function toSandboxEvent(event: GatewayEvent, { outcome, now }: SandboxWrite, { world }: SandboxDeps): StoredEvent {
  const { asid, sessionId, channel, lastInboundAt } = outcome.conversation
  const changed = event.type === 'system' ? event.window?.state : undefined
  const state = changed ?? windowState(channel, lastInboundAt, now)
  const about = { asid, sessionId, channel, provider: emulatorProvider, sandbox: true, at: now }
  return { id: world.newId('evt'), ...about, event, windowState: state }
}

type SandboxSystemMessage = { conversation: InboundConversation; eventId: string; text: string; now: Date }

/** System messages are sent despite a STOP. */
async function insertSystemMessage(
  tx: Db,
  agent: AgentKey,
  systemMessage: SandboxSystemMessage,
  { world }: SandboxDeps,
): Promise<void> {
  const { conversation, eventId, now } = systemMessage
  const { asid, sessionId, channel } = conversation
  const id = world.newId('msg')
  const message: ContentMessage = { spec: 'amf/1', parts: [{ type: 'text', text: systemMessage.text }] }
  const { messages, text } = renderSandboxMessage({ id, channel, message })
  const made = { id, asid, sessionId, channel, origin: 'platform', message, eventId, now } as const
  await insertSandboxMessage(tx, agent, { ...made, bubbles: messages.length, text })
}

function toSandboxLogRecords(
  { conversation, startsSession, events, silentEvent, logEntry }: SandboxOutcome,
  eventId: string,
): AgentLogRecord[] {
  const { asid, channel, sessionId } = conversation
  const about = { asid, channel, sessionId, level: 'info' } as const
  const type = (events[0] ?? silentEvent)?.type
  const logs: AgentLogRecord[] = [{ ...about, event: 'channel.inbound', data: { type, eventId } }]
  if (startsSession) logs.unshift({ ...about, event: 'session.started', data: { sessionId } })
  if (logEntry) logs.push({ ...about, event: logEntry.event, data: { keyword: logEntry.keyword } })
  return logs
}

type Brand = Parameters<typeof formatHelpReply>[0]
type SandboxKeywordCommand = { keyword: Keyword; optedOut: boolean; brand?: Brand }

/** Applies a keyword in the sandbox: as live, but sets a flag on the sandbox person instead of using the STOP list. */
function applySandboxKeyword({
  keyword,
  optedOut,
  brand,
}: SandboxKeywordCommand): (KeywordResult & { optedOut?: boolean }) | undefined {
  if (keyword === 'help') return brand && { events: [], reply: formatHelpReply(brand), logEvent: 'compliance.help' }
  if (keyword === 'stop') {
    if (optedOut) return { events: [] }
    const reply = brand && formatOptOutReply(brand)
    return { events: [{ type: 'system', kind: 'optOut' }], reply, logEvent: 'compliance.opt_out', optedOut: true }
  }
  if (!optedOut) return undefined
  const reply = brand && formatOptInReply(brand)
  return { events: [{ type: 'system', kind: 'optIn' }], reply, logEvent: 'compliance.opt_in', optedOut: false }
}

/** Locks the sandbox conversation until the transaction ends; creates it with its first session if needed. */
export async function lockOrCreateSandboxConversation(
  tx: Db,
  agent: AgentKey,
  opening: NewConversation,
): Promise<InboundConversation> {
  const conversation = await lockOrCreateConversation(tx, agent, { ...opening, sandbox: true })
  const { asid, sessionId: id, channel, now: startedAt } = opening
  if (conversation.isNew) await insertConversationSession(tx, agent, { asid, id, channel, startedAt })
  return conversation
}
