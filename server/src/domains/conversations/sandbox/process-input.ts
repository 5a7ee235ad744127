import type { ContentMessage } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { AgentLogRecord } from '../deps.ts'
import type { TypedEvent } from '../event.ts'
import type { StoredEvent } from '../events/envelope.ts'
import { type ContentOutcome, applyContent } from '../inbound/apply-content.ts'
import type { InboundConversation } from '../inbound/inbound-conversation.ts'
import { interpretContent } from '../inbound/interpret-content.ts'
import { saveConversation } from '../inbound/queries.ts'
import { findLastAcceptedAt } from '../messages/queries.ts'
import { insertConversationSession } from '../sessions/queries.ts'
import { isSessionUncertain } from '../sessions/session.ts'
import { windowState } from '../windows/window.ts'
import { emulatorProvider, type SandboxPartner, type SandboxDeps } from './deps.ts'
import type { ResolvedSandboxInput } from './resolve-input.ts'
import { applySandboxKeyword } from './apply-keyword.ts'
import { lockOrCreateSandboxConversation } from './open-conversation.ts'
import { insertSandboxMessage, insertDeliveredEvents } from './queries.ts'
import { renderSandboxMessage } from './serializer.ts'

/** What a happening makes of its conversation; the first of `events` tells of it, and where there is none, `unheard` does. */
type SandboxOutcome = Pick<ContentOutcome, 'conversation' | 'startsSession' | 'precedingEvents'> & {
  events: TypedEvent[]
  unheard?: TypedEvent
  says?: string
  optedOut?: boolean
  logged?: { event: AgentLogRecord['event']; keyword: string }
}

export type ProcessedSandboxInput = { deliveredEvents: StoredEvent[]; eventId: string; sessionId: string; logs: AgentLogRecord[]; optsOut: boolean }

/** Takes one happening in, in one transaction, as what comes from a channel is taken in. */
export async function processSandboxInput(
  tx: Db,
  agent: AgentKey,
  { partner, gathered }: { partner: SandboxPartner; gathered: ResolvedSandboxInput },
  deps: SandboxDeps,
): Promise<ProcessedSandboxInput> {
  const { world, rehearsals } = deps
  const now = world.now()
  const rehearsal = await rehearsals.lock(tx, agent, partner.asid)
  if (!rehearsal) throw problem('agent.persona.unavailable', 409)
  const conversation = await lockOrCreateSandboxConversation(tx, agent, { ...partner, sessionId: world.newId('ses'), now })
  const outcome =
    decideSystemOutcome(gathered, conversation, rehearsal.optedOut) ??
    (await decideSandboxContentOutcome(tx, agent, { gathered, conversation, now }, deps))
  if (outcome.optedOut !== undefined) await rehearsals.setOptedOut(tx, agent, partner.asid, outcome.optedOut)
  const settled = await persistOutcome(tx, agent, { before: conversation, outcome, now }, deps)
  return { ...settled, optsOut: outcome.optedOut === true && !rehearsal.optedOut }
}

/** Keywords and switches do not touch the session; undefined for all else, and for a keyword that orders nothing here. */
function decideSystemOutcome(gathered: ResolvedSandboxInput, conversation: InboundConversation, optedOut: boolean): SandboxOutcome | undefined {
  const aside = { conversation, startsSession: conversation.isNew, before: [] }
  if (gathered.kind === 'marks') return { ...aside, events: [gathered.event], optedOut: gathered.optedOut }
  const obeyed = gathered.order && applySandboxKeyword({ ...gathered.order, optedOut })
  const logged = obeyed?.logEvent && { event: obeyed.logEvent, keyword: gathered.order?.keyword.toUpperCase() ?? '' }
  if (gathered.kind === 'switch') {
    return { ...aside, events: [gathered.event, ...(obeyed?.events ?? [])], optedOut: obeyed?.optedOut, logged }
  }
  if (!obeyed) return undefined
  const [unheard] = interpretContent(gathered.heard, []).events
  return { ...aside, events: obeyed.events, unheard, says: obeyed.reply, optedOut: obeyed.optedOut, logged }
}

type SandboxContent = { gathered: ResolvedSandboxInput; conversation: InboundConversation; now: Date }

