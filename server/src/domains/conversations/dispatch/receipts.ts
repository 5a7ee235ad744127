import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Inbound, LiveBinding, ReceiptState } from '../../channels/index.ts'
import type { TakeReceipts } from '../deps.ts'
import { enterLine, type Line } from '../messages/worker.ts'
import type { DispatchDeps } from './deps.ts'
import { beginElsewhere, nextRoute } from './failure.ts'
import { forgetIntents, insertDispatches, setMessage } from './queries/hand-overs.ts'
import { keyOf, type MessageRow } from './queries/message-row.ts'
import {
  findHandedUntil,
  findTracked,
  inTransaction,
  noteBubbleReceipt,
  noteState,
  type Receipt,
  receiptNoter,
  type Tracked,
} from './queries/receipts.ts'
import { confirmTaken } from './unresolved/confirm.ts'
import { type MatchDeps, matchOldest, takeUnmatchedReceipt } from './unresolved/unmatched.ts'

type Deps = DispatchDeps & { hearsStatuses(agent: AgentKey): Promise<boolean> }
type Single = Extract<Inbound, { kind: 'receipt' }>

/** Receipts count for 24 hours after a message was accepted. */
const trackedMilliseconds = 86_400_000

/** How long a receipt may be ahead of what it speaks of: the provider may be quicker than our own writing. */
const aheadMilliseconds = [200, 1_000, 4_000]

type Taker = { takeReceipts: TakeReceipts; takeFound: TakeFound; matchUnmatched: MatchUnmatched }

/**
 * Takes receipts in. Each state of a message counts once; what comes late, twice or for somebody else is let drop. Where
 * nobody hears of statuses they are written down together with others that arrive at the same time.
 */
export function receiptsOf(deps: Deps): Taker {
  const note = receiptNoter(deps.db)

  const takeReceipts: TakeReceipts = async (agent, binding, receipts) => {
    const hears = await deps.hearsStatuses(agent)
    const isPlain = (receipt: (typeof receipts)[number]): receipt is Single =>
      !hears && receipt.kind === 'receipt' && isSimple(receipt, binding, deps)
    const plain = receipts.filter(isPlain)
    const noted = await Promise.all(plain.map((receipt) => note(simpleOf(agent, binding, receipt, deps))))
    const done = new Set<unknown>(plain.filter((_, index) => noted[index]))
    for (const receipt of receipts) {
      if (receipt.kind === 'receiptsUntil') await takeUntil(agent, binding, receipt, deps)
      else if (!done.has(receipt)) await takeOne(agent, { binding, receipt }, deps)
    }
  }

  const takeFound: TakeFound = async (tx, agent, { row, receipt }) => {
    const { state, at } = receipt
    if (state === 'failed') return takeFailure(tx, agent, { row, receipt }, deps)
    await reachAsHanded(tx, agent, { row, state, at }, deps)
  }

  const matchUnmatched: MatchUnmatched = (tx, agent, { message, bindingKey }) => {
    const asid = message.reached ?? message.asid
    return matchOldest(
      tx,
      agent,
      { asid, bindingKey, channel: message.channel as LiveBinding['channel'] },
      matching(deps),
    )
  }

  return { takeReceipts, takeFound, matchUnmatched }
}

/** Takes in what the provider said of a message when it was asked, in the transaction that confirms the message. */
export type TakeFound = (tx: Db, agent: AgentKey, found: { row: MessageRow; receipt: ReceiptState }) => Promise<void>

/** A bubble of several has a name with a number at its end; its message is told of when all are there. */
function isSimple({ channelMessageId, state }: Single, binding: LiveBinding, { channels }: Deps): boolean {
  return channels.adapterOf(binding).takesOurIds && state !== 'failed' && !/-\d+$/.test(channelMessageId)
}

function simpleOf(
  agent: AgentKey,
  { channel }: LiveBinding,
  { channelMessageId, state, at }: Single,
  { world }: Deps,
): Receipt {
  const now = world.now()
  const since = new Date(now.getTime() - trackedMilliseconds)
  return {
    agentKey: agent.key,
    channel,
    id: channelMessageId,
    state: state as Receipt['state'],
    at: notAfter(at, now),
    since,
  }
}

const notAfter = (at: Date | undefined, now: Date): Date => (at && at < now ? at : now)

