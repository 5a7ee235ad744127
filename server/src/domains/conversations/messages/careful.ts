import { type Channel, isSignal } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import type { Channels } from '../../channels/index.ts'
import type { Accepted, Disclaim, TellStatus, WriteLog } from '../deps.ts'
import type { CaptureRehearsed } from '../rehearsals/capture.ts'
import { enterSession } from './enter-session.ts'
import { findByCallerId, freeCallerId, insertMessage, inTransaction, readRecipient } from './queries.ts'
import { dayMilliseconds, type Ready } from './ready.ts'
import { type Decision, decideRoute, type Route } from './recipient.ts'
import { releaseIfOpen } from './say.ts'
import { settlePlace, withSiblings } from './siblings.ts'
import { enterLine } from './worker.ts'

export type CarefulDeps = {
  db: Db
  world: World
  channels: Channels
  announce: Announce
  tellStatus: TellStatus
  disclaim: Disclaim
  writeLog: WriteLog
  /** Passes a signal on, at once and without a trace. */
  signal(agent: AgentKey, route: Route, signal: 'typing' | 'read'): void
  /** Whom nobody is reached by may be rehearsed with. */
  captureRehearsed: CaptureRehearsed
}

/** One message, with everything that may be asked of it: delivery policy, closed windows, sessions, repeats. */
export async function takeCarefully(agent: AgentKey, ready: Ready, deps: CarefulDeps): Promise<Accepted> {
  const captured = ready.send.rehearsed ? await capture(agent, ready, deps) : undefined
  if (captured) return captured
  const bindings = await deps.channels.of(agent)
  return inTransaction(deps.db, async (tx) => {
    const repeated = await repeatOf(tx, agent, ready, deps.world.now())
    if (repeated) return repeated
    const recipient = await readRecipient(tx, agent, ready.send.asid)
    if (!recipient) return (await deps.captureRehearsed(tx, agent, ready)) ?? refused(ready, unknown)
    const { delivery } = ready.message
    const decision = decideRoute({ recipient: withSiblings(recipient), delivery, bindings, now: deps.world.now() })
    if ('reason' in decision) return refused(ready, decision)
    return take(tx, agent, { ready, route: decision.route, channel: recipient.named.channel }, deps)
  })
}

/** Undefined when they are not rehearsed with, or not any more. */
function capture(agent: AgentKey, ready: Ready, deps: CarefulDeps): Promise<Accepted | undefined> {
  return inTransaction(
    deps.db,
    async (tx) =>
      (await repeatOf(tx, agent, ready, deps.world.now())) ?? (await deps.captureRehearsed(tx, agent, ready)),
  )
}

const unknown = { reason: 'unknownRecipient', detail: 'The agent knows nobody by this userId' } as const

const refused = ({ id }: Ready, { reason, detail }: Exclude<Decision, { route: Route }>): Accepted => ({
  messageId: id,
  accepted: false,
  reason,
  detail,
})

/** A repeated id answers with the first result. */
async function repeatOf(tx: Db, agent: AgentKey, { send, callerId }: Ready, now: Date): Promise<Accepted | undefined> {
  if (callerId === undefined) return undefined
  const kept = await findByCallerId(tx, agent, { asid: send.asid, callerId })
  if (!kept) return undefined
  if (now.getTime() - kept.acceptedAt.getTime() < dayMilliseconds) return { messageId: kept.id, accepted: true }
  await freeCallerId(tx, agent, { asid: send.asid, id: kept.id })
  return undefined
}

/** `channel` is that of the conversation, whichever the message goes to. */
type Taking = { ready: Ready; route: Route; channel: Channel }

async function take(tx: Db, agent: AgentKey, { ready, route, channel }: Taking, deps: CarefulDeps): Promise<Accepted> {
  const { send, id, callerId, message } = ready
  if (isSignal(message)) {
    deps.signal(agent, route, message.signal)
    return { messageId: id, accepted: true }
  }
  const now = deps.world.now()
  const { asid, line = 'now' } = send
  const reached = await settlePlace(tx, agent, { asid, place: route.place }, deps)
  const session = await enterSession(tx, agent, { asid, channel }, deps)
  const to = { asid, channel: route.place.channel, sessionId: session.id, reached }
  await deps.disclaim(tx, agent, route.binding, to)
  if (!route.waits) await enterLine(tx, agent, { asid, line }, now)
  const made = {
    id,
    callerId,
    asid,
    line,
    sessionId: session.id,
    channel: route.place.channel,
    origin: 'agent' as const,
  }
  const kept = { ...made, message, eventId: send.answers?.eventId, sandbox: session.sandbox, now }
  const inserted = await insertMessage(tx, agent, {
    ...kept,
    ...(route.waits ? { waitsFor: reached } : { dueAt: now }),
  })
  if (!inserted) return (await repeatOf(tx, agent, ready, now)) ?? { messageId: id, accepted: true }
  if (route.waits) {
    const attempt = { channel: route.place.channel, provider: route.binding.provider }
    await deps.tellStatus(tx, agent, {
      asid,
      sessionId: session.id,
      sandbox: session.sandbox,
      status: { messageId: id, state: 'queued', attempt },
    })
    await releaseIfOpen(tx, agent, { asid: reached, channel: route.place.channel }, now)
  }
  return { messageId: id, accepted: true }
}
