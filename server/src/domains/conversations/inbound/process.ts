import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { LiveBinding } from '../../channels/index.ts'
import { type ChannelAddress, resolveIdentity } from '../../people/index.ts'
import { applyKeyword, type KeywordCommand } from '../compliance/keyword.ts'
import type { AgentLogRecord, NewEvent, ReceiveResult } from '../deps.ts'
import type { GatewayEvent, SystemEvent } from '../event.ts'
import { insertConversationSession } from '../sessions/queries.ts'
import { isSessionUncertain } from '../sessions/session.ts'
import { windowState } from '../windows/window.ts'
import {
  applyContent,
  type ContentOutcome,
  createInboundConversation,
  type InboundConversation,
} from './apply-content.ts'
import type { InboundDeps } from './deps.ts'
import { dropForeignTaps, interpretContent, type ResolvedContent } from './interpret-content.ts'
import {
  insertConversationWithSession,
  insertUndeliveredEvent,
  isDuplicateInbound,
  lockOrCreateConversation,
  saveConversation,
} from './queries.ts'

type InboundWrite = { item: InboundItem; conversation: InboundConversation; now: Date; outcome: InboundOutcome }

/** Writes the outcome of an inbound item and publishes its events. */
async function persistInbound(tx: Db, agent: AgentKey, write: InboundWrite, deps: InboundDeps): Promise<InboundResult> {
  const { item, outcome, now } = write
  const before = write.conversation
  const conversation = { ...outcome.conversation, ...threadIdOf(item) }
  if (!before.isStored) await insertConversationWithSession(tx, agent, conversation, now)
  else if (hasChanged(before, conversation)) await saveConversation(tx, agent, { before, after: conversation })
  if (before.initiatedBy !== undefined && outcome.isContent) {
    await deps.onFirstReply?.(tx, agent, { asid: before.asid, initiatedBy: before.initiatedBy, at: now })
  }
  if (before.isAtDesk && outcome.isContent) await deps.onDeskContent?.(tx, agent, { asid: before.asid, at: now })
  if (outcome.startsSession) await startSession(tx, agent, { conversation, item, now }, deps)
  if (outcome.opensWindow && !conversation.isNew) await deps.releaseWaiting(tx, agent, conversation.asid, now)
  const eventId = await publishInboundEvents(tx, agent, { ...write, conversation }, deps)
  const { asid, channel, sessionId } = conversation
  if (outcome.isContent) await deps.sendDisclaimer(tx, agent, item.binding, { asid, channel, sessionId })
  if (outcome.reply !== undefined) await deps.sendSystemMessage(tx, agent, { asid, channel, sessionId }, outcome.reply)
  return { received: { asid, eventId }, logs: toLogRecords(conversation, outcome, eventId) }
}

const threadIdOf = ({ conversationId }: InboundItem) =>
  conversationId === undefined ? {} : { channelConversationId: conversationId }

/** Content always changes the session; for other items only a new thread id is worth a write. */
const hasChanged = (before: InboundConversation, after: InboundConversation): boolean =>
  before.sessionAt !== after.sessionAt || before.channelConversationId !== after.channelConversationId

type SessionStart = { conversation: InboundConversation; item: InboundItem; now: Date }

async function startSession(tx: Db, agent: AgentKey, { conversation, item, now }: SessionStart, deps: InboundDeps) {
  const { asid, sessionId, channel, sandbox } = conversation
  if (conversation.isStored)
    await insertConversationSession(tx, agent, { asid, id: sessionId, channel, startedAt: now })
  if (sandbox || item.payload.kind !== 'content') return
  const data = { agentId: agent.id, userId: asid, sessionId, channel, initiatedBy: 'user' }
  await deps.announce(tx, { orgId: agent.orgId, type: 'conversation.started', data })
}

/** Returns the id of the event for the item itself; the events before it only prepare for it. */
async function publishInboundEvents(
  tx: Db,
  agent: AgentKey,
  write: InboundWrite,
  deps: InboundDeps,
): Promise<string | undefined> {
  const { item, outcome } = write
  const typedEvents = [...outcome.precedingEvents, ...outcome.events]
  const events = typedEvents.map((event, index) => toNewEvent(event, write, index === 0 ? item.id : undefined))
  if (events.length > 0) return (await deps.publishEvents(tx, agent, events))[outcome.precedingEvents.length]
  if (outcome.silentEvent) {
    const silentEvent = toNewEvent(outcome.silentEvent, write, item.id)
    await insertUndeliveredEvent(tx, agent, { ...silentEvent, id: deps.world.newId('evt') })
  }
  return undefined
}

function toNewEvent(
  event: GatewayEvent,
  { item, conversation, now }: InboundWrite,
  inboundId: string | undefined,
): NewEvent {
  const { asid, sessionId, channel, sandbox, lastInboundAt } = conversation
  const changed = event.type === 'system' ? event.window?.state : undefined
  return {
    asid,
    sessionId,
    channel,
    provider: item.binding.provider,
    event,
    windowState: changed ?? windowState(channel, lastInboundAt, now),
    ...(sandbox && { sandbox }),
    inboundId,
    at: now,
  }
}

