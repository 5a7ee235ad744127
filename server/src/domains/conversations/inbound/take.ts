import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { LiveBinding } from '../../channels/index.ts'
import { arrive, type ChannelAddress } from '../../people/index.ts'
import { type Order, obey } from '../compliance/obey.ts'
import type { LogEntry, Received } from '../deps.ts'
import type { SystemEvent, TypedEvent } from '../event.ts'
import { sessionIsUnsure } from '../sessions/session.ts'
import { type AfterContent, afterContent } from './after-content.ts'
import { type Conversation, newConversation } from './conversation.ts'
import type { ReceiverDeps } from './deps.ts'
import { type Heard, heardFrom, understand } from './heard.ts'
import { hasCome, openConversation } from './queries.ts'
import { settle } from './settle.ts'

/** Something of a person, with all that had to be gathered for it. */
export type Came = {
  binding: LiveBinding
  from: ChannelAddress
  /** What the channel tells of the person. */
  name?: string
  /** The provider's id of it, where what comes twice is taken once. */
  id?: string
  conversationId?: string
  at: Date
  what:
    | { kind: 'content'; heard: Heard; begins: boolean; order?: Order }
    | { kind: 'switch'; event: SystemEvent; order?: Order }
    | { kind: 'signal'; event: SystemEvent }
}

/** What a thing that came makes of its conversation. */
export type Outcome = Omit<AfterContent, 'opensWindow'> & {
  opensWindow?: boolean
  /** Words to the agent, and no keyword: the relationship has begun. */
  isContent?: boolean
  /** Told in this order; where there is nothing to tell, `unheard` is kept. */
  events: TypedEvent[]
  unheard?: TypedEvent
  says?: string
  logs: Pick<LogEntry, 'event' | 'data'>[]
}

export type Taken = { received: Received; logs: LogEntry[] }

/** Takes one thing in, in one transaction: those of one conversation come strictly one after the other. */
export async function take(tx: Db, agent: AgentKey, came: Came, deps: ReceiverDeps): Promise<Taken> {
  const { world } = deps
  const { asid, isNew } = await arrive(tx, agent, { ...came.from, name: came.name }, deps)
  const opening = { asid, channel: came.binding.channel, sessionId: world.newId('ses'), now: world.now() }
  const conversation = isNew ? newConversation(opening) : await openConversation(tx, agent, opening)
  if (came.id !== undefined && !conversation.isNew && (await hasCome(tx, agent, asid, came.id))) {
    return { received: { asid }, logs: [] }
  }
  const now = world.now()
  const outcome = await outcomeOf(tx, agent, { came, conversation, now }, deps)
  return settle(tx, agent, { came, conversation, now, outcome }, deps)
}

type Taking = { came: Came; conversation: Conversation; now: Date }

async function outcomeOf(tx: Db, agent: AgentKey, taking: Taking, deps: ReceiverDeps): Promise<Outcome> {
  const { what } = taking.came
  const { conversation } = taking
  const aside = { conversation, startsSession: conversation.isNew, before: [], logs: [] }
  if (what.kind === 'signal') return { ...aside, events: [what.event] }
  const obeyed = what.order && (await obey(tx, agent, what.order, deps.world))
  const logs = obeyed?.logged ? [{ event: obeyed.logged, data: { keyword: what.order?.keyword.toUpperCase() } }] : []
  if (what.kind === 'switch') return { ...aside, events: [what.event, ...(obeyed?.events ?? [])], logs }
  if (!obeyed) return contentOutcome(tx, agent, { ...taking, what }, deps)
  const [unheard] = understand(heardFrom(conversation.asid, what.heard), []).events
  return { ...aside, events: obeyed.events, unheard, says: obeyed.says, logs }
}

async function contentOutcome(
  tx: Db,
  agent: AgentKey,
  { came, conversation, now, what }: Taking & { what: { heard: Heard; begins: boolean } },
  { world, lastAccepted }: ReceiverDeps,
): Promise<Outcome> {
  const unsure = sessionIsUnsure(conversation.sessionAt, now)
  const agentWroteAt = unsure ? await lastAccepted(tx, agent, conversation.asid) : undefined
  const { heard, begins } = what
  const after = afterContent(conversation, { now, at: came.at, begins, agentWroteAt, newSessionId: world.newId('ses') })
  const { events, intents } = understand(heardFrom(conversation.asid, heard), conversation.intents)
  return {
    ...after,
    conversation: { ...after.conversation, intents, openedBy: undefined },
    isContent: true,
    events,
    logs: [],
  }
}
