import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Inbound, LiveBinding, ReceiptState } from '../../channels/index.ts'
import type { ProcessReceipts } from '../deps.ts'
import type { DispatchDeps } from './deps.ts'
import { findNextRoute, moveToNextChannel } from './failure.ts'
import { insertDispatches, removeIntents, updateMessage } from './queries/dispatches.ts'
import { type MessageRow, messageKeyOf } from './queries/message-row.ts'
import {
  type BatchedReceipt,
  createReceiptRecorder,
  findDispatchedUntil,
  findTrackedMessage,
  recordBubbleReceipt,
  recordMessageState,
  type TrackedMessage,
} from './queries/receipts.ts'
import { maxUndeliveredMilliseconds } from './undelivered/policy.ts'
import {
  confirmDispatched,
  type MatchDeps,
  matchOldestUnresolved,
  processUnmatchedReceipt,
} from './unresolved/confirm.ts'

type ReceiptDeps = DispatchDeps & { wantsStatuses(agent: AgentKey): Promise<boolean> }
type SingleReceipt = Extract<Inbound, { kind: 'receipt' }>

/** Receipts count for 24 hours after a message was accepted, and longer where the message waits longer for one. */
const receiptWindowMilliseconds = 86_400_000
const isTooLate = (row: MessageRow, now: Date): boolean =>
  now.getTime() - row.accepted_at.getTime() > receiptWindowMilliseconds + maxUndeliveredMilliseconds(row)

/** Delays before looking again for the message of a receipt: the provider may be faster than our own write. */
const retryDelaysMilliseconds = [200, 1_000, 4_000]

type ReceiptHandlers = {
  processReceipts: ProcessReceipts
  applyFoundReceipt: ApplyFoundReceipt
  matchUnmatchedReceipt: MatchUnmatchedReceipt
}

/**
 * Creates the handlers that process receipts. Each state of a message counts once; late, repeated or misaddressed
 * receipts are ignored. If the agent has no receiver for statuses, receipts that arrive at the same time are written in a batch.
 */
export function createReceiptHandlers(deps: ReceiptDeps): ReceiptHandlers {
  const note = createReceiptRecorder(deps.db)

  const processReceipts: ProcessReceipts = async (agent, binding, receipts) => {
    const hears = await deps.wantsStatuses(agent)
    const isPlain = (receipt: (typeof receipts)[number]): receipt is SingleReceipt =>
      !hears && receipt.kind === 'receipt' && isBatchable(receipt, binding, deps)
    const plain = receipts.filter(isPlain)
    const recorded = await Promise.all(plain.map((receipt) => note(toBatchedReceipt(agent, binding, receipt, deps))))
    const done = new Set<unknown>(plain.filter((_, index) => recorded[index]))
    for (const receipt of receipts) {
      if (receipt.kind === 'receiptsUntil') await applyWatermark(agent, binding, receipt, deps)
      else if (!done.has(receipt)) await processReceipt(agent, { binding, receipt }, deps)
    }
  }

  const applyFoundReceipt: ApplyFoundReceipt = async (tx, agent, { row, receipt }) => {
    const { state, at } = receipt
    if (state === 'failed') return applyFailure(tx, agent, { row, receipt }, deps)
    await recordReachedOnDispatchBinding(tx, agent, { row, state, at }, deps)
  }

  const matchUnmatchedReceipt: MatchUnmatchedReceipt = (tx, agent, { message, bindingKey }) => {
    const asid = message.dispatched_asid ?? message.asid
    return matchOldestUnresolved(
      tx,
      agent,
      { asid, bindingKey, channel: message.channel as LiveBinding['channel'] },
      createMatchDeps(deps),
    )
  }

  return { processReceipts, applyFoundReceipt, matchUnmatchedReceipt }
}

/**
 * Applies the state that the provider reported when asked about a message, in the transaction that confirms the
 * message.
 */
export type ApplyFoundReceipt = (
  tx: Db,
  agent: AgentKey,
  found: { row: MessageRow; receipt: ReceiptState },
) => Promise<void>

/** The id of one of several bubbles ends with a number; the message is reported when all of them have arrived. */
function isBatchable(
  { channelMessageId, state }: SingleReceipt,
  binding: LiveBinding,
  { channels }: ReceiptDeps,
): boolean {
  return channels.requireAdapter(binding).acceptsClientIds && state !== 'failed' && !/-\d+$/.test(channelMessageId)
}

function toBatchedReceipt(
  agent: AgentKey,
  { channel }: LiveBinding,
  { channelMessageId, state, at }: SingleReceipt,
  { world }: ReceiptDeps,
): BatchedReceipt {
  const now = world.now()
  const since = new Date(now.getTime() - receiptWindowMilliseconds)
  return {
    agentKey: agent.key,
    channel,
    id: channelMessageId,
    state: state as BatchedReceipt['state'],
    at: clampToNow(at, now),
    since,
  }
}

