import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { LogEntry, NewEvent } from '../deps.ts'
import type { TypedEvent } from '../event.ts'
import { insertSession } from '../sessions/queries.ts'
import { windowState } from '../windows/window.ts'
import type { Conversation } from './conversation.ts'
import type { ReceiverDeps } from './deps.ts'
import { insertUnheard, insertWithSession, saveConversation } from './queries.ts'
import type { Came, Outcome, Taken } from './take.ts'

type Settling = { came: Came; conversation: Conversation; now: Date; outcome: Outcome }

/** Writes what came of something, and tells the agent. */
export async function settle(tx: Db, agent: AgentKey, settling: Settling, deps: ReceiverDeps): Promise<Taken> {
  const { came, outcome, now } = settling
  const before = settling.conversation
  const conversation = { ...outcome.conversation, ...idOfThread(came) }
  if (!before.isStored) await insertWithSession(tx, agent, conversation, now)
  else if (hasChanged(before, conversation)) await saveConversation(tx, agent, { before, after: conversation })
  if (before.openedBy !== undefined && outcome.isContent) {
    await deps.answered?.(tx, agent, { asid: before.asid, openedBy: before.openedBy, at: now })
  }
  if (outcome.startsSession) await startSession(tx, agent, { conversation, came, now }, deps)
  if (outcome.opensWindow && !conversation.isNew) await deps.releaseWaiting(tx, agent, conversation.asid, now)
  const eventId = await tellOf(tx, agent, { ...settling, conversation }, deps)
  const { asid, channel, sessionId } = conversation
  if (outcome.isContent) await deps.disclaim(tx, agent, came.binding, { asid, channel, sessionId })
  if (outcome.says !== undefined) await deps.say(tx, agent, { asid, channel, sessionId }, outcome.says)
  return { received: { asid, eventId }, logs: logsOf(conversation, outcome, eventId) }
}

const idOfThread = ({ conversationId }: Came) =>
  conversationId === undefined ? {} : { channelConversationId: conversationId }

/** Content always moves the session; of the rest only a new id of the thread is worth a write. */
const hasChanged = (before: Conversation, after: Conversation): boolean =>
  before.sessionAt !== after.sessionAt || before.channelConversationId !== after.channelConversationId

type Starting = { conversation: Conversation; came: Came; now: Date }

async function startSession(tx: Db, agent: AgentKey, { conversation, came, now }: Starting, deps: ReceiverDeps) {
  const { asid, sessionId, channel, sandbox } = conversation
  if (conversation.isStored) await insertSession(tx, agent, { asid, id: sessionId, channel, startedAt: now })
  if (sandbox || came.what.kind !== 'content') return
  const data = { agentId: agent.id, userId: asid, sessionId, channel, initiatedBy: 'user' }
  await deps.announce(tx, { orgId: agent.orgId, type: 'conversation.started', data })
}

/** Answers the id of the event that tells what came; those before it only prepare for it. */
async function tellOf(tx: Db, agent: AgentKey, settling: Settling, deps: ReceiverDeps): Promise<string | undefined> {
  const { came, outcome } = settling
  const told = [...outcome.before, ...outcome.events]
  const events = told.map((event, index) => newEvent(event, settling, index === 0 ? came.id : undefined))
  if (events.length > 0) return (await deps.tell(tx, agent, events))[outcome.before.length]
  if (outcome.unheard) {
    const unheard = newEvent(outcome.unheard, settling, came.id)
    await insertUnheard(tx, agent, { ...unheard, id: deps.world.newId('evt') })
  }
  return undefined
}

function newEvent(event: TypedEvent, { came, conversation, now }: Settling, inboundId: string | undefined): NewEvent {
  const { asid, sessionId, channel, sandbox, writtenAt } = conversation
  const changed = event.type === 'system' ? event.window?.state : undefined
  return {
    asid,
    sessionId,
    channel,
    provider: came.binding.provider,
    event,
    windowState: changed ?? windowState(channel, writtenAt, now),
    ...(sandbox && { sandbox }),
    inboundId,
    at: now,
  }
}

function logsOf({ asid, channel, sessionId }: Conversation, outcome: Outcome, eventId: string | undefined): LogEntry[] {
  const about = { asid, channel, sessionId }
  const came = outcome.events[0] ?? outcome.unheard
  const isSignal = came?.type === 'system' && came.kind === 'typing'
  return [
    ...(outcome.startsSession
      ? [{ ...about, level: 'info', event: 'session.started', data: { sessionId } } as const]
      : []),
    ...(came
      ? [
          {
            ...about,
            level: isSignal ? 'debug' : 'info',
            event: 'channel.inbound',
            data: { type: came.type, eventId },
          } as const,
        ]
      : []),
    ...outcome.logs.map((entry) => ({ ...about, ...entry, level: 'info' }) as const),
  ]
}