async function takeOne(agent: AgentKey, taking: Taking, deps: Deps, ahead = 0): Promise<void> {
  const known = await inTransaction(deps.db, (tx) => takeIn(tx, agent, taking, deps))
  const wait = aheadMilliseconds[ahead]
  if (known) return
  if (wait === undefined) return takeUnknown(agent, taking, deps)
  setTimeout(() => {
    takeOne(agent, taking, deps, ahead + 1).catch((error) =>
      deps.log.warn({ err: error, agent: agent.id }, 'a receipt could not be taken in'),
    )
  }, wait).unref()
}

type Taking = { binding: LiveBinding; receipt: Single }

/** It speaks of nothing that is known: perhaps of a message whose outcome is not. */
async function takeUnknown(agent: AgentKey, { binding, receipt }: Taking, deps: Deps): Promise<void> {
  const { to, state, channelMessageId } = receipt
  if (to === undefined || state === 'failed') return
  const came = { binding, to, state, channelMessageId }
  await inTransaction(deps.db, (tx) => takeUnmatchedReceipt(tx, agent, came, matching(deps)))
}

/** Whether a receipt that was kept speaks of a message in doubt; the oldest of those to its person is confirmed by it. */
export type MatchUnmatched = (
  tx: Db,
  agent: AgentKey,
  doubted: { message: MessageRow; bindingKey: number },
) => Promise<boolean>

function matching(deps: Deps): MatchDeps {
  return { ...deps, reach: (tx, agent, { row, state }) => reachAsHanded(tx, agent, { row, state }, deps) }
}

/** False when it speaks of nothing that is known, or not yet. */
async function takeIn(tx: Db, agent: AgentKey, taking: Taking, deps: Deps): Promise<boolean> {
  const { binding, receipt } = taking
  const now = deps.world.now()
  const takesOurIds = deps.channels.adapterOf(binding).takesOurIds
  const { channelMessageId, ourId } = receipt
  const { bindingKey } = binding
  const tracked = await findTracked(tx, agent, { bindingKey, channelMessageId, ourId, takesOurIds })
  if (!tracked) return false
  const { row, bubble } = tracked
  if (now.getTime() - row.accepted_at.getTime() > trackedMilliseconds) return true
  if (row.channel !== binding.channel) return takeEarlier(tx, agent, { row, taking }, deps)
  if (tracked.isNew) {
    const made = { bindingKey, channelMessageId, ...keyOf(row), bubble: bubble ?? 0, now }
    await insertDispatches(tx, agent, [made])
  }
  const resolved = await resolve(tx, agent, { ...tracked, receipt }, deps)
  if (!resolved) return true
  return takeState(tx, agent, { row: resolved, bubble, taking }, deps)
}

/** After a fallback the channel before has nothing to say of the message, but who has opted out there has. */
async function takeEarlier(tx: Db, agent: AgentKey, { row, taking }: { row: MessageRow; taking: Taking }, deps: Deps) {
  const { binding, receipt } = taking
  const { channel } = binding
  if (receipt.reason === 'optedOut') await deps.heedOptOut(tx, agent, { asid: row.asid, channel })
  return true
}

/**
 * The message as it is after a receipt that resolves its unknown outcome, also where it has ended so; undefined where it has
 * ended and stays so.
 */
async function resolve(
  tx: Db,
  agent: AgentKey,
  { row, bubble, receipt }: Pick<Tracked, 'row' | 'bubble'> & { receipt: Single },
  deps: Deps,
): Promise<MessageRow | undefined> {
  if (row.failed_at && (!row.unresolved_since || receipt.state === 'failed')) {
    if (receipt.reason === 'optedOut') await heed(tx, agent, row, deps)
    return undefined
  }
  const isInQuestion = row.unresolved_since && (bubble ?? row.handed) === row.handed
  return isInQuestion ? confirmTaken(tx, agent, row, deps) : row
}

type Stated = { row: MessageRow; bubble: number | undefined; taking: Taking }

async function takeState(tx: Db, agent: AgentKey, { row, bubble, taking }: Stated, deps: Deps): Promise<boolean> {
  const { binding, receipt } = taking
  const { state } = receipt
  const now = deps.world.now()
  // The hand-over itself is not written down yet.
  if (state === 'failed' && (row.due_at || row.handed < (row.bubbles ?? 1))) return false
  if (state === 'failed') await takeFailure(tx, agent, { row, receipt }, deps)
  else if (state === 'sent' || (await isWhole(tx, agent, { row, binding, bubble, state }, now))) {
    await reach(tx, agent, { row, binding, state, at: notAfter(receipt.at, now) }, deps)
  } else if (row.bubbles === null) return false
  return true
}

