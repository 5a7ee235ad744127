import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import {
  continueAt,
  createTenantLimiter,
  defineWork,
  finish,
  nudge,
  postponeTo,
  retry,
  type WorkOutcome,
} from '../../../platform/work/index.ts'
import type { World } from '../../../platform/world.ts'
import { findAgentByKey } from '../../agents/index.ts'
import type { Conversations } from '../../conversations/index.ts'
import type { OutreachDeps } from '../deps.ts'
import { isRetryable, isUnavailable } from '../queries.ts'
import { toSendUpdate, unresolvedSeconds } from './campaign/outcome.ts'
import { type SandboxSendDeps, sendInSandbox } from './campaign/sandbox.ts'
import { sendUpdated } from './events.ts'
import { isSwitchedOff, resolveFailedOpening } from './failed-opening.ts'
import { endSend, findSendPerson } from './queries/transitions.ts'
import type { SendRow } from './queries.ts'
import { type CancelledSend, checkSendReadiness, holdFor, type PostponedSend, type ReadySend } from './readiness.ts'
import { outreachChannel } from './recipient.ts'
import type { HoldReason, SendFailureReason, SendOrigin } from './send.ts'

const work = { kind: 'outreach.sends', table: 'sends', key: ['agent_key', 'id'] } as const

export function nudgeSends(tx: Db): void {
  nudge(tx, work.kind)
}

export type SendWorkDeps = OutreachDeps &
  SandboxSendDeps & {
    log: { error(about: object, words: string): void }
    handed: Conversations['findDispatched']
    abandon: Conversations['abandon']
    /** Others of an Outreach that is gone. */
    cancelMore(tx: Db, agent: AgentKey, of: { outreachId: string; detail: string }): Promise<void>
    /** Sends were sent: whoever follows them up begins to wait. */
    onSent(tx: Db, agent: AgentKey, sent: readonly { row: SentRow; at: Date }[]): Promise<void>
    /** A send waits for something that may change. */
    onHeld(tx: Db, agent: AgentKey, row: SendRow, hold: HoldReason): Promise<void>
    /** A send has ended, whichever way. */
    onEnded(
      tx: Db,
      agent: AgentKey,
      ended: { row: SendRow; state: 'sent' | 'cancelled' | Ended; reason?: SendFailureReason },
    ): Promise<void>
  }

type SentRow = Pick<SendRow, 'id' | 'outreach_id' | 'person_id' | 'asid'>
type Ended = 'failed' | 'suppressed'
type SendColumns = {
  state?: 'sent' | 'cancelled' | Ended
  reason?: SendFailureReason
  detail?: string
  message_id?: string
  tries?: number
  sent_at?: Date
  failed_at?: Date
  cancelled_at?: Date
  held_for?: string | null
  unresolved?: boolean
}

/** About 0, 2, 10 and 30 minutes after it was accepted. */
const retryDelaysSeconds = [120, 480, 1200]
const maxAttempts = retryDelaysSeconds.length + 1
/** While nothing may be handed over at all. */
const pausedMilliseconds = 60_000

/** Hands queued sends over to their channel; document 2, Send state. */
export function sendWork(deps: SendWorkDeps) {
  const { db, world } = deps
  const takePlace = createTenantLimiter(
    { max: 64, maxWhileSlow: 16, slowMilliseconds: 2_000, slowForMilliseconds: 60_000 },
    world,
  )
  return defineWork({
    ...work,
    concurrency: 64,
    // Accepting the next ones goes before handing these over.
    recentStarts: { max: 4, milliseconds: 100 },
    leaseSeconds: 20,
    timeoutSeconds: 120,
    retry: { waitsSeconds: retryDelaysSeconds },
    // A worker that is killed again and again says nothing of the send that it held.
    mostCrashes: 200,
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
        detail: 'The hand-over failed again and again',
      } as const
      await endSend(tx, agent, row.id, { ...failure, now: world.now() })
      await deps.abandon(tx, agent, row.id, { reason: 'providerError', detail: failure.detail })
      await publishEnd(tx, agent, { row: await withCurrentPerson(tx, agent, row), ...failure }, deps)
    },
  })
}

