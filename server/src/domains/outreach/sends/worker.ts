import { setTimeout as wait } from 'node:timers/promises'
import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import { isRetryable, isUnavailable } from '../../../platform/db/errors.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import {
  continueAt,
  createTenantLimiter,
  defineWork,
  finish,
  nudge,
  postponeTo,
  retry,
  type Work,
  type WorkOutcome,
} from '../../../platform/work/index.ts'
import type { World } from '../../../platform/world.ts'
import { findAgentByKey } from '../../agents/index.ts'
import type { Conversations } from '../../conversations/index.ts'
import type { OutreachDeps } from '../deps.ts'
import { type SandboxSendDeps, sendInSandbox, toSendUpdate, unresolvedSeconds } from './campaign/outcome.ts'

import { isSwitchedOff, resolveFailedOpening } from './failed-opening.ts'
import { endSend } from './queries/transitions.ts'
import type { SendRow } from './queries.ts'
import { type CancelledSend, checkSendReadiness, holdFor, type PostponedSend, type ReadySend } from './readiness.ts'
import {
  createRecordSent,
  type RecordSent,
  type RecordSentDeps,
  toEventData,
  withCurrentPerson,
} from './record-sent.ts'
import { type HoldReason, type SendFailureReason, sendUpdated } from './send.ts'

export type OutreachWork = Work

const work = { kind: 'outreach.sends', table: 'sends', key: ['agent_key', 'id'] } as const

export function nudgeSends(tx: Db): void {
  nudge(tx, work.kind)
}

export type SendWorkDeps = OutreachDeps &
  SandboxSendDeps &
  Pick<RecordSentDeps, 'log' | 'onSent'> & {
    findDispatched: Conversations['findDispatched']
    abandon: Conversations['abandon']
    cancelMore(tx: Db, agent: AgentKey, of: { outreachId: string; detail: string }): Promise<void>
    /** Called when a send waits for a condition that may change. */
    onHeld(tx: Db, agent: AgentKey, row: SendRow, hold: HoldReason): Promise<void>
    onEnded(
      tx: Db,
      agent: AgentKey,
      ended: { row: SendRow; state: 'sent' | 'cancelled' | Ended; reason?: SendFailureReason },
    ): Promise<void>
  }

type ProcessDeps = SendWorkDeps & { recordSent: RecordSent }
type Ended = 'failed' | 'suppressed'
type SendColumns = {
  state?: 'sent' | 'cancelled' | Ended
  reason?: SendFailureReason
  detail?: string
  message_id?: string
  provider_attempts?: number
  sent_at?: Date
  failed_at?: Date
  cancelled_at?: Date
  hold_reason?: string | null
  unresolved?: boolean
  asid?: string
  channel?: string
}

/** Attempts about 0, 2, 10 and 30 minutes after acceptance. */
const retryDelaysSeconds = [120, 480, 1200]
const maxAttempts = retryDelaysSeconds.length + 1
/** Retry interval while REAL_SENDS is off. */
const pausedMilliseconds = 60_000

export function sendWork(given: SendWorkDeps) {
  const deps = { ...given, recordSent: createRecordSent(given) }
  const { db, world } = deps
  const takePlace = createTenantLimiter(
    { max: 64, maxWhileSlow: 16, slowMilliseconds: 2_000, slowForMilliseconds: 60_000 },
    world,
  )
  return defineWork({
    ...work,
    concurrency: 64,
    // Accepting new sends takes priority over dispatching these.
    recentStarts: { max: 4, milliseconds: 100 },
    leaseSeconds: 20,
    timeoutSeconds: 120,
    retry: { delaysSeconds: retryDelaysSeconds },
    // A worker that is killed repeatedly says nothing about the send it was processing.
    maxCrashes: 200,
    async perform(row, { signal, attempt, dueAt }): Promise<WorkOutcome<SendColumns>> {
      const agent = await findAgentByKey(db, row.agent_key)
      if (!agent) return finish()
      if (!deps.realSends && !row.sandbox) return postponeTo(new Date(world.now().getTime() + pausedMilliseconds))
      const leave = takePlace(agent.key)
      if (!leave) return postponeTo(new Date(world.now().getTime() + 1_000 + 9_000 * world.random()))
      const wasTried = row.unresolved || row.crashes + row.attempts > 0
      const isFirst = dueAt.getTime() === row.queued_at.getTime() && !wasTried
      return processSend(agent, { row, attempt, signal, isFirst }, deps)
        .catch((error: unknown) => retryAfterFault(error, attempt, world))
        .finally(leave)
    },
    async giveUp(tx, row) {
      const agent = await findAgentByKey(tx, row.agent_key)
      if (!agent) return
      const failure = {
        state: 'failed',
        reason: 'dispatch_failed',
        detail: 'The dispatch failed repeatedly',
      } as const
      await endSend(tx, agent, row.id, { ...failure, now: world.now() })
      await deps.abandon(tx, agent, row.id, { reason: 'providerError', detail: failure.detail })
      await publishEnd(tx, agent, { row: await withCurrentPerson(tx, agent, row), ...failure }, deps)
    },
  })
}

