import { type Channel, isSignal } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Announce } from '../../../platform/outbox.ts'
import { dayMilliseconds, type World } from '../../../platform/world.ts'
import type { Channels } from '../../channels/index.ts'
import type { AcceptResult, PublishStatus, SendDisclaimer, WriteLog } from '../deps.ts'
import type { CaptureSandboxMessage } from '../sandbox/capture.ts'
import { joinSessionAndPublish } from './join-session.ts'
import type { PreparedMessage } from './parse-message.ts'
import { findByCallerId, insertMessage, lockHolder, readRecipient, releaseCallerId } from './queries.ts'
import {
  addSiblingChannels,
  checkHolder,
  type DeliveryRoute,
  decideRoute,
  type RouteDecision,
  resolveDestinationId,
} from './recipient.ts'

import { releaseIfWindowOpen } from './system-messages.ts'
import { enterMessageLane } from './worker.ts'

export type SlowPathDeps = {
  db: Db
  world: World
  channels: Channels
  announce: Announce
  publishStatus: PublishStatus
  sendDisclaimer: SendDisclaimer
  writeLog: WriteLog
  /** Sends a signal at once and stores nothing. */
  sendSignal(agent: AgentKey, route: DeliveryRoute, signal: 'typing' | 'read'): void
  /** A recipient who cannot be reached may be a sandbox person. */
  captureSandboxMessage: CaptureSandboxMessage
}

/** Accepts one message with every check: delivery policy, closed windows, sessions, repeats. */
export async function acceptOne(agent: AgentKey, ready: PreparedMessage, deps: SlowPathDeps): Promise<AcceptResult> {
  const captured = ready.send.sandbox ? await captureIfSandbox(agent, ready, deps) : undefined
  if (captured) return captured
  const bindings = await deps.channels.listBindings(agent)
  return inTransaction(deps.db, async (tx) => {
    const repeated = await findRepeat(tx, agent, ready, deps.world.now())
    if (repeated) return repeated
    const recipient = await readRecipient(tx, agent, ready.send.asid)
    if (!recipient)
      return (await deps.captureSandboxMessage(tx, agent, ready)) ?? toRefusedResult(ready, unknownRecipient)
    const held = checkHolder(await lockHolder(tx, agent, ready.send.asid), ready.send.author)
    if (held) return toRefusedResult(ready, held)
    const { delivery } = ready.message
    const decision = decideRoute({
      recipient: addSiblingChannels(recipient),
      delivery,
      bindings,
      now: deps.world.now(),
    })
    if ('reason' in decision) return toRefusedResult(ready, decision)
    return persistAccepted(tx, agent, { ready, route: decision.route, channel: recipient.primary.channel }, deps)
  })
}

/** Undefined if the recipient is not, or no longer, a sandbox person. */
function captureIfSandbox(
  agent: AgentKey,
  ready: PreparedMessage,
  deps: SlowPathDeps,
): Promise<AcceptResult | undefined> {
  return inTransaction(
    deps.db,
    async (tx) =>
      (await findRepeat(tx, agent, ready, deps.world.now())) ?? (await deps.captureSandboxMessage(tx, agent, ready)),
  )
}

const unknownRecipient = { reason: 'unknownRecipient', detail: 'The agent does not know this userId' } as const

const toRefusedResult = (
  { id }: PreparedMessage,
  { reason, detail }: Exclude<RouteDecision, { route: DeliveryRoute }>,
): AcceptResult => ({
  messageId: id,
  accepted: false,
  reason,
  detail,
})

/** A repeated id returns the first result. */
async function findRepeat(
  tx: Db,
  agent: AgentKey,
  { send, callerId }: PreparedMessage,
  now: Date,
): Promise<AcceptResult | undefined> {
  if (callerId === undefined) return undefined
  const stored = await findByCallerId(tx, agent, { asid: send.asid, callerId })
  if (!stored) return undefined
  if (now.getTime() - stored.acceptedAt.getTime() < dayMilliseconds) return { messageId: stored.id, accepted: true }
  await releaseCallerId(tx, agent, { asid: send.asid, id: stored.id })
  return undefined
}

/** `channel` is that of the conversation, whichever channel the message is sent on. */
type AcceptedSend = { ready: PreparedMessage; route: DeliveryRoute; channel: Channel }

async function persistAccepted(
  tx: Db,
  agent: AgentKey,
  { ready, route, channel }: AcceptedSend,
  deps: SlowPathDeps,
): Promise<AcceptResult> {
  const { send, id, callerId } = ready
  if (isSignal(ready.message)) {
    deps.sendSignal(agent, route, ready.message.signal)
    return { messageId: id, accepted: true }
  }
  const now = deps.world.now()
  const { asid, priority = 'now' } = send
  const reached = await resolveDestinationId(tx, agent, { asid, destination: route.destination }, deps)
  const session = await joinSessionAndPublish(tx, agent, { asid, channel }, deps)
  const to = { asid, channel: route.destination.channel, sessionId: session.id, reached }
  await deps.sendDisclaimer(tx, agent, route.binding, to)
  if (!route.waitsForWindow) await enterMessageLane(tx, agent, { asid, priority }, now)
  const made = {
    id,
    callerId,
    asid,
    priority,
    sessionId: session.id,
    channel: route.destination.channel,
    origin: 'agent' as const,
    author: send.author,
  }
  const stored = { ...made, message: ready.message, eventId: send.inReplyTo?.eventId, sandbox: session.sandbox, now }
  const inserted = await insertMessage(tx, agent, {
    ...stored,
    ...(route.waitsForWindow ? { waitsFor: reached } : { dueAt: now }),
  })
  if (!inserted) return (await findRepeat(tx, agent, ready, now)) ?? { messageId: id, accepted: true }
  await send.author?.onAccepted?.(tx, id)
  if (route.waitsForWindow) {
    const attempt = { channel: route.destination.channel, provider: route.binding.provider }
    await deps.publishStatus(tx, agent, {
      asid,
      sessionId: session.id,
      sandbox: session.sandbox,
      status: { messageId: id, state: 'queued', attempt },
    })
    await releaseIfWindowOpen(tx, agent, { asid: reached, channel: route.destination.channel }, now)
  }
  return { messageId: id, accepted: true }
}