type Part = { row: MessageRow; binding: LiveBinding; bubble: number | undefined; state: 'delivered' | 'read' }

/** A message of several bubbles has arrived when all of them have. */
async function isWhole(tx: Db, agent: AgentKey, part: Part, now: Date): Promise<boolean> {
  const { row, binding, bubble, state } = part
  if (bubble === undefined) return true
  const { bindingKey } = binding
  const left = await noteBubbleReceipt(tx, agent, { ...keyOf(row), bindingKey, bubble, state, now })
  return left === 0
}

type Reached = {
  row: MessageRow
  binding: Pick<LiveBinding, 'channel' | 'provider'>
  state: 'sent' | 'delivered' | 'read'
  at: Date
}

async function reach(tx: Db, agent: AgentKey, { row, binding, state, at }: Reached, deps: Deps): Promise<void> {
  if (!(await noteState(tx, agent, { ...keyOf(row), state, at })) || row.origin !== 'agent') return
  const { asid, session_id: sessionId, sandbox } = row
  const { channel, provider } = binding
  const status = { messageId: row.id, state, attempt: { channel, provider } }
  await deps.tellStatus(tx, agent, { asid, sessionId, sandbox, status })
}

type ReachedLate = Pick<Reached, 'row' | 'state'> & { at?: Date }

/** By the binding that the message itself was handed to. */
function reachAsHanded(tx: Db, agent: AgentKey, { row, state, at }: ReachedLate, deps: Deps): Promise<void> {
  const binding = { channel: row.channel as LiveBinding['channel'], provider: row.provider ?? 'none' }
  return reach(tx, agent, { row, binding, state, at: notAfter(at, deps.world.now()) }, deps)
}

/** The channel took it and could not deliver it: the delivery policy may know another. */
async function takeFailure(
  tx: Db,
  agent: AgentKey,
  { row, receipt }: { row: MessageRow; receipt: ReceiptState },
  deps: Deps,
): Promise<void> {
  if (row.delivered_at || row.read_at) return
  const now = deps.world.now()
  await forgetIntents(tx, agent, [row.asid, ...(row.reached ? [row.reached] : [])], row.id)
  const isOptOut = receipt.reason === 'optedOut'
  const next = isOptOut ? undefined : await nextRoute(tx, agent, { row, because: 'sendFailed' }, deps)
  if (next) {
    await beginElsewhere(tx, agent, { row, route: next }, deps)
    await enterLine(tx, agent, { asid: row.asid, line: row.line as Line }, now)
    const tried = [...row.tried, row.channel]
    const fresh = { handed: 0, handing: false, bubbles: null, reached: null, attempts: 0, due_at: now }
    return setMessage(tx, agent, keyOf(row), { ...fresh, channel: next.place.channel, tried })
  }
  const { reason = 'rejected', detail = 'The channel could not deliver the message' } = receipt
  await setMessage(tx, agent, keyOf(row), { failed_at: now, reason, detail, handing: false })
  const { asid, session_id: sessionId, sandbox } = row
  const channel = row.channel as LiveBinding['channel']
  const status = {
    messageId: row.id,
    state: 'failed' as const,
    attempt: { channel, provider: row.provider ?? 'none' },
    reason,
    detail,
  }
  if (row.origin === 'agent') await deps.tellStatus(tx, agent, { asid, sessionId, sandbox, status })
  if (isOptOut) await heed(tx, agent, row, deps)
}

/** Of the identity that the message went to, which may be another than it was addressed to, and of no other. */
function heed(tx: Db, agent: AgentKey, { asid, reached, channel }: MessageRow, deps: Deps): Promise<void> {
  return deps.heedOptOut(tx, agent, { asid: reached ?? asid, channel: channel as LiveBinding['channel'] })
}

type Until = Extract<Inbound, { kind: 'receiptsUntil' }>

async function takeUntil(agent: AgentKey, binding: LiveBinding, until: Until, deps: Deps): Promise<void> {
  const now = deps.world.now()
  const since = new Date(now.getTime() - trackedMilliseconds)
  await inTransaction(deps.db, async (tx) => {
    const { channel } = binding
    const rows = await findHandedUntil(tx, agent, {
      channel,
      address: until.from,
      until: until.until,
      since,
      state: until.state,
    })
    for (const row of rows)
      await reach(tx, agent, { row, binding, state: until.state, at: notAfter(until.until, now) }, deps)
  })
}