/** A database that is away is no attempt; what we broke ourselves is. */
function retryAfterFault(error: unknown, attempt: number, world: World): WorkOutcome<SendColumns> {
  if (isUnavailable(error) || isRetryable(error)) return postponeTo(new Date(world.now().getTime() + 5_000))
  return retry(error, { set: { tries: attempt } })
}

type SendAttempt = { row: SendRow; attempt: number; signal: AbortSignal; isFirst: boolean }

async function processSend(
  agent: AgentKey,
  looking: SendAttempt,
  deps: SendWorkDeps,
): Promise<WorkOutcome<SendColumns>> {
  const { row, attempt, isFirst } = looking
  if (row.sandbox) return completeSandboxSend(agent, row, deps)
  // Its worker may have died after the hand-over: what has been said since does not unsay it.
  const before = isFirst ? undefined : await deps.handed(agent, row.id)
  if (before?.kind === 'unresolved') return awaitOutcome(before, row.tries, deps)
  if (before) return recordSent(agent, row, { ...before, tries: Math.max(row.tries, 1) }, deps)
  const ready = await checkSendReadiness(agent, row, deps)
  if ('until' in ready) return postpone(agent, row, ready, deps)
  if ('state' in ready && ready.state === 'cancelled') return cancelWith(agent, row, ready, deps)
  if ('reason' in ready) return endWith(agent, row, { ...ready, tries: attempt - 1 }, deps)
  const freeAt = row.origin === 'campaign' ? await acquireRateSlot(agent, looking.signal, deps) : undefined
  return freeAt ? postponeTo(freeAt) : dispatchSend(agent, { ...looking, ready }, deps)
}

/** Bulk leaves at the provider's rate also where it leaves late. Undefined once its place has come. */
async function acquireRateSlot(agent: AgentKey, signal: AbortSignal, deps: SendWorkDeps): Promise<Date | undefined> {
  const place = await deps.rates.acquire(agent, outreachChannel, 1)
  if (!place) return undefined
  if ('freeAt' in place) return place.freeAt
  const left = place.at.getTime() - deps.world.now().getTime()
  if (left > 0) await wait(left, undefined, { signal })
  return undefined
}

/** Its channel may have it: the send becomes due as soon as the outcome is known. */
function awaitOutcome(
  { messageId }: { messageId: string },
  tries: number,
  { world }: SendWorkDeps,
): WorkOutcome<SendColumns> {
  const at = new Date(world.now().getTime() + unresolvedSeconds * 1000)
  return continueAt(at, { set: { unresolved: true, message_id: messageId, tries, held_for: null } })
}

/** What it waits for is told. */
function postpone(
  agent: AgentKey,
  row: SendRow,
  { until, heldFor: hold }: PostponedSend,
  deps: SendWorkDeps,
): WorkOutcome<SendColumns> {
  if (!hold) return postponeTo(until)
  return postponeTo(until, { set: { held_for: hold }, write: (tx) => deps.onHeld(tx, agent, row, hold) })
}

/** Of a campaign over personas, whose own worker was killed over it. */
async function completeSandboxSend(
  agent: AgentKey,
  row: SendRow,
  deps: SendWorkDeps,
): Promise<WorkOutcome<SendColumns>> {
  const { asid, outreach_id: outreachId, person_id: personaId } = row
  const terms = await deps.readCampaignTerms(deps.db, agent, row.campaign_id ?? '')
  if (terms === 'paused') return postponeTo(new Date(deps.world.now().getTime() + pausedMilliseconds))
  if (terms === 'over') return finish({ set: { state: 'cancelled', cancelled_at: deps.world.now() } })
  const result = await sendInSandbox(agent, { id: row.id, asid, personaId, outreachId }, deps)
  if (result.kind === 'held') return postponeTo(result.until)
  const { id: _, due_at: __, last_error: ___, ...set } = toSendUpdate(row.id, result, deps.world.now())
  return finish({ set: set as SendColumns })
}

