import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import {
  continueAt,
  createTenantLimiter,
  defineLane,
  finish,
  postponeTo,
  type WorkOutcome,
} from '../../../platform/work/index.ts'
import type { Adapter, DispatchFailedError, LiveBinding } from '../../channels/index.ts'
import type { DeliveryRoute } from '../messages/recipient.ts'
import { releaseIfWindowOpen } from '../messages/system-messages.ts'
import { messageWork } from '../messages/worker.ts'
import { acquireRateSlots, delayRateSlots } from '../rates/queries.ts'
import { checkDispatchable, type DispatchBlock } from './check-dispatchable.ts'
import type { DispatchDeps } from './deps.ts'
import { type BubbleJob, dispatchBubble } from './dispatch-bubble.ts'
import {
  buildFailureWrites,
  decideFailureAction,
  findNextRoute,
  prepareFallback,
  type StatusFailure,
  toDispatchFailedError,
  toFallbackColumns,
} from './failure.ts'
import { updateMessage } from './queries/dispatches.ts'
import { type MessageColumns as Columns, type MessageRow, messageKeyOf } from './queries/message-row.ts'
import type { DispatchTarget } from './queries/targets.ts'
import { renderForDispatch, renderForTarget } from './render.ts'
import { publishMessageStatus } from './status.ts'

import { confirmDispatched, hasReceipt } from './unresolved/confirm.ts'
import {
  buildEndedUnresolvedWrites,
  buildUnresolvedWrites,
  type InterruptedDispatch,
  registerProviderId,
  toRenderedColumns,
} from './unresolved/mark.ts'

type MessageAttempt = {
  agent: AgentKey
  row: MessageRow
  attempt: number
  signal: AbortSignal
  wantsStatuses: boolean
  /** The identity that the message goes to, once known. */
  reached?: string
}

/** Dispatches accepted messages to their channels: in order within a lane, all lanes concurrently. */
export function messageLane(deps: DispatchDeps) {
  const acquireSlot = createTenantLimiter({ max: 256, maxWhileSlow: 32, slowMilliseconds: 2_000 }, deps.world)
  return defineLane({
    ...messageWork,
    concurrency: 320,
    // A dead process blocks its lanes no longer than this.
    leaseSeconds: 15,
    timeoutSeconds: 120,
    // The handler chooses its own delays, by priority and failure; this is the maximum number of attempts.
    retry: { attempts: 12, baseSeconds: 2, maxSeconds: 600 },
    async perform(row, { signal, attempt }) {
      if (row.failed_at || row.unresolved_since) return finish()
      const { agent_key: agentKey, asid, channel } = row
      // All three reads are sent in one packet.
      const [found, binding, target] = await Promise.all([
        deps.findAgent(agentKey),
        deps.channels.findByChannel({ key: agentKey }, channel as DispatchTarget['channel']),
        deps.findTarget({ agentKey, asid, channel }),
      ])
      if (!found) return finish()
      const leave = acquireSlot(agentKey)
      if (!leave) return postponeTo(new Date(deps.world.now().getTime() + 500 + 1_000 * deps.world.random()))
      return dispatch({ ...found, row, attempt, signal, reached: target?.asid }, { binding, target }, deps).finally(
        leave,
      )
    },
    async giveUp(tx, row) {
      const found = await deps.findAgent(row.agent_key)
      if (!found) return
      const reason = row.dispatching ? 'unknownOutcome' : 'providerError'
      const { set, write } = buildFailureWrites(
        found.agent,
        { row, reason, detail: 'The dispatch failed repeatedly' },
        deps,
      )
      const unresolved_since = row.dispatching ? deps.world.now() : null
      await updateMessage(tx, found.agent, messageKeyOf(row), { ...set, unresolved_since })
      await write(tx)
    },
  })
}

type DispatchRoute = { binding?: LiveBinding; target?: DispatchTarget }

