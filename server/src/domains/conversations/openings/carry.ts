import { setTimeout as wait } from 'node:timers/promises'
import type { Rendered } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { type Adapter, DispatchFailed, type FailureReason, type LiveBinding } from '../../channels/index.ts'
import { type Delivered, deliver } from '../dispatch/deliver.ts'
import { endingOf } from '../dispatch/ending.ts'
import { isUnresolved, mayRepeat } from '../dispatch/failure.ts'
import { hindranceOf } from '../dispatch/hindrance.ts'
import { setMessage } from '../dispatch/queries/hand-overs.ts'
import { keyOf, type MessageRow } from '../dispatch/queries/message-row.ts'
import type { Target } from '../dispatch/queries/targets.ts'
import { renderedFor } from '../dispatch/render.ts'
import { tell } from '../dispatch/told.ts'
import { notFailed } from '../dispatch/unresolved/confirm.ts'
import { announceId, type BrokenOff, endedUnresolvedOf, unresolvedOf } from '../dispatch/unresolved/mark.ts'
import { toldAt } from '../dispatch/unresolved/told.ts'
import type { Opened, OpenerDeps, Opening } from './deps.ts'
import { endOf, isConfirmed, isOpen, meansIncapable, unresolvedOpening, waitOf } from './message.ts'
import {
  forgetCapability,
  inTransaction,
  lockMessage,
  noteOpened,
  rememberCapability,
  untilAvailable,
} from './queries.ts'

export type Carrying = Pick<Opening, 'id' | 'openedBy' | 'isLast'> & {
  agent: AgentKey
  row: MessageRow
  signal: AbortSignal
  /** When its first bubble left. */
  begunAt?: Date
}

/** No pace asks for a longer gap. */
const longestGapMilliseconds = 3_000

/** Hands over what is left of a message, one bubble after the other, and writes each down. */
export async function carry(carrying: Carrying, deps: OpenerDeps): Promise<Opened> {
  const { row } = carrying
  if (!isOpen(row)) return endOf(row)
  if (isConfirmed(row)) return writeDown(carrying, confirmed(row), deps)
  if (row.unresolved_since) return unresolvedOpening(row)
  const way = await wayOf(carrying, deps)
  if ('unresolved' in way) return markUnresolved(carrying, way.unresolved, deps)
  if ('reason' in way) return end(carrying, way, deps)
  const begunAt = carrying.begunAt ?? deps.world.now()
  const job = { ...carrying, ...way, rendered: renderedFor(row, way.target) }
  const delivered = await deliver(job, true, deps).catch(failureOf)
  if (delivered instanceof DispatchFailed) return fail({ ...carrying, begunAt }, delivered, { ...job, deps })
  return writeDown({ ...carrying, begunAt }, delivered, deps)
}

function failureOf(error: unknown): DispatchFailed {
  if (error instanceof DispatchFailed) return error
  throw error
}

type Way = { binding: LiveBinding; target: Target; adapter: Adapter }
type Unresolved = { unresolved: Partial<Way> }
type Failure = { reason: FailureReason; detail: string }
/** `mayHaveIt`: the channel was asked, and gave no clear answer. */
type Ending = Failure & { mayHaveIt?: Channel }

/** Where the next bubble goes, its gap to the one before waited for; or why it cannot go. STOP is read here, each time. */
async function wayOf(carrying: Carrying, deps: OpenerDeps, hasWaited = false): Promise<Way | Failure | Unresolved> {
  const { agent, row, signal } = carrying
  const channel = row.channel as Target['channel']
  const [binding, target] = await Promise.all([
    deps.channels.on(agent, channel),
    deps.findTarget({ agentKey: agent.key, asid: row.asid, channel }),
  ])
  const adapter = binding && deps.channels.adapterFor(binding)
  const now = deps.world.now()
  const hindrance = hindranceOf({ row, now, binding, target, adapter })
  if (hindrance?.kind === 'fails') return hindrance
  if (hindrance?.kind === 'unresolved') return { unresolved: { binding, target, adapter } }
  if (hindrance?.kind === 'later' && !hasWaited) {
    await wait(Math.min(hindrance.at.getTime() - now.getTime(), longestGapMilliseconds), undefined, { signal })
    return wayOf(carrying, deps, true)
  }
  return { binding, target, adapter } as Way
}

/**
 * Whoever gave it up meanwhile was too late: it has arrived. Of several bubbles those that are left stay here. Where the
 * database is away it is waited for: what was handed over and is not written down would be an unknown outcome.
 */
export async function writeDown(carrying: Carrying, done: Delivered, deps: OpenerDeps): Promise<Opened> {
  const written = await untilAvailable(() => noteDelivered(carrying, done, deps), carrying.signal)
  return carry({ ...carrying, row: written }, deps)
}

