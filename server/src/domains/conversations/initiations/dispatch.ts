import { setTimeout as wait } from 'node:timers/promises'
import type { RenderResult } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import { retryWhileUnavailable } from '../../../platform/db/errors.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import {
  type Adapter,
  DispatchFailedError,
  type DispatchFailureReason,
  type LiveBinding,
} from '../../channels/index.ts'
import { checkDispatchable } from '../dispatch/check-dispatchable.ts'
import { type BubbleOutcome, dispatchBubble } from '../dispatch/dispatch-bubble.ts'
import {
  buildFailureWrites,
  findNextRoute,
  isOutcomeUnknown,
  isSafeToRetry,
  prepareFallback,
  toFallbackColumns,
} from '../dispatch/failure.ts'
import { updateMessage } from '../dispatch/queries/dispatches.ts'
import { type MessageRow, messageKeyOf } from '../dispatch/queries/message-row.ts'
import type { DispatchTarget } from '../dispatch/queries/targets.ts'
import { renderForDispatch, renderForTarget } from '../dispatch/render.ts'
import { publishMessageStatus } from '../dispatch/status.ts'
import { firstReceiptAt, notFailedColumns } from '../dispatch/unresolved/confirm.ts'
import {
  buildEndedUnresolvedWrites,
  buildUnresolvedWrites,
  type InterruptedDispatch,
  registerProviderId,
} from '../dispatch/unresolved/mark.ts'
import { joinSessionAndPublish } from '../messages/join-session.ts'
import type { Initiation, InitiationDeps, InitiationResult } from './deps.ts'
import {
  isConfirmedByReceipt,
  isIncapableReason,
  isPendingInitiation,
  toInitiationResult,
  toRetryAfter,
  toUnresolvedInitiation,
} from './message.ts'
import { deleteCapability, lockMessage, recordInitiation, storeCapability } from './queries.ts'

export type InitiationContext = Pick<Initiation, 'id' | 'initiatedBy' | 'isLastAttempt'> & {
  agent: AgentKey
  row: MessageRow
  signal: AbortSignal
  /** When the first bubble was sent. */
  dispatchStartedAt?: Date
}

/** No pacing setting requires a longer gap. */
const maxGapMilliseconds = 3_000

/** Dispatches the remaining bubbles of a message in order and records each. */
export async function dispatchInitiation(context: InitiationContext, deps: InitiationDeps): Promise<InitiationResult> {
  const { row } = context
  if (!isPendingInitiation(row)) return toInitiationResult(row)
  if (isConfirmedByReceipt(row)) return recordDispatchResult(context, toConfirmedBubble(row), deps)
  if (row.unresolved_since) return toUnresolvedInitiation(row)
  const way = await resolveRoute(context, deps)
  if ('unresolved' in way) return markUnresolved(context, way.unresolved, deps)
  if ('reason' in way) return (await fallBackInitiation(context, way, deps)) ?? endInitiation(context, way, deps)
  const dispatchStartedAt = context.dispatchStartedAt ?? deps.world.now()
  const job = { ...context, ...way, ...renderForDispatch(row, way.target, deps.world.now()) }
  const delivered = await dispatchBubble(job, true, deps).catch(requireDispatchFailedError)
  if (delivered instanceof DispatchFailedError)
    return handleInitiationFailure({ ...context, dispatchStartedAt }, delivered, { ...job, deps })
  return recordDispatchResult({ ...context, dispatchStartedAt }, delivered, deps)
}

function requireDispatchFailedError(error: unknown): DispatchFailedError {
  if (error instanceof DispatchFailedError) return error
  throw error
}

type InitiationRoute = { binding: LiveBinding; target: DispatchTarget; adapter: Adapter }
type UnresolvedRoute = { unresolved: Partial<InitiationRoute> }
/** `elsewhere`: another channel may still reach the person. */
type InitiationFailure = { reason: DispatchFailureReason; detail: string; elsewhere?: boolean }
/** `mayHaveIt`: the channel was called and gave no clear response. */
type InitiationEnd = InitiationFailure & { mayHaveIt?: InterruptedChannel }

/**
 * Returns the route of the next bubble after waiting for its gap, or the reason why it cannot be sent. Reads STOP each
 * time.
 */