const clampToNow = (at: Date | undefined, now: Date): Date => (at && at < now ? at : now)

async function processReceipt(agent: AgentKey, taking: ReceiptContext, deps: ReceiptDeps, ahead = 0): Promise<void> {
  const known = await inTransaction(deps.db, (tx) => applyReceipt(tx, agent, taking, deps))
  const wait = retryDelaysMilliseconds[ahead]
  if (known) return
  if (wait === undefined) return processUnknownReceipt(agent, taking, deps)
  setTimeout(() => {
    processReceipt(agent, taking, deps, ahead + 1).catch((error) =>
      deps.log.warn({ err: error, agent: agent.id }, 'a receipt could not be processed'),
    )
  }, wait).unref()
}

type ReceiptContext = { binding: LiveBinding; receipt: SingleReceipt }

/** Matches no known message; it may belong to one with an unknown outcome. */
async function processUnknownReceipt(
  agent: AgentKey,
  { binding, receipt }: ReceiptContext,
  deps: ReceiptDeps,
): Promise<void> {
  const { to, state, channelMessageId } = receipt
  if (to === undefined || state === 'failed') return
  const unmatched = { binding, to, state, channelMessageId }
  await inTransaction(deps.db, (tx) => processUnmatchedReceipt(tx, agent, unmatched, createMatchDeps(deps)))
}

/**
 * Whether a stored receipt belongs to a message with an unknown outcome; it confirms the oldest such message to its
 * person.
 */
export type MatchUnmatchedReceipt = (
  tx: Db,
  agent: AgentKey,
  doubted: { message: MessageRow; bindingKey: number },
) => Promise<boolean>

function createMatchDeps(deps: ReceiptDeps): MatchDeps {
  return {
    ...deps,
    recordReached: (tx, agent, { row, state }) => recordReachedOnDispatchBinding(tx, agent, { row, state }, deps),
  }
}

/** Returns false if the receipt matches no message, or none yet. */
async function applyReceipt(tx: Db, agent: AgentKey, taking: ReceiptContext, deps: ReceiptDeps): Promise<boolean> {
  const { binding, receipt } = taking
  const now = deps.world.now()
  const acceptsClientIds = deps.channels.requireAdapter(binding).acceptsClientIds
  const { channelMessageId, ourId } = receipt
  const { bindingKey } = binding
  const tracked = await findTrackedMessage(tx, agent, { bindingKey, channelMessageId, ourId, acceptsClientIds })
  if (!tracked) return false
  const { row, bubble } = tracked
  if (isTooLate(row, now)) return true
  if (row.channel !== binding.channel) return applyEarlierChannelReceipt(tx, agent, { row, taking }, deps)
  if (tracked.isNew) {
    const made = { bindingKey, channelMessageId, ...messageKeyOf(row), bubble: bubble ?? 0, now }
    await insertDispatches(tx, agent, [made])
  }
  const resolved = await resolveUnknownOutcome(tx, agent, { ...tracked, receipt }, deps)
  if (!resolved) return true
  return applyState(tx, agent, { row: resolved, bubble, taking }, deps)
}

/**
 * After a fallback, receipts of the earlier channel no longer affect the message, but an opt-out there still counts.
 */
async function applyEarlierChannelReceipt(
  tx: Db,
  agent: AgentKey,
  { row, taking }: { row: MessageRow; taking: ReceiptContext },
  deps: ReceiptDeps,
) {
  const { binding, receipt } = taking
  const { channel } = binding
  if (receipt.reason === 'optedOut') await deps.handleProviderOptOut(tx, agent, { asid: row.asid, channel })
  return true
}

/**
 * Returns the message after a receipt that resolves its unknown outcome, even if it had ended because of it; undefined
 * if it has ended and stays so.
 */
async function resolveUnknownOutcome(
  tx: Db,
  agent: AgentKey,
  { row, bubble, receipt }: Pick<TrackedMessage, 'row' | 'bubble'> & { receipt: SingleReceipt },
  deps: ReceiptDeps,
): Promise<MessageRow | undefined> {
  if (row.failed_at && (!row.unresolved_since || receipt.state === 'failed')) {
    if (receipt.reason === 'optedOut') await handleRecipientOptOut(tx, agent, row, deps)
    return undefined
  }
  const isInQuestion = row.unresolved_since && (bubble ?? row.dispatched_bubbles) === row.dispatched_bubbles
  return isInQuestion ? confirmDispatched(tx, agent, row, deps) : row
}

type MatchedReceipt = { row: MessageRow; bubble: number | undefined; taking: ReceiptContext }

async function applyState(
  tx: Db,
  agent: AgentKey,
  { row, bubble, taking }: MatchedReceipt,
  deps: ReceiptDeps,
): Promise<boolean> {
  const { binding, receipt } = taking
  const { state } = receipt
  const now = deps.world.now()
  // The dispatch itself is not recorded yet.
  if (state === 'failed' && (row.due_at || row.dispatched_bubbles < (row.bubbles ?? 1))) return false
  if (state === 'failed') await applyFailure(tx, agent, { row, receipt }, deps)
  else if (state === 'sent' || (await isMessageComplete(tx, agent, { row, binding, bubble, state }, now))) {
    await recordReached(tx, agent, { row, binding, state, at: clampToNow(receipt.at, now) }, deps)
  } else if (row.bubbles === null) return false
  return true
}

