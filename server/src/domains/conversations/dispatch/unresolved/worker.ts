import type { Db } from '../../../../platform/db/database.ts'
import { inTransaction } from '../../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { continueAt, defineWork, finish, nudge, type WorkOutcome } from '../../../../platform/work/index.ts'
import { type Adapter, channelMessageIdOf, DispatchFailedError } from '../../../channels/index.ts'
import { enterMessageLane, type Priority } from '../../messages/worker.ts'
import type { DispatchDeps } from '../deps.ts'
import { createAdapterTools } from '../dispatch-bubble.ts'
import { buildFailureWrites } from '../failure.ts'
import { updateMessage } from '../queries/dispatches.ts'
import { type MessageRow, messageKeyOf } from '../queries/message-row.ts'
import type { DispatchTarget } from '../queries/targets.ts'
import type { ApplyFoundReceipt, MatchUnmatchedReceipt } from '../receipts.ts'
import { renderForTarget } from '../render.ts'
import { confirmDispatched, hasReceipt, resolvedColumns } from './confirm.ts'
import {
  closeUnresolved,
  countRedispatch,
  countSimilarMessages,
  findBubbleReceipt,
  findUnresolved,
  lockUnresolved,
  type UnresolvedRow,
} from './queries/unresolved.ts'

/** When to ask the provider, in seconds after the dispatch was interrupted. */
const checkDelaysSeconds = [15, 60, 120, 240, 420]

/** The provider's list may lag: before this, a missing message proves nothing. */
const absenceProvenAfterSeconds = 60

export const computeFirstOutcomeCheck = (since: Date, until: Date): Date =>
  nextOutcomeCheckAt({ unresolved_since: since, gives_up_at: until }, since)

/** The last check is at the deadline. */
type OutcomeWindow = Pick<UnresolvedRow, 'unresolved_since' | 'gives_up_at'>

function nextOutcomeCheckAt({ unresolved_since: since, gives_up_at: until }: OutcomeWindow, now: Date): Date {
  const checks = checkDelaysSeconds.map((seconds) => new Date(since.getTime() + seconds * 1000))
  const next = checks.find((check) => check > now)
  return next && next < until ? next : until
}

function isAbsenceProven({ unresolved_since: since, gives_up_at: until }: OutcomeWindow, now: Date): boolean {
  return now.getTime() - since.getTime() >= absenceProvenAfterSeconds * 1000 || now >= until
}

const work = {
  kind: 'conversations.unresolved',
  table: 'unresolved_messages',
  key: ['agent_key', 'message_id'],
} as const

export function nudgeUnresolved(tx: Db): void {
  nudge(tx, work.kind)
}

/** How often a message that the provider did not accept is dispatched again. */
const maxRedispatches = 3

export type ResolveDeps = DispatchDeps & {
  applyFoundReceipt: ApplyFoundReceipt
  matchUnmatchedReceipt: MatchUnmatchedReceipt
}
type ProviderFinding = Awaited<ReturnType<NonNullable<Adapter['findSent']>>>
type UnresolvedLookup = { agent: AgentKey; row: UnresolvedRow; signal: AbortSignal }

/** Resolves unknown outcomes: by receipts, by asking the provider, and finally by timeout. */
export function unresolvedWork(deps: ResolveDeps) {
  return defineWork({
    ...work,
    concurrency: 16,
    leaseSeconds: 30,
    timeoutSeconds: 60,
    retry: { attempts: Number.POSITIVE_INFINITY, baseSeconds: 10, maxSeconds: 60 },
    maxCrashes: 1000,
    async perform(row, { signal }): Promise<WorkOutcome> {
      const found = await deps.findAgent(row.agent_key)
      if (!found) return finish()
      const lookup = { agent: found.agent, row, signal }
      const finding = await askProvider(lookup, deps)
      const isOpen = await inTransaction(deps.db, (tx) => resolveOutcome(tx, lookup, finding, deps))
      return isOpen ? continueAt(nextOutcomeCheckAt(row, deps.world.now())) : finish()
    },
    giveUp: async () => {},
  })
}

const unknownFinding: ProviderFinding = { kind: 'unknown' }

/** Asks the provider, if its adapter supports that and it responds. */
async function askProvider({ agent, row, signal }: UnresolvedLookup, deps: ResolveDeps): Promise<ProviderFinding> {
  const message = await findUnresolved(deps.db, agent, row.message_id)
  if (!message || message.failed_at || hasReceipt(message)) return unknownFinding
  const channel = message.channel as DispatchTarget['channel']
  const binding = await deps.channels.findByChannel(agent, channel)
  const adapter = binding?.bindingKey === row.binding_key && binding ? deps.channels.findAdapter(binding) : undefined
  const target = await deps.findTarget({ agentKey: agent.key, asid: message.dispatched_asid ?? message.asid, channel })
  const { messages } = renderForTarget(message, { channel, locale: message.locale ?? undefined })
  const bubble = messages[message.dispatched_bubbles]
  if (!binding || !adapter?.findSent || !target || !bubble) return unknownFinding
  const bubbleIndex = message.dispatched_bubbles
  const window = toSearchWindow(message.accepted_at, row.unresolved_since)
  const similarCount = await countSimilarMessages(deps.db, agent, { row: message, ...window })
  const ids = {
    messageId: message.id,
    bubble: bubbleIndex,
    channelMessageId: channelMessageIdOf(message.id, bubbleIndex),
  }
  const { native, text, chips } = bubble
  const wanted = { ...ids, to: target.address, native, text, chips, ...window, similarCount }
  return adapter.findSent(wanted, binding, createAdapterTools({ signal }, deps)).catch((error: unknown) => {
    if (error instanceof DispatchFailedError) return unknownFinding
    throw error
  })
}