async function resolveRoute(
  context: InitiationContext,
  deps: InitiationDeps,
  hasWaited = false,
): Promise<InitiationRoute | InitiationFailure | UnresolvedRoute> {
  const { agent, row, signal } = context
  const channel = row.channel as DispatchTarget['channel']
  const [binding, target] = await Promise.all([
    deps.channels.findByChannel(agent, channel),
    deps.findTarget({ agentKey: agent.key, asid: row.asid, channel }),
  ])
  const adapter = binding && deps.channels.findAdapter(binding)
  const now = deps.world.now()
  const block = checkDispatchable({ row, now, binding, target, adapter })
  if (block?.kind === 'fail') return block
  if (block?.kind === 'unresolved') return { unresolved: { binding, target, adapter } }
  if (block?.kind === 'postpone' && !hasWaited) {
    await wait(Math.min(block.at.getTime() - now.getTime(), maxGapMilliseconds), undefined, { signal })
    return resolveRoute(context, deps, true)
  }
  return { binding, target, adapter } as InitiationRoute
}

/**
 * Overrides an abandonment in the meantime: the message has arrived. Then continues with the remaining bubbles. Waits
 * while the database is unavailable, because a dispatch that is not recorded would be an unknown outcome.
 */
export async function recordDispatchResult(
  context: InitiationContext,
  done: BubbleOutcome,
  deps: InitiationDeps,
): Promise<InitiationResult> {
  const written = await retryWhileUnavailable(() => recordBubble(context, done, deps), context.signal)
  return dispatchInitiation({ ...context, row: written }, deps)
}

async function recordBubble(
  context: InitiationContext,
  done: BubbleOutcome,
  deps: InitiationDeps,
): Promise<MessageRow> {
  const { agent, row, initiatedBy, dispatchStartedAt = done.at } = context
  const { asid } = row
  return inTransaction(deps.db, async (tx) => {
    const now = (await lockMessage(tx, agent, row.id)) ?? row
    const isLate = done.isLastBubble && isPendingInitiation({ ...now, failed_at: null })
    const set = { ...done.set, unresolved_since: null, ...(isLate && notFailedColumns) }
    await updateMessage(tx, agent, messageKeyOf(row), set)
    await done.write?.(tx)
    if (now.failed_at && isLate) await deps.onOutcomeResolved?.(tx, agent, context.id)
    if (done.isLastBubble && initiatedBy !== undefined) {
      const reached = done.set.dispatched_asid ?? asid
      const channel = row.channel as DispatchTarget['channel']
      if (reached !== asid) await joinSessionAndPublish(tx, agent, { asid: reached, channel }, deps)
      const waits = await recordInitiation(tx, agent, { asid: reached, initiatedBy, since: dispatchStartedAt })
      if (!waits) await deps.onFirstReply?.(tx, agent, { asid: reached, initiatedBy, at: deps.world.now() })
    }
    const message = set.message === undefined ? now.message : JSON.parse(set.message)
    return { ...now, ...set, message, ...(done.isLastBubble && { sent_at: now.sent_at ?? done.at }) } as MessageRow
  })
}

export function toConfirmedBubble(row: MessageRow): BubbleOutcome {
  const { messages } = renderForTarget(row, {
    channel: row.channel as DispatchTarget['channel'],
    locale: row.locale ?? undefined,
  })
  const text = messages.map((message) => message.text).join('\n')
  const set = { dispatched_bubbles: 1, dispatching: false, bubbles: messages.length, text }
  return { isLastBubble: messages.length === 1, at: firstReceiptAt(row) as Date, response: {}, set }
}

type FailedInitiationContext = Pick<InitiationRoute, 'adapter' | 'binding'> & {
  rendered: RenderResult
  deps: InitiationDeps
}

export async function handleInitiationFailure(
  context: InitiationContext,
  error: DispatchFailedError,
  failing: FailedInitiationContext,
): Promise<InitiationResult> {
  const { agent, row, isLastAttempt = false } = context
  const { adapter, binding, rendered, deps } = failing
  const { reason, detail, retryAfterSeconds } = error
  await registerProviderId(agent, error, { row, binding, adapter }, deps)
  if (isOutcomeUnknown(error, adapter.ignoresRepeats)) return markUnresolved(context, { binding, rendered }, deps)
  const isFinal = !isSafeToRetry(error, adapter.ignoresRepeats) || isLastAttempt
  // With another channel available, falls back at the second failure.
  const elsewhere = error.retry !== 'unknown' && (isFinal || row.queued_at !== null)
  const moved = await fallBackInitiation(context, { reason, detail, elsewhere }, deps)
  if (moved) return moved
  if (isFinal) {
    const mayHaveIt = error.retry === 'unknown' ? { binding, rendered } : undefined
    return endInitiation(context, { reason, detail, mayHaveIt }, deps, true)
  }
  return ifStillOpen(context, deps, async (tx) => {
    await updateMessage(tx, agent, messageKeyOf(row), {
      queued_at: row.queued_at ?? deps.world.now(),
      dispatching: false,
    })
    if (row.channel === 'rcs') await deleteCapability(tx, agent, row.asid)
    if (!row.queued_at) await publishMessageStatus(tx, agent, { row, state: 'queued' }, deps)
    return { kind: 'failed', messageId: row.id, reason, detail, again: true, ...toRetryAfter(retryAfterSeconds) }
  })
}

