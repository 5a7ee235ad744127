import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { LiveBinding } from '../../channels/index.ts'
import { resolveIdentity, type ChannelAddress } from '../../people/index.ts'
import { type KeywordCommand, applyKeyword } from '../compliance/apply-keyword.ts'
import type { AgentLogRecord, ReceiveResult } from '../deps.ts'
import type { SystemEvent, TypedEvent } from '../event.ts'
import { isSessionUncertain } from '../sessions/session.ts'
import { type ContentOutcome, applyContent } from './apply-content.ts'
import { type InboundConversation, createInboundConversation } from './inbound-conversation.ts'
import type { InboundDeps } from './deps.ts'
import { type ResolvedContent, dropForeignTaps, interpretContent } from './interpret-content.ts'
import { isDuplicateInbound, lockOrCreateConversation } from './queries.ts'
import { persistInbound } from './persist.ts'

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
    | { kind: 'content'; content: ResolvedContent; startsConversation: boolean; order?: KeywordCommand }
    | { kind: 'switch'; event: SystemEvent; order?: KeywordCommand }
    | { kind: 'signal'; event: SystemEvent }
}

/** What a thing that came makes of its conversation. */
export type InboundOutcome = Omit<ContentOutcome, 'opensWindow'> & {
  opensWindow?: boolean
  /** Words to the agent, and no keyword: the relationship has begun. */
  isContent?: boolean
  /** Told in this order; where there is nothing to tell, `unheard` is kept. */
  events: TypedEvent[]
  unheard?: TypedEvent
  says?: string
  logs: Pick<AgentLogRecord, 'event' | 'data'>[]
}

export type InboundResult = { received: ReceiveResult; logs: AgentLogRecord[] }

/** Takes one thing in, in one transaction: those of one conversation come strictly one after the other. */
export async function processInbound(tx: Db, agent: AgentKey, came: InboundItem, deps: InboundDeps): Promise<InboundResult> {
  const { world } = deps
  const { asid, isNew } = await resolveIdentity(tx, agent, { ...came.from, name: came.name }, deps)
  const opening = { asid, channel: came.binding.channel, sessionId: world.newId('ses'), now: world.now() }
  const conversation = isNew ? createInboundConversation(opening) : await lockOrCreateConversation(tx, agent, opening)
  if (came.id !== undefined && !conversation.isNew && (await isDuplicateInbound(tx, agent, asid, came.id))) {
    return { received: { asid }, logs: [] }
  }
  const now = world.now()
  const outcome = await decideOutcome(tx, agent, { item: came, conversation, now }, deps)
  return persistInbound(tx, agent, { item: came, conversation, now, outcome }, deps)
}

type InboundContext = { item: InboundItem; conversation: InboundConversation; now: Date }

async function decideOutcome(tx: Db, agent: AgentKey, taking: InboundContext, deps: InboundDeps): Promise<InboundOutcome> {
  const { payload } = taking.item
  const { conversation } = taking
  const aside = { conversation, startsSession: conversation.isNew, before: [], logs: [] }
  if (payload.kind === 'signal') return { ...aside, events: [payload.event] }
  const obeyed = payload.order && (await applyKeyword(tx, agent, payload.order, deps.world))
  const logs = obeyed?.logEvent ? [{ event: obeyed.logEvent, data: { keyword: payload.order?.keyword.toUpperCase() } }] : []
  if (payload.kind === 'switch') return { ...aside, events: [payload.event, ...(obeyed?.events ?? [])], logs }
  if (!obeyed) return decideContentOutcome(tx, agent, { ...taking, what: payload }, deps)
  const [unheard] = interpretContent(dropForeignTaps(conversation.asid, payload.content), []).events
  return { ...aside, events: obeyed.events, unheard, says: obeyed.reply, logs }
}

async function decideContentOutcome(
  tx: Db,
  agent: AgentKey,
  { item, conversation, now, what }: InboundContext & { what: { heard: ResolvedContent; begins: boolean } },
  { world, findLastAcceptedAt }: InboundDeps,
): Promise<InboundOutcome> {
  const unsure = isSessionUncertain(conversation.sessionAt, now)
  const agentWroteAt = unsure ? await findLastAcceptedAt(tx, agent, conversation.asid) : undefined
  const { heard, begins } = what
  const after = applyContent(conversation, { now, at: item.at, startsConversation: begins, agentWroteAt, newSessionId: world.newId('ses') })
  const { events, intents } = interpretContent(dropForeignTaps(conversation.asid, heard), conversation.intents)
  return {
    ...after,
    conversation: { ...after.conversation, intents, openedBy: undefined },
    isContent: true,
    events,
    logs: [],
  }
}