const clockSkewMilliseconds = 86_400_000

/**
 * When the provider may have accepted the message. A miss would send it a second time, so the window allows for any
 * clock error.
 */
const toSearchWindow = (accepted: Date, brokenOff: Date) => ({
  from: new Date(accepted.getTime() - clockSkewMilliseconds),
  until: new Date(brokenOff.getTime() + clockSkewMilliseconds),
})

/** Returns true while the outcome stays unknown. */
async function resolveOutcome(
  tx: Db,
  { agent, row }: Omit<UnresolvedLookup, 'signal'>,
  finding: ProviderFinding,
  deps: ResolveDeps,
): Promise<boolean> {
  await matchStoredReceipt(tx, { agent, row }, deps)
  const message = await lockUnresolved(tx, agent, row.message_id)
  if (!message || message.failed_at) return false
  const now = deps.world.now()
  const receiptOutcome = await findReceiptOutcome(tx, agent, message)
  const found = receiptOutcome ?? finding
  if (found.kind === 'taken') {
    const confirmed = await confirmDispatched(tx, agent, message, deps)
    // A message of several bubbles has arrived when all of them have.
    if (found.receipt && confirmed.bubbles === 1)
      await deps.applyFoundReceipt(tx, agent, { row: confirmed, receipt: found.receipt })
    return false
  }
  if (finding.kind === 'notTaken' && isAbsenceProven(row, now)) {
    await redispatch(tx, { agent, row, message }, deps)
    return false
  }
  if (now < row.gives_up_at) return true
  const detail = 'The dispatch was interrupted, and it is unknown whether the channel has the message'
  await endMessage(tx, { agent, message }, { reason: 'unknownOutcome', detail }, deps)
  return false
}

/** A stored receipt may belong to this message or to an earlier one. */
async function matchStoredReceipt(
  tx: Db,
  { agent, row }: Omit<UnresolvedLookup, 'signal'>,
  deps: ResolveDeps,
): Promise<void> {
  const message = await findUnresolved(tx, agent, row.message_id)
  const { binding_key: bindingKey } = row
  if (message && bindingKey !== null) await deps.matchUnmatchedReceipt(tx, agent, { message, bindingKey })
}

async function findReceiptOutcome(tx: Db, agent: AgentKey, message: MessageRow): Promise<ProviderFinding | undefined> {
  if (hasReceipt(message)) return { kind: 'taken' }
  const state = await findBubbleReceipt(tx, agent, message)
  return state && { kind: 'taken', receipt: { state } }
}

type Redispatch = { agent: AgentKey; row: UnresolvedRow; message: MessageRow }

/** The provider never had the message: the worker that dispatched it before sends it again. */
async function redispatch(tx: Db, { agent, row, message }: Redispatch, deps: ResolveDeps): Promise<void> {
  if (row.redispatches >= maxRedispatches) {
    const detail = 'The channel failed repeatedly and never accepted the message'
    return endMessage(tx, { agent, message }, { reason: 'providerError', detail }, deps)
  }
  const now = deps.world.now()
  await countRedispatch(tx, agent, message.id)
  if (row.initiation_id !== null) {
    await updateMessage(tx, agent, messageKeyOf(message), resolvedColumns)
    await deps.onOutcomeResolved?.(tx, agent, row.initiation_id)
    return
  }
  await enterMessageLane(tx, agent, { asid: message.asid, priority: message.priority as Priority }, now)
  await updateMessage(tx, agent, messageKeyOf(message), { ...resolvedColumns, due_at: now, attempts: 0 })
}

type UnresolvedEnd = { agent: AgentKey; message: MessageRow }

async function endMessage(
  tx: Db,
  { agent, message }: UnresolvedEnd,
  failure: { reason: string; detail: string },
  deps: ResolveDeps,
): Promise<void> {
  const ending = buildFailureWrites(
    agent,
    { row: message, reached: message.dispatched_asid ?? undefined, ...failure },
    deps,
  )
  await updateMessage(tx, agent, messageKeyOf(message), ending.set)
  await ending.write(tx)
  const { initiationId } = await closeUnresolved(tx, agent, message.id)
  if (initiationId !== undefined) await deps.onOutcomeResolved?.(tx, agent, initiationId)
}