async function decideSandboxContentOutcome(
  tx: Db,
  agent: AgentKey,
  { gathered, conversation, now }: SandboxContent,
  { world }: SandboxDeps,
): Promise<SandboxOutcome> {
  if (gathered.kind !== 'content') throw new Error('only content is understood')
  const unsure = isSessionUncertain(conversation.sessionAt, now)
  const agentWroteAt = unsure ? await findLastAcceptedAt(tx, agent, conversation.asid) : undefined
  const said = { now, at: now, begins: false, agentWroteAt, newSessionId: world.newId('ses') }
  const { opensWindow: _, ...after } = applyContent(conversation, said)
  const { events, intents } = interpretContent(gathered.heard, conversation.intents)
  // The closing of a window is told by a chore, which has no business in a rehearsal.
  return { ...after, conversation: { ...after.conversation, windowClosesAt: undefined, intents }, events }
}

type SandboxWrite = { before: InboundConversation; outcome: SandboxOutcome; now: Date }

type PersistedSandboxInput = Omit<ProcessedSandboxInput, 'optsOut'>

async function persistOutcome(tx: Db, agent: AgentKey, settling: SandboxWrite, deps: SandboxDeps): Promise<PersistedSandboxInput> {
  const { before, outcome, now } = settling
  const { conversation: after, events, unheard } = outcome
  const { asid, sessionId, channel } = after
  if (after !== before) await saveConversation(tx, agent, { before, after })
  if (outcome.startsSession) await insertConversationSession(tx, agent, { asid, id: sessionId, channel, startedAt: now })
  const told = [...outcome.precedingEvents, ...events].map((event) => toSandboxEvent(event, settling, deps))
  const kept = told.length > 0 || !unheard ? told : [toSandboxEvent(unheard, settling, deps)]
  await insertDeliveredEvents(tx, agent, kept)
  const eventId = (kept[outcome.precedingEvents.length] as StoredEvent).id
  if (outcome.says !== undefined) await insertSystemMessage(tx, agent, { conversation: after, eventId, text: outcome.says, now }, deps)
  return { told, eventId, sessionId, logs: toSandboxLogRecords(outcome, eventId) }
}

function toSandboxEvent(event: TypedEvent, { outcome, now }: SandboxWrite, { world }: SandboxDeps): StoredEvent {
  const { asid, sessionId, channel, writtenAt } = outcome.conversation
  const changed = event.type === 'system' ? event.window?.state : undefined
  const state = changed ?? windowState(channel, writtenAt, now)
  const about = { asid, sessionId, channel, provider: emulatorProvider, sandbox: true, at: now }
  return { id: world.newId('evt'), ...about, event, windowState: state }
}

type SandboxSystemMessage = { conversation: InboundConversation; eventId: string; text: string; now: Date }

/** Words of our own pass a STOP. */
async function insertSystemMessage(tx: Db, agent: AgentKey, saying: SandboxSystemMessage, { world }: SandboxDeps): Promise<void> {
  const { conversation, eventId, now } = saying
  const { asid, sessionId, channel } = conversation
  const id = world.newId('msg')
  const message: ContentMessage = { spec: 'amf/1', parts: [{ type: 'text', text: saying.text }] }
  const { messages, text } = renderSandboxMessage({ id, channel, message })
  const made = { id, asid, sessionId, channel, origin: 'platform', message, eventId, now } as const
  await insertSandboxMessage(tx, agent, { ...made, bubbles: messages.length, text })
}

function toSandboxLogRecords({ conversation, startsSession, events, unheard, logged }: SandboxOutcome, eventId: string): AgentLogRecord[] {
  const { asid, channel, sessionId } = conversation
  const about = { asid, channel, sessionId, level: 'info' } as const
  const type = (events[0] ?? unheard)?.type
  const logs: AgentLogRecord[] = [{ ...about, event: 'channel.inbound', data: { type, eventId } }]
  if (startsSession) logs.unshift({ ...about, event: 'session.started', data: { sessionId } })
  if (logged) logs.push({ ...about, event: logged.event, data: { keyword: logged.keyword } })
  return logs
}
