import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { LiveBinding } from '../../channels/index.ts'
import { type ChannelAddress, resolveIdentity } from '../../people/index.ts'
import { applyKeyword, type KeywordCommand } from '../compliance/apply-keyword.ts'
import type { AgentLogRecord, ReceiveResult } from '../deps.ts'
import type { SystemEvent, TypedEvent } from '../event.ts'
import { isSessionUncertain } from '../sessions/session.ts'
import { applyContent, type ContentOutcome } from './apply-content.ts'
import type { InboundDeps } from './deps.ts'
import { createInboundConversation, type InboundConversation } from './inbound-conversation.ts'
import { dropForeignTaps, interpretContent, type ResolvedContent } from './interpret-content.ts'
import { persistInbound } from './persist.ts'
import { isDuplicateInbound, lockOrCreateConversation } from './queries.ts'

/** Something of a person, with all that had to be gathered for it. */
export type InboundItem = {
  binding: LiveBinding
  from: ChannelAddress
  /** What the channel tells of the person. */
  name?: string
  /** The provider's id of it, where what comes twice is taken once. */
  id?: string
  conversationId?: string
  at: Date
  payload:
    | { kind: 'content'; content: ResolvedContent; startsConversation: boolean; command?: KeywordCommand }
    | { kind: 'switch'; event: SystemEvent; command?: KeywordCommand }
    | { kind: 'signal'; event: SystemEvent }
}

/** What an inbound item changes in its conversation. */
export type InboundOutcome = Omit<ContentOutcome, 'opensWindow'> & {
  opensWindow?: boolean
  /** Words to the agent, and no keyword: the relationship has begun. */
  isContent?: boolean
  /** Told in this order; where there is nothing to tell, `silentEvent` is kept. */
  events: TypedEvent[]
  silentEvent?: TypedEvent
  reply?: string
  logs: Pick<AgentLogRecord, 'event' | 'data'>[]
}

export type InboundResult = { received: ReceiveResult; logs: AgentLogRecord[] }

/** Takes one thing in, in one transaction: those of one conversation come strictly one after the other. */
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
    conversation: { ...after.conversation, intents, openedBy: undefined },
    isContent: true,
    events,
    logs: [],
  }
}
