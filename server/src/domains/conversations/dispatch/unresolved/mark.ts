import type { Rendered } from '@parley/amf'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { type Adapter, channelMessageIdOf, type DispatchFailed, type LiveBinding } from '../../../channels/index.ts'
import type { DispatchDeps } from '../deps.ts'
import { insertDispatches } from '../queries/hand-overs.ts'
import { keyOf, type MessageColumns, type MessageRow } from '../queries/message-row.ts'
import type { Target } from '../queries/targets.ts'
import { tell } from '../told.ts'
import { insertUnresolved } from './queries/unresolved.ts'
import { firstLookAt } from './schedule.ts'
import { nudgeUnresolved } from './worker.ts'

/** A hand-over that broke off: the provider may have taken the bubble `row.handed`. */
export type BrokenOff = {
  row: MessageRow
  binding?: LiveBinding
  target?: Target
  rendered?: Rendered
  /** The send that opened the conversation with it; it is notified when the outcome is known. */
  openingId?: string
  openedBy?: string
  begunAt?: Date
}

/** What is to be written together when an outcome is unknown. It stays open; what comes after it in its line goes on. */
export function unresolvedOf(agent: AgentKey, broken: BrokenOff, deps: DispatchDeps) {
  const { row } = broken
  const now = deps.world.now()
  const set: MessageColumns = {
    handing: true,
    unresolved_since: now,
    queued_at: row.queued_at ?? now,
    ...renderedColumns(broken),
  }
  const write = async (tx: Db) => {
    const until = new Date(now.getTime() + deps.unknownOutcomeMinutes * 60_000)
    await insertUnresolved(tx, agent, { ...rowOf(broken, now), until, dueAt: firstLookAt(now, until) })
    if (!row.queued_at) await tell(tx, agent, { row, state: 'queued' }, deps)
    nudgeUnresolved(tx)
  }
  return { set, write }
}

/** For one that ends now, though it may have been taken: a receipt within the day still makes it delivered. */
export function endedUnresolvedOf(agent: AgentKey, broken: BrokenOff, deps: DispatchDeps) {
  const now = deps.world.now()
  const set: MessageColumns = { unresolved_since: now, ...renderedColumns(broken) }
  const write = (tx: Db) => insertUnresolved(tx, agent, { ...rowOf(broken, now), until: now })
  return { set, write }
}

/** What is known of a message once it is rendered for its channel. */
export function renderedColumns({ row, binding, target, rendered }: BrokenOff): MessageColumns {
  return {
    ...(binding && { provider: binding.provider }),
    ...(target && { locale: target.locale ?? null, reached: target.asid === row.asid ? null : target.asid }),
    ...(rendered && {
      bubbles: rendered.messages.length,
      text: rendered.messages.map((shown) => shown.text).join('\n'),
    }),
  }
}

function rowOf({ row, binding, openingId, openedBy, begunAt }: BrokenOff, since: Date) {
  const bindingKey = binding?.bindingKey
  return { messageId: row.id, bindingKey, openingId, openedBy, begunAt: begunAt ?? row.accepted_at, since }
}

type Announced = { row: MessageRow; binding: LiveBinding; adapter: Pick<Adapter, 'idOf'> }

/** Receipts of what was perhaps taken must find their message, where the provider's id of it is known. */
export async function announceId(
  agent: AgentKey,
  error: DispatchFailed,
  { row, binding, adapter }: Announced,
  { db, world }: DispatchDeps,
): Promise<void> {
  if (error.retry !== 'unknown' || !adapter.idOf) return
  const bubble = row.handed
  const channelMessageId = adapter.idOf(channelMessageIdOf(row.id, bubble), binding)
  const { bindingKey } = binding
  await insertDispatches(db, agent, [{ bindingKey, channelMessageId, ...keyOf(row), bubble, now: world.now() }])
}
