import { type IndexedResult, settledInBatches } from '../../../../platform/concurrency/settled-in-batches.ts'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { DispatchFailedError, type LiveBinding } from '../../../channels/index.ts'
import { checkDispatchable } from '../../dispatch/check-dispatchable.ts'
import { type BubbleOutcome, dispatchBubble } from '../../dispatch/dispatch-bubble.ts'
import { updateMessage } from '../../dispatch/queries/dispatches.ts'
import { type MessageRow, messageKeyOf } from '../../dispatch/queries/message-row.ts'
import { publishMessageStatus } from '../../dispatch/status.ts'
import { publishSessionsStarted } from '../../messages/join-session.ts'
import { certainlyEndedSince, liveSince } from '../../sessions/session.ts'
import type { Initiation, InitiationDeps, InitiationResult } from '../deps.ts'
import { handleInitiationFailure, type InitiationContext, recordDispatchResult } from '../dispatch.ts'
import type { BatchableInitiation } from './classify.ts'
import {
  type InsertedInitiation,
  insertInitiations,
  inTransaction,
  isConcurrencyConflict,
  retryWhileUnavailable,
} from './queries/insert-messages.ts'
import { type RecordedSend, recordSentInitiations, type SentInitiation } from './queries/record-sent.ts'

/** What was taken down, and is about to leave. */
type PersistedInitiation = BatchableInitiation & { row: MessageRow }

/** `back`: something has come between, and it has not left. */
export type DispatchedInitiation = PersistedInitiation & {
  begunAt: Date
  outcome: BubbleOutcome | DispatchFailedError | 'back'
}

type DispatchCall = { agent: AgentKey; signal: AbortSignal }

/** Hands all of them over at once, each by itself. STOP is read here again, with whatever else may have changed. */
async function dispatchInitiationBatch(
  { agent, signal }: DispatchCall,
  leaving: readonly PersistedInitiation[],
  deps: InitiationDeps,
): Promise<Promise<DispatchedInitiation>[]> {
  if (leaving.length === 0) return []
  const bindings = await deps.channels.listBindings(agent)
  return leaving.map((one) => dispatchOne({ agent, signal, bindings }, one, deps))
}

async function dispatchOne(
  { agent, signal, bindings }: DispatchCall & { bindings: readonly LiveBinding[] },
  leaving: PersistedInitiation,
  deps: InitiationDeps,
): Promise<DispatchedInitiation> {
  const { row, rendered, locale } = leaving
  const { asid, channel } = row
  const target = await deps.findTarget({ agentKey: agent.key, asid, channel })
  const begunAt = deps.world.now()
  const back: DispatchedInitiation = { ...leaving, begunAt, outcome: 'back' }
  const binding = bindings.find((one) => one.channel === channel)
  const adapter = binding && deps.channels.findAdapter(binding)
  if (!binding || !adapter || !target || target.locale !== locale) return back
  // Its own note that it leaves is no hindrance.
  const block = checkDispatchable({ row: { ...row, handing: false }, now: begunAt, binding, target, adapter })
  if (block || isMarkedOtherwise(leaving, adapter)) return back
  const job = { agent, row, target, binding, adapter, rendered, signal, isBegun: true }
  const outcome = await dispatchBubble(job, true, deps).catch(requireDispatchFailedError)
  return { ...leaving, begunAt, outcome }
}

/** The binding went over to a provider that asks for another note. */
const isMarkedOtherwise = ({ row }: PersistedInitiation, { ignoresRepeats }: { ignoresRepeats: boolean }): boolean =>
  row.handing === ignoresRepeats

function requireDispatchFailedError(error: unknown): DispatchFailedError {
  if (error instanceof DispatchFailedError) return error
  throw error
}

type Call = { agent: AgentKey; signal: AbortSignal }
type BatchDeps = InitiationDeps & { initiateAlone(opening: Initiation): Promise<InitiationResult> }

/** What has arrived is written down when all have, or so long after the first: receipts and answers look for it. */
const batchWaitMilliseconds = 500

/** Takes them down and hands them over together; each is answered when it is written down. */
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
  const left = await dispatchInitiationBatch(call, leaving, deps)
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

/** What the channel has not taken; and what has not left is no longer on its way. */
async function continueAlone(call: Call, left: DispatchedInitiation, deps: BatchDeps): Promise<InitiationResult> {
  const { opening, row, outcome } = left
  if (outcome instanceof DispatchFailedError)
    return handleInitiationFailure(toInitiationContext(call, left), outcome, { ...left, deps })
  if (row.handing) await updateMessage(deps.db, call.agent, messageKeyOf(row), { handing: false })
  return deps.initiateAlone(opening)
}

