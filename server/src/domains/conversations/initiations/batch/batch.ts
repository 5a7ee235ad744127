import { type IndexedResult, settledInBatches } from '../../../../platform/concurrency/concurrency.ts'
import type { Db } from '../../../../platform/db/database.ts'
import { isConcurrencyConflict, retryWhileUnavailable } from '../../../../platform/db/errors.ts'
import { inTransaction } from '../../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { noRecipients } from '../../../../platform/outbox.ts'
import { type Adapter, DispatchFailedError, type LiveBinding } from '../../../channels/index.ts'
import { checkDispatchable } from '../../dispatch/check-dispatchable.ts'
import { type BubbleOutcome, dispatchBubble } from '../../dispatch/dispatch-bubble.ts'
import { updateMessage } from '../../dispatch/queries/dispatches.ts'
import { type MessageRow, messageKeyOf } from '../../dispatch/queries/message-row.ts'
import { publishMessageStatus } from '../../dispatch/status.ts'
import { deadlineOf } from '../../dispatch/undelivered/policy.ts'
import { insertDeadlines } from '../../dispatch/undelivered/queries.ts'
import { logSessionsStarted, sessionStartedEvent } from '../../messages/join-session.ts'
import { computeCertainEnd, liveSince } from '../../sessions/session.ts'
import type { Initiation, InitiationDeps, InitiationResult } from '../deps.ts'
import { handleInitiationFailure, type InitiationContext, recordDispatchResult } from '../dispatch.ts'
import type { BatchableInitiation } from './classify.ts'
import {
  type InsertedInitiation,
  insertInitiations,
  type RecordedSend,
  recordSentInitiations,
  type SentInitiation,
} from './queries/messages.ts'

/** A stored opener that is about to be dispatched. */
type PersistedInitiation = BatchableInitiation & { row: MessageRow }

/** `back`: the situation has changed, and the opener was not sent. */
export type DispatchedInitiation = PersistedInitiation & {
  dispatchStartedAt: Date
  outcome: BubbleOutcome | DispatchFailedError | 'back'
}

/** Reads STOP again, with everything else that may have changed. */
async function dispatchOne(
  { agent, signal }: Call,
  leaving: PersistedInitiation,
  deps: InitiationDeps,
): Promise<DispatchedInitiation> {
  const { opening, row, rendered, locale } = leaving
  const { asid, channel } = row
  const [target, carrier] = await Promise.all([
    deps.findTarget({ agentKey: agent.key, asid, channel }),
    findCarrier(agent, leaving, deps),
  ])
  const dispatchStartedAt = deps.world.now()
  const back: DispatchedInitiation = { ...leaving, dispatchStartedAt, outcome: 'back' }
  if (!carrier || !target || target.locale !== locale) return back
  const { binding, adapter } = carrier
  // Ignores the row's own dispatching mark.
  const block = checkDispatchable({
    row: { ...row, dispatching: false },
    now: dispatchStartedAt,
    binding,
    target,
    adapter,
  })
  if (block || isMarkedOtherwise(leaving, adapter)) return back
  const shared = { agent, row, target, binding, adapter, rendered }
  const job = { ...shared, signal: opening.signal ?? signal, isMarkedDispatching: true }
  const outcome = await dispatchBubble(job, true, deps).catch(requireDispatchFailedError)
  return { ...leaving, dispatchStartedAt, outcome }
}

/** A binding that was read a moment ago, with the rest of the batch, is not read again. */
const freshMilliseconds = 250

async function findCarrier(
  agent: AgentKey,
  { binding, adapter, bindingsReadAt }: BatchableInitiation,
  { channels }: InitiationDeps,
): Promise<{ binding: LiveBinding; adapter: Adapter } | undefined> {
  if (performance.now() - bindingsReadAt < freshMilliseconds) return { binding, adapter }
  const now = await channels.findByChannel(agent, binding.channel)
  const its = now && channels.findAdapter(now)
  return its && { binding: now, adapter: its }
}

/** The binding has moved to a provider that needs a different mark. */
const isMarkedOtherwise = ({ row }: PersistedInitiation, { ignoresRepeats }: { ignoresRepeats: boolean }): boolean =>
  row.dispatching === ignoresRepeats

function requireDispatchFailedError(error: unknown): DispatchFailedError {
  if (error instanceof DispatchFailedError) return error
  throw error
}

