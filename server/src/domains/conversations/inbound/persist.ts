import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { AgentLogRecord, NewEvent } from '../deps.ts'
import type { TypedEvent } from '../event.ts'
import { insertConversationSession } from '../sessions/queries.ts'
import { windowState } from '../windows/window.ts'
import type { InboundDeps } from './deps.ts'
import type { InboundConversation } from './inbound-conversation.ts'
import type { InboundItem, InboundOutcome, InboundResult } from './process.ts'
import { insertConversationWithSession, insertUndeliveredEvent, saveConversation } from './queries.ts'

type InboundWrite = { item: InboundItem; conversation: InboundConversation; now: Date; outcome: InboundOutcome }

/** Writes what came of something, and tells the agent. */
export async function persistInbound(
  tx: Db,
  agent: AgentKey,
  write: InboundWrite,
  deps: InboundDeps,
): Promise<InboundResult> {
  const { item, outcome, now } = write
  const before = write.conversation
  const conversation = { ...outcome.conversation, ...threadIdOf(item) }
  if (!before.isStored) await insertConversationWithSession(tx, agent, conversation, now)
  else if (hasChanged(before, conversation)) await saveConversation(tx, agent, { before, after: conversation })
  if (before.openedBy !== undefined && outcome.isContent) {
    await deps.onFirstReply?.(tx, agent, { asid: before.asid, openedBy: before.openedBy, at: now })
  }
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

/** Content always moves the session; of the rest only a new id of the thread is worth a write. */
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

/** Answers the id of the event that tells what came; those before it only prepare for it. */
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
  event: TypedEvent,
  { item, conversation, now }: InboundWrite,
  inboundId: string | undefined,
): NewEvent {
  const { asid, sessionId, channel, sandbox, writtenAt } = conversation
  const changed = event.type === 'system' ? event.window?.state : undefined
  return {
    asid,
    sessionId,
    channel,
    provider: item.binding.provider,
    event,
    windowState: changed ?? windowState(channel, writtenAt, now),
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
