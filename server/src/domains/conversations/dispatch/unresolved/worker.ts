import type { Db } from '../../../../platform/db/database.ts'
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
  inTransaction,
  lockUnresolved,
  type UnresolvedRow,
} from './queries/unresolved.ts'

/** When the provider is asked, in seconds after the hand-over broke off. */
const checkDelaysSeconds = [15, 60, 120, 240, 420]

/** A list of the provider may be behind: sooner than this nothing that it lacks proves anything. */
const absenceProvenAfterSeconds = 60

export const firstOutcomeCheckAt = (since: Date, until: Date): Date => nextOutcomeCheckAt({ since, until }, since)

/** The last look is when the time is over. */
function nextOutcomeCheckAt({ since, until }: { since: Date; until: Date }, now: Date): Date {
  const checks = checkDelaysSeconds.map((seconds) => new Date(since.getTime() + seconds * 1000))
  const next = checks.find((check) => check > now)
  return next && next < until ? next : until
}

function isAbsenceProven({ since, until }: { since: Date; until: Date }, now: Date): boolean {
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

/** What the provider did not take is handed over again this often. */
const maxRedispatches = 3

export type ResolveDeps = DispatchDeps & {
  applyFoundReceipt: ApplyFoundReceipt
  matchUnmatchedReceipt: MatchUnmatchedReceipt
}
type ProviderFinding = Awaited<ReturnType<NonNullable<Adapter['findSent']>>>
type UnresolvedLookup = { agent: AgentKey; row: UnresolvedRow; signal: AbortSignal }

/** Finds out what became of messages of unknown outcome: by receipts, by asking the provider, and at last by the clock. */
export function unresolvedWork(deps: ResolveDeps) {
  return defineWork({
    ...work,
    concurrency: 16,
    leaseSeconds: 30,
    timeoutSeconds: 60,
    retry: { attempts: Number.POSITIVE_INFINITY, baseSeconds: 10, mostSeconds: 60 },
    mostCrashes: 1000,
    async perform(row, { signal }): Promise<WorkOutcome> {
      const found = await deps.findAgent(row.agent_key)
      if (!found) return finish()
      const lookup = { agent: found.agent, row, signal }
      const asked = await askProvider(lookup, deps)
      const isOpen = await inTransaction(deps.db, (tx) => resolveOutcome(tx, lookup, asked, deps))
      return isOpen ? continueAt(nextOutcomeCheckAt(row, deps.world.now())) : finish()
    },
    giveUp: async () => {},
  })
}

const unknownFinding: ProviderFinding = { kind: 'unknown' }

/** What the provider says of it, where it can be asked and answers. */
async function askProvider({ agent, row, signal }: UnresolvedLookup, deps: ResolveDeps): Promise<ProviderFinding> {
  const message = await findUnresolved(deps.db, agent, row.message_id)
  if (!message || message.failed_at || hasReceipt(message)) return unknownFinding
  const channel = message.channel as DispatchTarget['channel']
  const binding = await deps.channels.findByChannel(agent, channel)
  const adapter = binding?.bindingKey === row.binding_key && binding ? deps.channels.findAdapter(binding) : undefined
  const target = await deps.findTarget({ agentKey: agent.key, asid: message.reached ?? message.asid, channel })
  const { messages } = renderForTarget(message, { channel, locale: message.locale ?? undefined })
  const bubble = messages[message.handed]
  if (!binding || !adapter?.findSent || !target || !bubble) return unknownFinding
  const { handed } = message
  const window = toSearchWindow(message.accepted_at, row.since)
  const similarCount = await countSimilarMessages(deps.db, agent, { row: message, ...window })
  const ids = { messageId: message.id, bubble: handed, channelMessageId: channelMessageIdOf(message.id, handed) }
  const { native, text, chips } = bubble
  const wanted = { ...ids, to: target.address, native, text, chips, ...window, similarCount }
  return adapter.findSent(wanted, binding, createAdapterTools({ signal }, deps)).catch((error: unknown) => {
    if (error instanceof DispatchFailedError) return unknownFinding
    throw error
  })
}

const clockSkewMilliseconds = 86_400_000

/** When the provider may have taken it. A miss would send it a second time, so the window allows for any clock error. */
const toSearchWindow = (accepted: Date, brokenOff: Date) => ({
  from: new Date(accepted.getTime() - clockSkewMilliseconds),
  until: new Date(brokenOff.getTime() + clockSkewMilliseconds),
})

/** True while the outcome stays unknown. */
async function resolveOutcome(
  tx: Db,
  { agent, row }: Omit<UnresolvedLookup, 'signal'>,
  asked: ProviderFinding,
  deps: ResolveDeps,
): Promise<boolean> {
  await matchStoredReceipt(tx, { agent, row }, deps)
  const message = await lockUnresolved(tx, agent, row.message_id)
  if (!message || message.failed_at) return false
  const now = deps.world.now()
  const receiptOutcome = await findReceiptOutcome(tx, agent, message)
  const found = receiptOutcome ?? asked
  if (found.kind === 'taken') {
    const confirmed = await confirmDispatched(tx, agent, message, deps)
    // A message of several bubbles has arrived when all of them have.
    if (found.receipt && confirmed.bubbles === 1)
      await deps.applyFoundReceipt(tx, agent, { row: confirmed, receipt: found.receipt })
    return false
  }
  if (asked.kind === 'notTaken' && isAbsenceProven(row, now)) {
    await redispatch(tx, { agent, row, message }, deps)
    return false
  }
  if (now < row.until) return true
  const detail = 'The hand-over broke off, and nobody could tell whether the channel has the message'
  await endMessage(tx, { agent, message }, { reason: 'unknownOutcome', detail }, deps)
  return false
}

/** A receipt that was kept may speak of it, or of one before it. */
async function matchStoredReceipt(
  tx: Db,
  { agent, row }: Omit<UnresolvedLookup, 'signal'>,
  deps: ResolveDeps,
): Promise<void> {
  const message = await findUnresolved(tx, agent, row.message_id)
  const { binding_key: bindingKey } = row
  if (message && bindingKey !== null) await deps.matchUnmatchedReceipt(tx, agent, { message, bindingKey })
}

/** What receipts have told meanwhile. */
async function findReceiptOutcome(tx: Db, agent: AgentKey, message: MessageRow): Promise<ProviderFinding | undefined> {
  if (hasReceipt(message)) return { kind: 'taken' }
  const state = await findBubbleReceipt(tx, agent, message)
  return state && { kind: 'taken', receipt: { state } }
}

type Redispatch = { agent: AgentKey; row: UnresolvedRow; message: MessageRow }

/** The provider never had it: the worker that handed it over before sends it again. */
async function redispatch(tx: Db, { agent, row, message }: Redispatch, deps: ResolveDeps): Promise<void> {
  if (row.repeats >= maxRedispatches) {
    const detail = 'The channel failed again and again, and never took the message'
    return endMessage(tx, { agent, message }, { reason: 'providerError', detail }, deps)
  }
  const now = deps.world.now()
  await countRedispatch(tx, agent, message.id)
  if (row.opening_id !== null) {
    await updateMessage(tx, agent, messageKeyOf(message), resolvedColumns)
    await deps.onOutcomeResolved?.(tx, agent, row.opening_id)
    return
  }
  await enterMessageLane(tx, agent, { asid: message.asid, line: message.line as Priority }, now)
  await updateMessage(tx, agent, messageKeyOf(message), { ...resolvedColumns, due_at: now, attempts: 0 })
}

type UnresolvedEnd = { agent: AgentKey; message: MessageRow }

async function endMessage(
  tx: Db,
  { agent, message }: UnresolvedEnd,
  failure: { reason: string; detail: string },
  deps: ResolveDeps,
): Promise<void> {
  const ending = buildFailureWrites(agent, { row: message, reached: message.reached ?? undefined, ...failure }, deps)
  await updateMessage(tx, agent, messageKeyOf(message), ending.set)
  await ending.write(tx)
  const { openingId } = await closeUnresolved(tx, agent, message.id)
  if (openingId !== undefined) await deps.onOutcomeResolved?.(tx, agent, openingId)
}