async function dispatch(
  attempting: MessageAttempt,
  { binding, target }: DispatchRoute,
  deps: DispatchDeps,
): Promise<WorkOutcome<Columns>> {
  const { agent, row, signal } = attempting
  const adapter = binding && deps.channels.findAdapter(binding)
  if (hasReceipt(row)) return confirmByReceipt(attempting, { binding, target }, deps)
  const now = deps.world.now()
  const block = checkDispatchable({ row, now, binding, target, adapter, respectsHold: true })
  if (block?.kind === 'unresolved') return markUnresolved(attempting, { binding, target }, deps)
  if (block) return handleBlocked(attempting, { block, target }, deps)
  const route = { binding, target, adapter } as { binding: LiveBinding; target: DispatchTarget; adapter: Adapter }
  const rateSlot = row.priority === 'batch' ? await acquireRateSlot(attempting, route, deps) : undefined
  if (rateSlot) return rateSlot
  try {
    return await dispatchNextBubble(
      { ...route, ...renderForDispatch(row, route.target, now), agent, row, signal, respectsHold: true },
      attempting,
      deps,
    )
  } catch (error) {
    return handleFailure(attempting, { error, ...route }, deps)
  }
}

/** Bulk messages are sent at the provider's rate: each waits once for its slot. */
async function acquireRateSlot(
  { agent, row, wantsStatuses }: MessageAttempt,
  { binding, adapter }: { binding: LiveBinding; adapter: Adapter },
  deps: DispatchDeps,
): Promise<WorkOutcome<Columns> | undefined> {
  if (row.queued_at) return undefined
  const now = deps.world.now()
  const perSecond = deps.channels.batchRateOf(adapter)
  const slots = await acquireRateSlots(deps.db, agent, { bindingKey: binding.bindingKey, perSecond, slots: 1, now })
  const at = 'to' in slots ? slots.to : now
  const tells = wantsStatuses && { write: (tx: Db) => publishMessageStatus(tx, agent, { row, state: 'queued' }, deps) }
  return continueAt(at, { set: { queued_at: now }, ...tells })
}

async function dispatchNextBubble(
  job: BubbleJob,
  { wantsStatuses }: MessageAttempt,
  deps: DispatchDeps,
): Promise<WorkOutcome<Columns>> {
  const { isLastBubble, at, set, write } = await dispatchBubble(job, wantsStatuses, deps)
  const more = { set, ...(write ? { write } : { isIdempotent: job.adapter.ignoresRepeats }) }
  return isLastBubble ? finish(more) : continueAt(at, more)
}

async function handleBlocked(
  attempting: MessageAttempt,
  { block, target }: { block: Exclude<DispatchBlock, { kind: 'unresolved' }>; target?: DispatchTarget },
  deps: DispatchDeps,
): Promise<WorkOutcome<Columns>> {
  if (block.kind === 'postpone') return postponeTo(block.at)
  const { agent, row } = attempting
  if (block.kind === 'waitForWindow') {
    const waitsFor = target?.asid ?? row.asid
    const now = deps.world.now()
    const write = async (tx: Db) => {
      if (!row.queued_at) await publishMessageStatus(tx, agent, { row, state: 'queued' }, deps)
      await releaseIfWindowOpen(tx, agent, { asid: waitsFor, channel: row.channel as DispatchTarget['channel'] }, now)
    }
    return finish({ set: { waiting_for_asid: waitsFor, queued_at: row.queued_at ?? now }, write })
  }
  const { reason, detail, elsewhere } = block
  const because = reason === 'windowClosed' ? 'windowClosed' : 'sendFailed'
  const next = elsewhere ? await findNextRoute(deps.db, agent, { row, because }, deps) : undefined
  return next ? fallBack(attempting, next, deps) : endMessage(attempting, { reason, detail }, deps)
}

type FailedDispatch = { error: unknown; binding: LiveBinding; target: DispatchTarget; adapter: Adapter }