type Call = { agent: AgentKey; signal: AbortSignal }
type BatchDeps = InitiationDeps & { initiateAlone(opening: Initiation): Promise<InitiationResult> }

/** Results are recorded when all have arrived, or this long after the first, because receipts and answers need them. */
const batchWaitMilliseconds = 500

/** Stores and dispatches openers in a batch; each resolves when its result is recorded. */
export async function initiateBatch(
  call: Call,
  plains: readonly BatchableInitiation[],
  deps: BatchDeps,
): Promise<Map<Initiation, Promise<InitiationResult>>> {
  const rows = await persistBatch(call.agent, plains, deps)
  const leaving = plains.flatMap((plain) => {
    const row = rows.get(plain.messageId)
    return row ? [{ ...plain, row }] : []
  })
  const left = leaving.map((one) => dispatchOne(call, one, deps))
  const written = recordInBatches(call, left, deps)
  const opened = new Map(leaving.map(({ opening }, index) => [opening, written[index] as Promise<InitiationResult>]))
  for (const { opening } of plains) if (!opened.has(opening)) opened.set(opening, deps.initiateAlone(opening))
  return opened
}

function recordInBatches(
  call: Call,
  left: readonly Promise<DispatchedInitiation>[],
  deps: BatchDeps,
): Promise<InitiationResult>[] {
  const opened = left.map(() => Promise.withResolvers<InitiationResult>())
  const write = async () => {
    for await (const wave of settledInBatches(left, batchWaitMilliseconds)) {
      const written = recordSettledBatch(call, wave, deps)
      for (const [position, { index }] of wave.entries())
        opened[index]?.resolve(written[position] as Promise<InitiationResult>)
    }
  }
  void write()
  return opened.map(({ promise }) => promise)
}

function recordSettledBatch(
  call: Call,
  wave: readonly IndexedResult<DispatchedInitiation>[],
  deps: BatchDeps,
): Promise<InitiationResult>[] {
  const arrived = wave.flatMap((come) => (come.status === 'fulfilled' && isDispatched(come.value) ? [come.value] : []))
  const written = recordBatchResults(call, arrived, deps)
  return wave.map(async (come) => {
    if (come.status === 'rejected') throw come.reason
    if (!isDispatched(come.value)) return continueAlone(call, come.value, deps)
    return (await written)[arrived.indexOf(come.value)] as Promise<InitiationResult>
  })
}

const isDispatched = (left: DispatchedInitiation): left is ConfirmedDispatch =>
  left.outcome !== 'back' && !(left.outcome instanceof DispatchFailedError)

/** Handles openers that the channel did not accept; clears the dispatching mark of those that were not sent. */
async function continueAlone(call: Call, left: DispatchedInitiation, deps: BatchDeps): Promise<InitiationResult> {
  const { opening, row, outcome } = left
  if (outcome instanceof DispatchFailedError)
    return handleInitiationFailure(toInitiationContext(call, left), outcome, { ...left, deps })
  if (row.dispatching) await updateMessage(deps.db, call.agent, messageKeyOf(row), { dispatching: false })
  return deps.initiateAlone(opening)
}

/** Returns the stored rows by id. A concurrency conflict on one row leaves out the whole batch. */
async function persistBatch(
  agent: AgentKey,
  plains: readonly BatchableInitiation[],
  deps: InitiationDeps,
): Promise<Map<string, MessageRow>> {
  if (plains.length === 0) return new Map()
  const inserted = await insertBatch(agent, plains, deps).catch((error: unknown) => {
    if (isConcurrencyConflict(error)) return []
    throw error
  })
  return new Map(inserted.flatMap(({ row }) => (row ? [[row.id, row] as const] : [])))
}