/** A database outage does not count as an attempt; an internal error does. */
function retryAfterFault(error: unknown, attempt: number, world: World): WorkOutcome<SendColumns> {
  if (isUnavailable(error) || isRetryable(error)) return postponeTo(new Date(world.now().getTime() + 5_000))
  return retry(error, { set: { provider_attempts: attempt } })
}

type SendAttempt = { row: SendRow; attempt: number; signal: AbortSignal; isFirst: boolean }

async function processSend(
  agent: AgentKey,
  looking: SendAttempt,
  deps: ProcessDeps,
): Promise<WorkOutcome<SendColumns>> {
  const { row, attempt, isFirst } = looking
  if (row.sandbox) return completeSandboxSend(agent, row, deps)
  // The worker may have died after dispatching: later events do not undo that.
  const before = isFirst ? undefined : await deps.findDispatched(agent, row.id)
  if (before?.kind === 'unresolved') return awaitOutcome(before, row.provider_attempts, deps)
  if (before) return finish(await deps.recordSent(agent, row, { ...before, tries: Math.max(row.provider_attempts, 1) }))
  const ready = await checkSendReadiness(agent, row, deps)
  if ('until' in ready) return postpone(agent, row, ready, deps)
  if ('state' in ready && ready.state === 'cancelled') return cancelWith(agent, row, ready, deps)
  if ('reason' in ready) return endWith(agent, row, { ...ready, tries: attempt - 1 }, deps)
  const freeAt = row.origin === 'campaign' ? await acquireRateSlot(agent, looking, deps) : undefined
  return freeAt ? postponeTo(freeAt) : dispatchSend(agent, { ...looking, ready }, deps)
}

/**
 * Campaign sends respect the provider's rate even when retried here. Returns undefined once the slot's time has come.
 */
async function acquireRateSlot(
  agent: AgentKey,
  { row, signal }: SendAttempt,
  deps: SendWorkDeps,
): Promise<Date | undefined> {
  const place = await deps.rates.acquire(agent, row.channel as Channel, 1)
  if (!place) return undefined
  if ('freeAt' in place) return place.freeAt
  const left = place.at.getTime() - deps.world.now().getTime()
  if (left > 0) await wait(left, undefined, { signal })
  return undefined
}

/** The channel may already have the message: the send becomes due as soon as the outcome is known. */
function awaitOutcome(
  { messageId }: { messageId: string },
  tries: number,
  { world }: SendWorkDeps,
): WorkOutcome<SendColumns> {
  const at = new Date(world.now().getTime() + unresolvedSeconds * 1000)
  return continueAt(at, {
    set: { unresolved: true, message_id: messageId, provider_attempts: tries, hold_reason: null },
  })
}

/** Records what the send waits for, also on its rule row. */
function postpone(
  agent: AgentKey,
  row: SendRow,
  { until, heldFor: hold }: PostponedSend,
  deps: SendWorkDeps,
): WorkOutcome<SendColumns> {
  if (!hold) return postponeTo(until)
  return postponeTo(until, { set: { hold_reason: hold }, write: (tx) => deps.onHeld(tx, agent, row, hold) })
}

/** Completes a test campaign's send whose dispatcher died. */
async function completeSandboxSend(
  agent: AgentKey,
  row: SendRow,
  deps: SendWorkDeps,
): Promise<WorkOutcome<SendColumns>> {
  const { asid, outreach_id: outreachId, person_id: personaId } = row
  const terms = await deps.readCampaignTerms(deps.db, agent, row.campaign_id ?? '')
  if (terms === 'paused') return postponeTo(new Date(deps.world.now().getTime() + pausedMilliseconds))
  if (terms === 'over') return finish({ set: { state: 'cancelled', cancelled_at: deps.world.now() } })
  const openerTemplateId = row.variant_id === null ? undefined : terms.openers?.[row.variant_id]
  const result = await sendInSandbox(agent, { id: row.id, asid, personaId, outreachId, openerTemplateId }, deps)
  if (result.kind === 'held') return postponeTo(result.until)
  const { id: _, due_at: __, last_error: ___, ...set } = toSendUpdate(row.id, result, deps.world.now())
  return finish({ set: set as SendColumns })
}