type BubbleState = { row: MessageRow; binding: LiveBinding; bubble: number | undefined; state: 'delivered' | 'read' }

/** A message of several bubbles has arrived when all of them have. */
async function isMessageComplete(tx: Db, agent: AgentKey, part: BubbleState, now: Date): Promise<boolean> {
  const { row, binding, bubble, state } = part
  if (bubble === undefined) return true
  const { bindingKey } = binding
  const left = await recordBubbleReceipt(tx, agent, { ...messageKeyOf(row), bindingKey, bubble, state, now })
  return left === 0
}

type ReachedState = {
  row: MessageRow
  binding: Pick<LiveBinding, 'channel' | 'provider'>
  state: 'sent' | 'delivered' | 'read'
  at: Date
}

async function recordReached(
  tx: Db,
  agent: AgentKey,
  { row, binding, state, at }: ReachedState,
  deps: ReceiptDeps,
): Promise<void> {
  if (!(await recordMessageState(tx, agent, { ...messageKeyOf(row), state, at })) || row.origin !== 'agent') return
  const { asid, session_id: sessionId, sandbox } = row
  const { channel, provider } = binding
  const status = { messageId: row.id, state, attempt: { channel, provider } }
  await deps.publishStatus(tx, agent, { asid, sessionId, sandbox, status })
}

type LateReachedState = Pick<ReachedState, 'row' | 'state'> & { at?: Date }

function recordReachedOnDispatchBinding(
  tx: Db,
  agent: AgentKey,
  { row, state, at }: LateReachedState,
  deps: ReceiptDeps,
): Promise<void> {
  const binding = { channel: row.channel as LiveBinding['channel'], provider: row.provider ?? 'none' }
  return recordReached(tx, agent, { row, binding, state, at: clampToNow(at, deps.world.now()) }, deps)
}

/** The channel accepted the message and could not deliver it: the delivery policy may have another channel. */
async function applyFailure(
  tx: Db,
  agent: AgentKey,
  { row, receipt }: { row: MessageRow; receipt: ReceiptState },
  deps: ReceiptDeps,
): Promise<void> {
  if (row.delivered_at || row.read_at) return
  const now = deps.world.now()
  await removeIntents(tx, agent, [row.asid, ...(row.dispatched_asid ? [row.dispatched_asid] : [])], row.id)
  const isOptOut = receipt.reason === 'optedOut'
  const next = isOptOut ? undefined : await findNextRoute(tx, agent, { row, because: 'sendFailed' }, deps)
  if (next) return moveToNextChannel(tx, agent, { row, route: next }, deps)
  const { reason = 'rejected', detail = 'The channel could not deliver the message' } = receipt
  await updateMessage(tx, agent, messageKeyOf(row), { failed_at: now, reason, detail, dispatching: false })
  const { asid, session_id: sessionId, sandbox } = row
  const channel = row.channel as LiveBinding['channel']
  const status = {
    messageId: row.id,
    state: 'failed' as const,
    attempt: { channel, provider: row.provider ?? 'none' },
    reason,
    detail,
  }
  if (row.origin === 'agent') await deps.publishStatus(tx, agent, { asid, sessionId, sandbox, status })
  if (isOptOut) await handleRecipientOptOut(tx, agent, row, deps)
}

/** Applies only to the identity that the message was sent to, which may differ from the one it was addressed to. */
function handleRecipientOptOut(
  tx: Db,
  agent: AgentKey,
  { asid, dispatched_asid, channel }: MessageRow,
  deps: ReceiptDeps,
): Promise<void> {
  return deps.handleProviderOptOut(tx, agent, {
    asid: dispatched_asid ?? asid,
    channel: channel as LiveBinding['channel'],
  })
}

const longestReceiptWindowMilliseconds = 16 * 86_400_000

type WatermarkReceipt = Extract<Inbound, { kind: 'receiptsUntil' }>

async function applyWatermark(
  agent: AgentKey,
  binding: LiveBinding,
  until: WatermarkReceipt,
  deps: ReceiptDeps,
): Promise<void> {
  const now = deps.world.now()
  const since = new Date(now.getTime() - longestReceiptWindowMilliseconds)
  await inTransaction(deps.db, async (tx) => {
    const { channel } = binding
    const rows = await findDispatchedUntil(tx, agent, {
      channel,
      address: until.from,
      until: until.until,
      since,
      state: until.state,
    })
    for (const row of rows.filter((one) => !isTooLate(one, now)))
      await recordReached(tx, agent, { row, binding, state: until.state, at: clampToNow(until.until, now) }, deps)
  })
}