/**
 * Continues on the next channel of the opener's policy; undefined if there is none. A person who opted out is not
 * followed to another channel.
 */
async function fallBackInitiation(
  context: InitiationContext,
  { reason, elsewhere = false }: InitiationFailure,
  deps: InitiationDeps,
): Promise<InitiationResult | undefined> {
  const { agent, row } = context
  if (!elsewhere || reason === 'optedOut') return undefined
  const route = await findNextRoute(deps.db, agent, { row, because: 'sendFailed' }, deps)
  if (!route) return undefined
  const moved = await inTransaction(deps.db, async (tx) => {
    const now = await lockMessage(tx, agent, row.id)
    if (!now || !isPendingInitiation(now) || now.channel !== row.channel) return undefined
    const { asid } = row
    if (isIncapableReason(row.channel, reason))
      await storeCapability(tx, agent, { asid, capable: false, now: deps.world.now() })
    await prepareFallback(tx, agent, { row: now, route }, deps)
    const set = toFallbackColumns(now, route)
    await updateMessage(tx, agent, messageKeyOf(now), set)
    return { ...now, ...set } as MessageRow
  })
  return moved && dispatchInitiation({ ...context, row: moved }, deps)
}

type InterruptedChannel = Pick<InterruptedDispatch, 'binding' | 'target' | 'rendered'>

const toInterruptedDispatch = (
  { id, initiatedBy, row, dispatchStartedAt }: InitiationContext,
  { binding, target, rendered }: InterruptedChannel,
): InterruptedDispatch => ({
  ...{ row, binding, target, initiatedBy, dispatchStartedAt, initiationId: id },
  rendered: rendered ?? (target && renderForTarget(row, target)),
})

async function markUnresolved(
  context: InitiationContext,
  channel: InterruptedChannel,
  deps: InitiationDeps,
): Promise<InitiationResult> {
  const { agent, row } = context
  return ifStillOpen(context, deps, async (tx) => {
    const { set, write } = buildUnresolvedWrites(agent, toInterruptedDispatch(context, channel), deps)
    await updateMessage(tx, agent, messageKeyOf(row), set)
    await write(tx)
    return toUnresolvedInitiation(row)
  })
}

/** `tried`: the channel was called, so the cached capability of the number is no longer valid. */
async function endInitiation(
  context: InitiationContext,
  failure: InitiationEnd,
  deps: InitiationDeps,
  tried = false,
): Promise<InitiationResult> {
  const { agent, row } = context
  const { reason, detail, mayHaveIt } = failure
  const { asid } = row
  return ifStillOpen(context, deps, async (tx) => {
    const ending = buildFailureWrites(agent, { row, refused: tried, reason, detail }, deps)
    const isIncapable = tried && isIncapableReason(row.channel, reason)
    const open = mayHaveIt && buildEndedUnresolvedWrites(agent, toInterruptedDispatch(context, mayHaveIt), deps)
    await updateMessage(tx, agent, messageKeyOf(row), { ...open?.set, ...ending.set })
    await open?.write(tx)
    await ending.write(tx)
    // If the cache contradicts the failure, the provider is asked again the next time.
    const wasKnown = tried && row.channel === 'rcs' && (await deleteCapability(tx, agent, asid))
    if (isIncapable && !wasKnown) await storeCapability(tx, agent, { asid, capable: false, now: deps.world.now() })
    if (isIncapable) return { kind: 'incapable', known: false }
    return { kind: 'failed', messageId: row.id, reason, detail, again: false }
  })
}

/** If the message was abandoned or dispatched by another process in the meantime, returns that result. */
async function ifStillOpen(
  { agent, row }: InitiationContext,
  { db }: InitiationDeps,
  act: (tx: Db) => Promise<InitiationResult>,
): Promise<InitiationResult> {
  return inTransaction(db, async (tx) => {
    const now = await lockMessage(tx, agent, row.id)
    return now && !isPendingInitiation(now) ? toInitiationResult(now) : act(tx)
  })
}