/** Publishes the started sessions in the statement itself: no listener of this process reacts to that event. */
async function insertBatch(
  agent: AgentKey,
  plains: readonly BatchableInitiation[],
  { db, world, announce, writeLog }: InitiationDeps,
): Promise<InsertedInitiation[]> {
  const takings = plains.map(({ opening: { asid }, messageId, message, binding, adapter }) => {
    const session = { asid, channel: binding.channel, sessionId: world.newId('ses') }
    return {
      ...session,
      messageId,
      message,
      started: { id: world.newId('evt'), ...sessionStartedEvent(agent, session) },
      dispatching: !adapter.ignoresRepeats,
      disclaimed: binding.compliance?.enabled === true,
    }
  })
  const now = world.now()
  const moment = { now, liveSince: liveSince(now), overSince: computeCertainEnd(now) }
  const recipients = announce.recipients ?? noRecipients
  const inserted = await insertInitiations(db, agent, { takings, recipients }, moment)
  const started = inserted.filter(({ starts }) => starts)
  logSessionsStarted(agent, started, writeLog)
  return inserted
}

type ConfirmedDispatch = DispatchedInitiation & { outcome: BubbleOutcome }

type RecordCall = { agent: AgentKey; signal: AbortSignal }

/**
 * Records sent openers in a batch, and individually those that another process changed first; results are in the given
 * order.
 */
async function recordBatchResults(
  call: RecordCall,
  arrived: readonly ConfirmedDispatch[],
  deps: InitiationDeps,
): Promise<Promise<InitiationResult>[]> {
  if (arrived.length === 0) return []
  const { agent } = call
  const results = await retryWhileUnavailable(() => recordBatch(agent, arrived, deps), call.signal).catch(
    (error: unknown) => {
      if (isConcurrencyConflict(error)) return new Map<number, RecordedSend>()
      throw error
    },
  )
  return arrived.map(async (one): Promise<InitiationResult> => {
    const { row, outcome } = one
    const written = results.get(row.message_key)
    if (!written) return recordDispatchResult(toInitiationContext(call, one), outcome, deps)
    const { id: messageId, asid } = row
    const at = written.sentAt
    return { kind: 'dispatched', messageId, text: outcome.set.text ?? '', at, asid, channel: one.binding.channel }
  })
}

function toInitiationContext(
  { agent, signal }: RecordCall,
  { opening, row, dispatchStartedAt }: DispatchedInitiation,
): InitiationContext {
  return { ...opening, agent, row, signal: opening.signal ?? signal, dispatchStartedAt }
}

async function recordBatch(
  agent: AgentKey,
  arrived: readonly ConfirmedDispatch[],
  deps: InitiationDeps,
): Promise<Map<number, RecordedSend>> {
  const sentRows = arrived.map(toSentInitiation)
  const hears = (await deps.findAgent(agent.key))?.wantsStatuses
  const isTracked = arrived.some(({ row, outcome }) => deadlineOf(row, outcome.at))
  if (!hears && !isTracked) return recordSentInitiations(deps.db, agent, sentRows)
  return inTransaction(deps.db, async (tx) => {
    const results = await recordSentInitiations(tx, agent, sentRows)
    const recorded = arrived.filter(({ row }) => results.has(row.message_key))
    await insertDeadlines(
      tx,
      agent,
      recorded.flatMap(({ row, outcome }) => deadlineOf(row, outcome.at) ?? []),
    )
    if (hears) await publishSentStatuses(tx, agent, { arrived, results }, deps)
    return results
  })
}

type SentStatuses = { arrived: readonly ConfirmedDispatch[]; results: Map<number, RecordedSend> }

/** In the order of the asids, like every transaction that locks several conversations. */
async function publishSentStatuses(
  tx: Db,
  agent: AgentKey,
  { arrived, results }: SentStatuses,
  deps: InitiationDeps,
): Promise<void> {
  const inOrder = arrived.toSorted((one, other) => (one.row.asid < other.row.asid ? -1 : 1))
  for (const { row, binding } of inOrder) {
    if (!results.get(row.message_key)?.isNew) continue
    await publishMessageStatus(tx, agent, { row, state: 'sent', provider: binding.provider }, deps)
  }
}

function toSentInitiation({ opening, row, dispatchStartedAt, outcome }: ConfirmedDispatch): SentInitiation {
  const { at, set, response } = outcome
  return {
    asid: row.asid,
    messageKey: row.message_key,
    provider: set.provider as string,
    locale: set.locale ?? null,
    text: set.text ?? '',
    at,
    since: dispatchStartedAt,
    initiatedBy: opening.initiatedBy ?? null,
    conversationId: response.conversationId ?? null,
    bindingKey: response.dispatch?.bindingKey ?? null,
    channelMessageId: response.dispatch?.channelMessageId ?? null,
  }
}