async function noteDelivered(carrying: Carrying, done: Delivered, deps: OpenerDeps): Promise<MessageRow> {
  const { agent, row, openedBy, begunAt = done.at } = carrying
  const { asid } = row
  return inTransaction(deps.db, async (tx) => {
    const now = (await lockMessage(tx, agent, row.id)) ?? row
    const isLate = done.isLast && isOpen({ ...now, failed_at: null })
    const set = { ...done.set, unresolved_since: null, ...(isLate && notFailed) }
    await setMessage(tx, agent, keyOf(row), set)
    await done.write?.(tx)
    if (now.failed_at && isLate) await deps.outcomeKnown?.(tx, agent, carrying.id)
    if (done.isLast && openedBy !== undefined) {
      const waits = await noteOpened(tx, agent, { asid, openedBy, since: begunAt })
      if (!waits) await deps.answered?.(tx, agent, { asid, openedBy, at: deps.world.now() })
    }
    return { ...now, ...set, ...(done.isLast && { sent_at: now.sent_at ?? done.at }) } as MessageRow
  })
}

export function confirmed(row: MessageRow): Delivered {
  const { messages } = renderedFor(row, { channel: row.channel as Target['channel'], locale: row.locale ?? undefined })
  const text = messages.map((shown) => shown.text).join('\n')
  const set = { handed: 1, handing: false, bubbles: messages.length, text }
  return { isLast: messages.length === 1, at: toldAt(row) as Date, handed: {}, set }
}

type Failing = Pick<Way, 'adapter' | 'binding'> & { rendered: Rendered; deps: OpenerDeps }

export async function fail(carrying: Carrying, error: DispatchFailed, failing: Failing): Promise<Opened> {
  const { agent, row, isLast = false } = carrying
  const { adapter, binding, rendered, deps } = failing
  const { reason, detail, retryAfterSeconds } = error
  await announceId(agent, error, { row, binding, adapter }, deps)
  if (isUnresolved(error, adapter.ignoresRepeats)) return markUnresolved(carrying, { binding, rendered }, deps)
  if (!mayRepeat(error, adapter.ignoresRepeats) || isLast) {
    const mayHaveIt = error.retry === 'unknown' ? { binding, rendered } : undefined
    return end(carrying, { reason, detail, mayHaveIt }, deps, true)
  }
  return whileOpen(carrying, deps, async (tx) => {
    await setMessage(tx, agent, keyOf(row), { queued_at: row.queued_at ?? deps.world.now(), handing: false })
    if (row.channel === 'rcs') await forgetCapability(tx, agent, row.asid)
    if (!row.queued_at) await tell(tx, agent, { row, state: 'queued' }, deps)
    return { kind: 'failed', messageId: row.id, reason, detail, again: true, ...waitOf(retryAfterSeconds) }
  })
}

type Channel = Pick<BrokenOff, 'binding' | 'target' | 'rendered'>

const brokenOff = ({ id, openedBy, row, begunAt }: Carrying, { binding, target, rendered }: Channel): BrokenOff => ({
  ...{ row, binding, target, openedBy, begunAt, openingId: id },
  rendered: rendered ?? (target && renderedFor(row, target)),
})

/** Nobody knows whether its channel has it. */
async function markUnresolved(carrying: Carrying, channel: Channel, deps: OpenerDeps): Promise<Opened> {
  const { agent, row } = carrying
  return whileOpen(carrying, deps, async (tx) => {
    const { set, write } = unresolvedOf(agent, brokenOff(carrying, channel), deps)
    await setMessage(tx, agent, keyOf(row), set)
    await write(tx)
    return unresolvedOpening(row)
  })
}

/** `tried`: its channel was asked, and what is remembered of the number does not hold. */
async function end(carrying: Carrying, failure: Ending, deps: OpenerDeps, tried = false): Promise<Opened> {
  const { agent, row } = carrying
  const { reason, detail, mayHaveIt } = failure
  const { asid } = row
  return whileOpen(carrying, deps, async (tx) => {
    const ending = endingOf(agent, { row, refused: tried, reason, detail }, deps)
    const isIncapable = tried && meansIncapable(row.channel, reason)
    const open = mayHaveIt && endedUnresolvedOf(agent, brokenOff(carrying, mayHaveIt), deps)
    await setMessage(tx, agent, keyOf(row), { ...open?.set, ...ending.set })
    await open?.write(tx)
    await ending.write(tx)
    // Where something else was known, its provider is asked afresh the next time.
    const wasKnown = tried && row.channel === 'rcs' && (await forgetCapability(tx, agent, asid))
    if (isIncapable && !wasKnown) await rememberCapability(tx, agent, { asid, capable: false, now: deps.world.now() })
    if (isIncapable) return { kind: 'incapable', known: false }
    return { kind: 'failed', messageId: row.id, reason, detail, again: false }
  })
}

/** What was given up meanwhile, or handed over by somebody else, is what it is. */
async function whileOpen(
  { agent, row }: Carrying,
  { db }: OpenerDeps,
  act: (tx: Db) => Promise<Opened>,
): Promise<Opened> {
  return inTransaction(db, async (tx) => {
    const now = await lockMessage(tx, agent, row.id)
    return now && !isOpen(now) ? endOf(now) : act(tx)
  })
}