/** If the Outreach is gone, cancels its other waiting sends too. */
function cancelWith(
  agent: AgentKey,
  row: SendRow,
  { detail, outreachGone }: CancelledSend,
  deps: SendWorkDeps,
): WorkOutcome<SendColumns> {
  const set = { state: 'cancelled', detail, cancelled_at: deps.world.now() } as const
  const write = async (tx: Db) => {
    await deps.abandon(tx, agent, row.id, { reason: 'expired', detail })
    await publishEnd(tx, agent, { row: await withCurrentPerson(tx, agent, row), state: 'cancelled' }, deps)
    if (outreachGone) await deps.cancelMore(tx, agent, { outreachId: row.outreach_id, detail })
  }
  return finish({ set, write })
}

type DispatchAttempt = SendAttempt & { ready: ReadySend }

async function dispatchSend(
  agent: AgentKey,
  { row, ready, attempt, signal }: DispatchAttempt,
  deps: ProcessDeps,
): Promise<WorkOutcome<SendColumns>> {
  const isLastAttempt = attempt >= maxAttempts
  const { aml, delivery } = ready
  const opening = {
    asid: row.asid,
    message: { aml },
    delivery,
    id: row.id,
    initiatedBy: row.id,
    isLastAttempt,
    mustCheckCapability: true,
    rewriteMessage: deps.trackLinks(agent, { openingId: row.id, sendId: row.id }),
  }
  const opened = await deps.open(agent, opening, signal)
  if (opened.kind === 'dispatched') return finish(await deps.recordSent(agent, row, { ...opened, tries: attempt }))
  if (opened.kind === 'unresolved') return awaitOutcome(opened, attempt, deps)
  if (row.origin !== 'named' && isSwitchedOff(opened)) {
    return postpone(agent, row, holdFor('binding_disabled', deps.world.now()), deps)
  }
  const ending = resolveFailedOpening(opened, { isLastAttempt })
  const messageId = opened.kind === 'failed' ? opened.messageId : undefined
  if (ending.kind === 'again') {
    const seconds = Math.max(retryDelaysSeconds[attempt - 1] ?? 0, ending.retryAfterSeconds ?? 0)
    const at = new Date(deps.world.now().getTime() + seconds * 1000)
    return retry(new Error(ending.detail), {
      at,
      set: { provider_attempts: attempt, hold_reason: null, unresolved: false },
    })
  }
  const tries = ending.state === 'suppressed' ? attempt - 1 : attempt
  return endWith(agent, row, { ...ending, tries, messageId }, deps)
}

type SendFailure = { state: Ended; reason: SendFailureReason; detail: string }

function endWith(
  agent: AgentKey,
  row: SendRow,
  { state, reason, detail, tries, messageId }: SendFailure & { tries: number; messageId?: string },
  deps: SendWorkDeps,
): WorkOutcome<SendColumns> {
  const data = { sendId: row.id, outreachId: row.outreach_id, state, reason, detail }
  deps.writeLog(agent, {
    level: 'warn',
    event: 'outreach.suppressed',
    asid: row.asid,
    channel: row.channel as Channel,
    data,
  })
  const of = messageId && { message_id: messageId }
  const set = { state, reason, detail, provider_attempts: tries, failed_at: deps.world.now(), unresolved: false, ...of }
  const write = async (tx: Db) => {
    await deps.abandon(tx, agent, row.id, { reason: 'expired', detail })
    await publishEnd(tx, agent, { row: await withCurrentPerson(tx, agent, row), state, reason }, deps)
  }
  return finish({ set, write })
}

type SendEnding = { row: SendRow; state: Ended | 'cancelled'; reason?: SendFailureReason }

async function publishEnd(tx: Db, agent: AgentKey, { row, state, reason }: SendEnding, deps: SendWorkDeps) {
  await deps.announce(tx, sendUpdated(agent, { ...toEventData(row), state, reason }))
  await deps.onEnded(tx, agent, { row, state, reason })
}