async function handleFailure(
  attempting: MessageAttempt,
  { error, adapter, ...way }: FailedDispatch,
  deps: DispatchDeps,
): Promise<WorkOutcome<Columns>> {
  const { agent, row, attempt, wantsStatuses } = attempting
  const { world, log } = deps
  const failure = toDispatchFailedError(error)
  if (failure !== error) log.error({ err: error, agent: agent.id }, 'a dispatch failed because of an internal error')
  const next = await findNextRoute(deps.db, agent, { row, because: 'sendFailed' }, deps)
  const moment = { now: world.now(), random: world.random() }
  if (row.priority === 'batch') await backOff(agent, { row, failure, now: moment.now }, deps)
  await registerProviderId(agent, failure, { row, binding: way.binding, adapter }, deps)
  const { ignoresRepeats } = adapter
  const action = decideFailureAction(failure, { row, attempt, ignoresRepeats, next, ...moment })
  if (action.kind === 'unresolved') return markUnresolved(attempting, way, deps)
  if (action.kind === 'fallback') return fallBack(attempting, action.route, deps)
  if (action.kind === 'fail') {
    const mayHaveIt = failure.retry === 'unknown' && way
    return endMessage(attempting, { ...action, refused: true, ...(mayHaveIt && { mayHaveIt }) }, deps)
  }
  const tells = wantsStatuses &&
    !row.queued_at && { write: (tx: Db) => publishMessageStatus(tx, agent, { row, state: 'queued' }, deps) }
  const set = { queued_at: row.queued_at ?? moment.now, dispatching: false }
  return { kind: 'retry', error: failure, at: action.at, set, ...tells }
}

/** Respects a provider's request to back off: no other bulk message gets a slot before that time. */
async function backOff(
  agent: AgentKey,
  { row, failure, now }: { row: MessageRow; failure: DispatchFailedError; now: Date },
  { db }: DispatchDeps,
): Promise<void> {
  if (!failure.retryAfterSeconds) return
  const until = new Date(now.getTime() + failure.retryAfterSeconds * 1000)
  await delayRateSlots(db, agent, { channel: row.channel as DispatchTarget['channel'], until })
}

/** Continues on the next channel of the delivery policy, from the first bubble. */
function fallBack({ agent, row }: MessageAttempt, route: DeliveryRoute, deps: DispatchDeps): WorkOutcome<Columns> {
  const set = toFallbackColumns(row, route)
  const write = (tx: Db) => prepareFallback(tx, agent, { row, route }, deps)
  return continueAt(deps.world.now(), { set, write })
}

/** `mayHaveIt`: the last channel tried, if it gave no clear response. */
type MessageEnd = StatusFailure & { refused?: boolean; mayHaveIt?: DispatchRoute }

function endMessage(
  { agent, row, reached }: MessageAttempt,
  { mayHaveIt, ...failure }: MessageEnd,
  deps: DispatchDeps,
): WorkOutcome<Columns> {
  const ending = buildFailureWrites(agent, { row, reached, ...failure }, deps)
  if (!mayHaveIt) return finish(ending)
  const open = buildEndedUnresolvedWrites(agent, toInterruptedDispatch(row, mayHaveIt), deps)
  const write = async (tx: Db) => {
    await open.write(tx)
    await ending.write(tx)
  }
  return finish({ set: { ...open.set, ...ending.set }, write })
}

/** A receipt arrived before the next attempt, or before the interrupted dispatch was noticed. */
function confirmByReceipt(
  { agent, row }: MessageAttempt,
  way: DispatchRoute,
  deps: DispatchDeps,
): WorkOutcome<Columns> {
  const set = toRenderedColumns(toInterruptedDispatch(row, way))
  const write = async (tx: Db) => void (await confirmDispatched(tx, agent, { ...row, ...set } as MessageRow, deps))
  return finish({ set, write })
}

/** The channel may have the message; later messages in its lane continue. */
function markUnresolved({ agent, row }: MessageAttempt, way: DispatchRoute, deps: DispatchDeps): WorkOutcome<Columns> {
  return finish(buildUnresolvedWrites(agent, toInterruptedDispatch(row, way), deps))
}

function toInterruptedDispatch(row: MessageRow, { binding, target }: DispatchRoute): InterruptedDispatch {
  return { row, binding, target, ...(target && { rendered: renderForTarget(row, target) }) }
}