/** With its Outreach go the others that wait for it. */
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
  deps: SendWorkDeps,
): Promise<WorkOutcome<SendColumns>> {
  const isLast = attempt >= maxAttempts
  const { aml } = ready
  const opening = { asid: row.asid, message: { aml }, id: row.id, openedBy: row.id, isLast, checksCapability: true }
  const opened = await deps.open(agent, opening, signal)
  if (opened.kind === 'handed') return recordSent(agent, row, { ...opened, tries: attempt }, deps)
  if (opened.kind === 'unresolved') return awaitOutcome(opened, attempt, deps)
  if (row.origin !== 'named' && isSwitchedOff(opened)) {
    return postpone(agent, row, holdFor('binding_disabled', deps.world.now()), deps)
  }
  const ending = resolveFailedOpening(opened, { isLast })
  const messageId = opened.kind === 'failed' ? opened.messageId : undefined
  if (ending.kind === 'again') {
    const seconds = Math.max(retryDelaysSeconds[attempt - 1] ?? 0, ending.retryAfterSeconds ?? 0)
    const at = new Date(deps.world.now().getTime() + seconds * 1000)
    return retry(new Error(ending.detail), { at, set: { tries: attempt, held_for: null, unresolved: false } })
  }
  const tries = ending.state === 'suppressed' ? attempt - 1 : attempt
  return endWith(agent, row, { ...ending, tries, messageId }, deps)
}

type DispatchedSend = { at: Date; text: string; messageId: string; tries: number }

async function recordSent(
  agent: AgentKey,
  row: SendRow,
  handed: DispatchedSend,
  deps: SendWorkDeps,
): Promise<WorkOutcome<SendColumns>> {
  const { at, text, messageId, tries } = handed
  await attachPlaybook(agent, row, text, deps)
  const set = { state: 'sent', sent_at: at, message_id: messageId, tries, unresolved: false } as const
  const data = { sendId: row.id, outreachId: row.outreach_id, origin: row.origin }
  deps.writeLog(agent, { level: 'info', event: 'outreach.sent', asid: row.asid, channel: outreachChannel, data })
  const write = async (tx: Db) => {
    const settled = await withCurrentPerson(tx, agent, row)
    await deps.announce(tx, sendUpdated(agent, { ...toEventData(settled), state: 'sent' }))
    await deps.onSent(tx, agent, [{ row: settled, at }])
    await deps.onEnded(tx, agent, { row: settled, state: 'sent' })
  }
  return finish({ set, write })
}

/** The answer belongs to the playbook of the Outreach. What was handed over is sent, even where that cannot be noted. */
async function attachPlaybook(
  agent: AgentKey,
  row: SendRow,
  text: string,
  { db, definitions, opened, log }: SendWorkDeps,
) {
  const { outreaches } = await definitions.read(db, agent)
  const playbookId = outreaches.find(({ id }) => id === row.outreach_id)?.playbookId
  await opened(agent, row.asid, { text, playbookId, outreachId: row.outreach_id }).catch((error: unknown) =>
    log.error({ err: error, agent: agent.id, send: row.id }, 'a conversation was begun, but not where it belongs'),
  )
}

/** The person may have been merged into another since the send was claimed. */
async function withCurrentPerson(tx: Db, agent: AgentKey, row: SendRow): Promise<SendRow> {
  return { ...row, person_id: (await findSendPerson(tx, agent, row.id)) ?? row.person_id }
}

type SendFailure = { state: Ended; reason: SendFailureReason; detail: string }

function endWith(
  agent: AgentKey,
  row: SendRow,
  { state, reason, detail, tries, messageId }: SendFailure & { tries: number; messageId?: string },
  deps: SendWorkDeps,
): WorkOutcome<SendColumns> {
  const data = { sendId: row.id, outreachId: row.outreach_id, state, reason, detail }
  deps.writeLog(agent, { level: 'warn', event: 'outreach.suppressed', asid: row.asid, channel: outreachChannel, data })
  const of = messageId && { message_id: messageId }
  const set = { state, reason, detail, tries, failed_at: deps.world.now(), unresolved: false, ...of }
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

const toEventData = (row: SendRow) => ({
  id: row.id,
  outreachId: row.outreach_id,
  origin: row.origin as SendOrigin,
  personId: row.person_id,
  campaignId: row.campaign_id ?? undefined,
  ruleId: row.rule_id ?? undefined,
})