/** The rows of those that were taken down, by their ids. Whoever was in the way of one was in the way of all. */
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

function insertBatch(
  agent: AgentKey,
  plains: readonly BatchableInitiation[],
  deps: InitiationDeps,
): Promise<InsertedInitiation[]> {
  const { db, world } = deps
  const takings = plains.map(({ opening: { asid }, messageId, message, binding, adapter }) => ({
    asid,
    messageId,
    channel: binding.channel,
    message,
    sessionId: world.newId('ses'),
    handing: !adapter.ignoresRepeats,
    disclaimed: binding.compliance?.enabled === true,
  }))
  return inTransaction(db, async (tx) => {
    const now = world.now()
    const moment = { now, liveSince: liveSince(now), overSince: certainlyEndedSince(now) }
    const inserted = await insertInitiations(tx, agent, takings, moment)
    const started = inserted.filter(({ starts }) => starts)
    await publishSessionsStarted(tx, agent, started, deps)
    return inserted
  })
}

type ConfirmedDispatch = DispatchedInitiation & { outcome: BubbleOutcome }

type RecordCall = { agent: AgentKey; signal: AbortSignal }

/** Writes down together what has left, and alone what somebody was quicker with; answered in the order given. */
async function recordBatchResults(
  call: RecordCall,
  arrived: readonly ConfirmedDispatch[],
  deps: InitiationDeps,
): Promise<Promise<InitiationResult>[]> {
  if (arrived.length === 0) return []
  const { agent } = call
  const noted = await retryWhileUnavailable(() => recordBatch(agent, arrived, deps), call.signal).catch(
    (error: unknown) => {
      if (isConcurrencyConflict(error)) return new Map<number, RecordedSend>()
      throw error
    },
  )
  return arrived.map(async (one): Promise<InitiationResult> => {
    const { row, outcome } = one
    const written = noted.get(row.message_key)
    if (!written) return recordDispatchResult(toInitiationContext(call, one), outcome, deps)
    return { kind: 'handed', messageId: row.id, text: outcome.set.text ?? '', at: written.sentAt }
  })
}

function toInitiationContext(
  { agent, signal }: RecordCall,
  { opening, row, begunAt }: DispatchedInitiation,
): InitiationContext {
  return { ...opening, agent, row, signal, begunAt }
}

async function recordBatch(
  agent: AgentKey,
  arrived: readonly ConfirmedDispatch[],
  deps: InitiationDeps,
): Promise<Map<number, RecordedSend>> {
  const gone = arrived.map(toSentInitiation)
  const hears = (await deps.findAgent(agent.key))?.wantsStatuses
  if (!hears) return recordSentInitiations(deps.db, agent, gone)
  return inTransaction(deps.db, async (tx) => {
    const noted = await recordSentInitiations(tx, agent, gone)
    await publishSentStatuses(tx, agent, { arrived, noted }, deps)
    return noted
  })
}

type SentStatuses = { arrived: readonly ConfirmedDispatch[]; noted: Map<number, RecordedSend> }

/** In the order of the asids, like everybody who holds several conversations. */
async function publishSentStatuses(
  tx: Db,
  agent: AgentKey,
  { arrived, noted }: SentStatuses,
  deps: InitiationDeps,
): Promise<void> {
  const inOrder = arrived.toSorted((one, other) => (one.row.asid < other.row.asid ? -1 : 1))
  for (const { row, binding } of inOrder) {
    if (!noted.get(row.message_key)?.isNew) continue
    await publishMessageStatus(tx, agent, { row, state: 'sent', provider: binding.provider }, deps)
  }
}

function toSentInitiation({ opening, row, begunAt, outcome }: ConfirmedDispatch): SentInitiation {
  const { at, set, response } = outcome
  return {
    asid: row.asid,
    messageKey: row.message_key,
    provider: set.provider as string,
    locale: set.locale ?? null,
    text: set.text ?? '',
    at,
    since: begunAt,
    openedBy: opening.openedBy ?? null,
    conversationId: response.conversationId ?? null,
    bindingKey: response.dispatch?.bindingKey ?? null,
    channelMessageId: response.dispatch?.channelMessageId ?? null,
  }
}
