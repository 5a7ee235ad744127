import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { DispatchFailedError } from '../../channels/index.ts'
import { findInitiatedBy, recordInitiation } from '../initiations/queries.ts'
import { joinSessionAndPublish } from '../messages/join-session.ts'
import { readRecipient } from '../messages/queries.ts'
import { addSiblingChannels, type DeliveryRoute, decideRoute, resolveDestinationId } from '../messages/recipient.ts'
import { enterMessageLane, type Priority } from '../messages/worker.ts'
import type { DispatchDeps } from './deps.ts'
import { removeIntents, updateMessage } from './queries/dispatches.ts'
import { type MessageColumns, type MessageRow, messageContentOf, messageKeyOf } from './queries/message-row.ts'
import { isDelivered } from './queries/receipts.ts'
import type { DispatchTarget } from './queries/targets.ts'
import { publishMessageStatus } from './status.ts'
import { confirmDispatched } from './unresolved/confirm.ts'

export type StatusFailure = { reason: string; detail: string }

export type FailureAction =
  | { kind: 'retry'; at: Date }
  | { kind: 'fallback'; route: DeliveryRoute }
  /** The channel may have the message, and would treat a repeat as a new one. */
  | { kind: 'unresolved' }
  | ({ kind: 'fail' } & StatusFailure)

/** Seconds to wait after each attempt; conversations are retried sooner than bulk messages. */
const retryDelaysSeconds = { now: [2, 8, 30], batch: [5, 30, 120, 600, 1800] } as const
/** With another channel available, falls back early. */
const attemptsBeforeFallback = 2

type AttemptState = {
  row: MessageRow
  attempt: number
  ignoresRepeats: boolean
  now: Date
  random: number
  next?: DeliveryRoute
}

/** Pure: decides what follows from a failure after this many attempts. */
export function decideFailureAction(error: DispatchFailedError, state: AttemptState): FailureAction {
  const { row, attempt, ignoresRepeats, next, now, random } = state
  const { reason, detail } = error
  const again = isSafeToRetry(error, ignoresRepeats)
  const delays = retryDelaysSeconds[row.priority === 'batch' ? 'batch' : 'now']
  const left = next ? Math.min(delays.length, attemptsBeforeFallback - 1) : delays.length
  if (again && attempt <= left) {
    const seconds = Math.max(error.retryAfterSeconds ?? 0, (delays[attempt - 1] as number) * (0.9 + random * 0.2))
    return { kind: 'retry', at: new Date(now.getTime() + seconds * 1000) }
  }
  if (isOutcomeUnknown(error, ignoresRepeats)) return { kind: 'unresolved' }
  // A message that may have arrived is not also sent on another channel, and a person who opted out is not followed to
  // one.
  if (!mayHaveArrived(error) && reason !== 'optedOut' && next) return { kind: 'fallback', route: next }
  return { kind: 'fail', reason, detail }
}

/** Whether it is unknown if the channel has the message, and a repeat cannot make sure. */
export function isOutcomeUnknown({ retry }: DispatchFailedError, ignoresRepeats: boolean): boolean {
  return retry === 'unknown' && !ignoresRepeats
}

/** If a provider that ignores repeats reports a failure on every attempt, it has not sent the message; silence proves nothing. */
const mayHaveArrived = ({ retry, reason }: DispatchFailedError): boolean =>
  retry === 'unknown' && reason !== 'providerError'

/** Whether the same request may work later and cannot reach the person twice. */
export function isSafeToRetry({ retry }: DispatchFailedError, ignoresRepeats: boolean): boolean {
  return retry === 'later' || (retry === 'unknown' && ignoresRepeats)
}

type RouteRequest = { row: MessageRow; because: 'sendFailed' | 'undelivered' | 'windowClosed' }

/** Returns the next route of the delivery policy after the channels tried so far, including this one. */
export async function findNextRoute(
  db: Db,
  agent: AgentKey,
  { row, because }: RouteRequest,
  { channels, world }: DispatchDeps,
): Promise<DeliveryRoute | undefined> {
  const { delivery } = messageContentOf(row)
  const allowed =
    because === 'windowClosed' ? delivery?.outsideWindow === 'fallback' : delivery?.fallbackOn?.includes(because)
  if (!allowed) return undefined
  const recipient = await readRecipient(db, agent, row.asid)
  if (!recipient) return undefined
  const tried = [...row.tried_channels, row.channel]
  const bindings = await channels.listBindings(agent)
  const decision = decideRoute({
    recipient: addSiblingChannels(recipient),
    delivery,
    bindings,
    tried,
    now: world.now(),
  })
  return 'route' in decision ? decision.route : undefined
}

