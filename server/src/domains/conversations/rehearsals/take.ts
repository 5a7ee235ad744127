import type { ContentMessage } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { LogEntry } from '../deps.ts'
import type { TypedEvent } from '../event.ts'
import type { ToldEvent } from '../events/envelope.ts'
import { type AfterContent, afterContent } from '../inbound/after-content.ts'
import type { Conversation } from '../inbound/conversation.ts'
import { understand } from '../inbound/heard.ts'
import { saveConversation } from '../inbound/queries.ts'
import { lastAccepted } from '../messages/queries.ts'
import { insertSession } from '../sessions/queries.ts'
import { sessionIsUnsure } from '../sessions/session.ts'
import { windowState } from '../windows/window.ts'
import { emulator, type Partner, type RehearserDeps } from './deps.ts'
import type { Gathered } from './gather.ts'
import { obeyRehearsed } from './obey.ts'
import { openRehearsed } from './open.ts'
import { insertShown, insertTold } from './queries.ts'
import { renderedOf } from './shown.ts'

/** What a happening makes of its conversation; the first of `events` tells of it, and where there is none, `unheard` does. */
type Outcome = Pick<AfterContent, 'conversation' | 'startsSession' | 'before'> & {
  events: TypedEvent[]
  unheard?: TypedEvent
  says?: string
  optedOut?: boolean
  logged?: { event: LogEntry['event']; keyword: string }
}

export type Taken = { told: ToldEvent[]; eventId: string; sessionId: string; logs: LogEntry[]; optsOut: boolean }

/** Takes one happening in, in one transaction, as what comes from a channel is taken in. */
export async function takeHappening(
  tx: Db,
  agent: AgentKey,
  { partner, gathered }: { partner: Partner; gathered: Gathered },
  deps: RehearserDeps,
): Promise<Taken> {
  const { world, rehearsals } = deps
  const now = world.now()
  const rehearsal = await rehearsals.lock(tx, agent, partner.asid)
  if (!rehearsal) throw problem('agent.persona.unavailable', 409)
  const conversation = await openRehearsed(tx, agent, { ...partner, sessionId: world.newId('ses'), now })
  const outcome =
    asideOutcome(gathered, conversation, rehearsal.optedOut) ??
    (await contentOutcome(tx, agent, { gathered, conversation, now }, deps))
  if (outcome.optedOut !== undefined) await rehearsals.setOptedOut(tx, agent, partner.asid, outcome.optedOut)
  const settled = await settle(tx, agent, { before: conversation, outcome, now }, deps)
  return { ...settled, optsOut: outcome.optedOut === true && !rehearsal.optedOut }
}

/** Keywords and switches do not touch the session; undefined for all else, and for a keyword that orders nothing here. */
function asideOutcome(gathered: Gathered, conversation: Conversation, optedOut: boolean): Outcome | undefined {
  const aside = { conversation, startsSession: conversation.isNew, before: [] }
  if (gathered.kind === 'marks') return { ...aside, events: [gathered.event], optedOut: gathered.optedOut }
  const obeyed = gathered.order && obeyRehearsed({ ...gathered.order, optedOut })
  const logged = obeyed?.logged && { event: obeyed.logged, keyword: gathered.order?.keyword.toUpperCase() ?? '' }
  if (gathered.kind === 'switch') {
    return { ...aside, events: [gathered.event, ...(obeyed?.events ?? [])], optedOut: obeyed?.optedOut, logged }
  }
  if (!obeyed) return undefined
  const [unheard] = understand(gathered.heard, []).events
  return { ...aside, events: obeyed.events, unheard, says: obeyed.says, optedOut: obeyed.optedOut, logged }
}

type Content = { gathered: Gathered; conversation: Conversation; now: Date }

async function contentOutcome(
  tx: Db,
  agent: AgentKey,
  { gathered, conversation, now }: Content,
  { world }: RehearserDeps,
): Promise<Outcome> {
  if (gathered.kind !== 'content') throw new Error('only content is understood')
  const unsure = sessionIsUnsure(conversation.sessionAt, now)
  const agentWroteAt = unsure ? await lastAccepted(tx, agent, conversation.asid) : undefined
  const said = { now, at: now, begins: false, agentWroteAt, newSessionId: world.newId('ses') }
  const { opensWindow: _, ...after } = afterContent(conversation, said)
  const { events, intents } = understand(gathered.heard, conversation.intents)
  // The closing of a window is told by a chore, which has no business in a rehearsal.
  return { ...after, conversation: { ...after.conversation, windowClosesAt: undefined, intents }, events }
}

type Settling = { before: Conversation; outcome: Outcome; now: Date }

type Settled = Omit<Taken, 'optsOut'>

async function settle(tx: Db, agent: AgentKey, settling: Settling, deps: RehearserDeps): Promise<Settled> {
  const { before, outcome, now } = settling
  const { conversation: after, events, unheard } = outcome
  const { asid, sessionId, channel } = after
  if (after !== before) await saveConversation(tx, agent, { before, after })
  if (outcome.startsSession) await insertSession(tx, agent, { asid, id: sessionId, channel, startedAt: now })
  const told = [...outcome.before, ...events].map((event) => toldOf(event, settling, deps))
  const kept = told.length > 0 || !unheard ? told : [toldOf(unheard, settling, deps)]
  await insertTold(tx, agent, kept)
  const eventId = (kept[outcome.before.length] as ToldEvent).id
  if (outcome.says !== undefined) await say(tx, agent, { conversation: after, eventId, text: outcome.says, now }, deps)
  return { told, eventId, sessionId, logs: logsOf(outcome, eventId) }
}

function toldOf(event: TypedEvent, { outcome, now }: Settling, { world }: RehearserDeps): ToldEvent {
  const { asid, sessionId, channel, writtenAt } = outcome.conversation
  const changed = event.type === 'system' ? event.window?.state : undefined
  const state = changed ?? windowState(channel, writtenAt, now)
  const about = { asid, sessionId, channel, provider: emulator, sandbox: true, at: now }
  return { id: world.newId('evt'), ...about, event, windowState: state }
}

type Saying = { conversation: Conversation; eventId: string; text: string; now: Date }

/** Words of our own pass a STOP. */
async function say(tx: Db, agent: AgentKey, saying: Saying, { world }: RehearserDeps): Promise<void> {
  const { conversation, eventId, now } = saying
  const { asid, sessionId, channel } = conversation
  const id = world.newId('msg')
  const message: ContentMessage = { spec: 'amf/1', parts: [{ type: 'text', text: saying.text }] }
  const { messages, text } = renderedOf({ id, channel, message })
  const made = { id, asid, sessionId, channel, origin: 'platform', message, eventId, now } as const
  await insertShown(tx, agent, { ...made, bubbles: messages.length, text })
}

function logsOf({ conversation, startsSession, events, unheard, logged }: Outcome, eventId: string): LogEntry[] {
  const { asid, channel, sessionId } = conversation
  const about = { asid, channel, sessionId, level: 'info' } as const
  const type = (events[0] ?? unheard)?.type
  const logs: LogEntry[] = [{ ...about, event: 'channel.inbound', data: { type, eventId } }]
  if (startsSession) logs.unshift({ ...about, event: 'session.started', data: { sessionId } })
  if (logged) logs.push({ ...about, event: logged.event, data: { keyword: logged.keyword } })
  return logs
}