function toLogRecords(
  { asid, channel, sessionId }: InboundConversation,
  outcome: InboundOutcome,
  eventId: string | undefined,
): AgentLogRecord[] {
  const about = { asid, channel, sessionId }
  const mainEvent = outcome.events[0] ?? outcome.silentEvent
  const isSignal = mainEvent?.type === 'system' && mainEvent.kind === 'typing'
  return [
    ...(outcome.startsSession
      ? [{ ...about, level: 'info', event: 'session.started', data: { sessionId } } as const]
      : []),
    ...(mainEvent
      ? [
          {
            ...about,
            level: isSignal ? 'debug' : 'info',
            event: 'channel.inbound',
            data: { type: mainEvent.type, eventId },
          } as const,
        ]
      : []),
    ...outcome.logs.map((entry) => ({ ...about, ...entry, level: 'info' }) as const),
  ]
}

export type InboundItem = {
  binding: LiveBinding
  from: ChannelAddress
  name?: string
  /** The provider's id of the item, used to drop duplicates. */
  id?: string
  conversationId?: string
  at: Date
  payload:
    | { kind: 'content'; content: ResolvedContent; startsConversation: boolean; command?: KeywordCommand }
    | { kind: 'switch'; event: SystemEvent; command?: KeywordCommand }
    | { kind: 'signal'; event: SystemEvent }
}

export type InboundOutcome = Omit<ContentOutcome, 'opensWindow'> & {
  opensWindow?: boolean
  /** Content for the agent and not a keyword: the relationship has started. */
  isContent?: boolean
  /** Published in this order; if empty, `silentEvent` is stored. */
  events: GatewayEvent[]
  silentEvent?: GatewayEvent
  reply?: string
  logs: Pick<AgentLogRecord, 'event' | 'data'>[]
}

export type InboundResult = { received: ReceiveResult; logs: AgentLogRecord[] }

/** Processes one item in one transaction; items of one conversation are strictly sequential. */
export async function processInbound(
  tx: Db,
  agent: AgentKey,
  item: InboundItem,
  deps: InboundDeps,
): Promise<InboundResult> {
  const { world } = deps
  const { asid, isNew } = await resolveIdentity(tx, agent, { ...item.from, name: item.name }, deps)
  const opening = { asid, channel: item.binding.channel, sessionId: world.newId('ses'), now: world.now() }
  const conversation = isNew ? createInboundConversation(opening) : await lockOrCreateConversation(tx, agent, opening)
  if (item.id !== undefined && !conversation.isNew && (await isDuplicateInbound(tx, agent, asid, item.id))) {
    return { received: { asid }, logs: [] }
  }
  const now = world.now()
  const outcome = await decideOutcome(tx, agent, { item, conversation, now }, deps)
  return persistInbound(tx, agent, { item, conversation, now, outcome }, deps)
}

type InboundContext = { item: InboundItem; conversation: InboundConversation; now: Date }

async function decideOutcome(
  tx: Db,
  agent: AgentKey,
  context: InboundContext,
  deps: InboundDeps,
): Promise<InboundOutcome> {
  const { payload } = context.item
  const { conversation } = context
  const unchanged = { conversation, startsSession: conversation.isNew, precedingEvents: [], logs: [] }
  if (payload.kind === 'signal') return { ...unchanged, events: [payload.event] }
  const result = payload.command && (await applyKeyword(tx, agent, payload.command, deps.world))
  const logs = result?.logEvent
    ? [{ event: result.logEvent, data: { keyword: payload.command?.keyword.toUpperCase() } }]
    : []
  if (payload.kind === 'switch') return { ...unchanged, events: [payload.event, ...(result?.events ?? [])], logs }
  if (!result) return decideContentOutcome(tx, agent, { ...context, payload }, deps)
  const [silentEvent] = interpretContent(dropForeignTaps(conversation.asid, payload.content), []).events
  return { ...unchanged, events: result.events, silentEvent, reply: result.reply, logs }
}

async function decideContentOutcome(
  tx: Db,
  agent: AgentKey,
  {
    item,
    conversation,
    now,
    payload,
  }: InboundContext & { payload: { content: ResolvedContent; startsConversation: boolean } },
  { world, findLastAcceptedAt }: InboundDeps,
): Promise<InboundOutcome> {
  const unsure = isSessionUncertain(conversation.sessionAt, now)
  const agentWroteAt = unsure ? await findLastAcceptedAt(tx, agent, conversation.asid) : undefined
  const { content, startsConversation } = payload
  const after = applyContent(conversation, {
    now,
    at: item.at,
    startsConversation,
    agentWroteAt,
    newSessionId: world.newId('ses'),
  })
  const { events, intents } = interpretContent(dropForeignTaps(conversation.asid, content), conversation.intents)
  return {
    ...after,
    conversation: { ...after.conversation, intents, initiatedBy: undefined },
    isContent: true,
    events,
    logs: [],
  }
}