/**
 * Ensures that the identity on the fallback channel exists and that the relationship has started; returns the identity.
 */
export async function prepareFallback(
  tx: Db,
  agent: AgentKey,
  { row, route }: { row: MessageRow; route: DeliveryRoute },
  deps: DispatchDeps,
): Promise<string> {
  const { asid, session_id: sessionId } = row
  const { destination, binding } = route
  const reached = await resolveDestinationId(tx, agent, { asid, destination }, deps)
  await deps.sendDisclaimer(tx, agent, binding, { asid, channel: destination.channel, sessionId, reached })
  return reached
}

/**
 * Moves a message that its channel accepted but did not deliver to the next channel: its lane dispatches it there, from
 * the first bubble. The caller has locked the message.
 */
export async function moveToNextChannel(
  tx: Db,
  agent: AgentKey,
  { row, route }: { row: MessageRow; route: DeliveryRoute },
  deps: DispatchDeps,
): Promise<void> {
  const now = deps.world.now()
  const reached = await prepareFallback(tx, agent, { row, route }, deps)
  await moveInitiation(tx, agent, { row, reached, channel: route.destination.channel }, deps)
  await enterMessageLane(tx, agent, { asid: row.asid, priority: row.priority as Priority }, now)
  await updateMessage(tx, agent, messageKeyOf(row), {
    ...toFallbackColumns(row, route),
    attempts: 0,
    due_at: now,
  })
}

type MovedMessage = { row: MessageRow; reached: string; channel: DispatchTarget['channel'] }

/** If the message opened a conversation that has no reply yet, a reply on the other channel counts as the reply to it. */
async function moveInitiation(tx: Db, agent: AgentKey, moved: MovedMessage, deps: DispatchDeps): Promise<void> {
  const { row, reached: asid, channel } = moved
  if (asid === row.asid) return
  const initiatedBy = await findInitiatedBy(tx, agent, row.asid)
  if (initiatedBy === undefined) return
  await joinSessionAndPublish(tx, agent, { asid, channel }, deps)
  await recordInitiation(tx, agent, { asid, initiatedBy, since: deps.world.now() })
  const { id: messageId, text } = row
  await deps.onInitiationMoved?.(tx, agent, { initiatedBy, messageId, text: text ?? '', asid, channel })
}

/** Starts over on another channel. */
export const toFallbackColumns = (row: MessageRow, { destination }: DeliveryRoute): MessageColumns => ({
  channel: destination.channel,
  tried_channels: [...row.tried_channels, row.channel],
  dispatched_bubbles: 0,
  dispatching: false,
  bubbles: null,
  dispatched_asid: null,
})

/** Converts any error to a DispatchFailedError; our own faults are retried like the provider's. */
export function toDispatchFailedError(error: unknown): DispatchFailedError {
  if (error instanceof DispatchFailedError) return error
  return new DispatchFailedError('providerError', 'The dispatch failed because of an internal error', {
    retry: 'later',
  })
}

/** `reached`: the identity that the message went to, if known. `refused`: the provider reported the failure. */
type FailedMessage = StatusFailure & { row: MessageRow; reached?: string; refused?: boolean }

/**
 * Builds the writes for a message that has failed for good, unless a receipt reports in the meantime that it arrived.
 */
export function buildFailureWrites(
  agent: AgentKey,
  { row, reached, refused = false, reason, detail }: FailedMessage,
  deps: DispatchDeps,
) {
  const data = { messageId: row.id, reason, detail }
  const { asid, session_id: sessionId } = row
  const channel = row.channel as DispatchTarget['channel']
  deps.writeLog(agent, { level: 'warn', event: 'message.failed', asid, sessionId, channel, data })
  const set: MessageColumns = { failed_at: deps.world.now(), reason, detail, dispatching: false }
  const write = async (tx: Db) => {
    if (await isDelivered(tx, agent, messageKeyOf(row))) return void (await confirmDispatched(tx, agent, row, deps))
    await removeIntents(tx, agent, [row.asid, ...(reached ? [reached] : [])], row.id)
    await publishMessageStatus(tx, agent, { row, state: 'failed', reason, detail }, deps)
    if (refused && reason === 'optedOut')
      await deps.handleProviderOptOut(tx, agent, { asid: reached ?? row.asid, channel })
  }
  return { set, write }
}
