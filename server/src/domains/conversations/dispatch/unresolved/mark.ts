import type { RenderResult } from '@parley/amf'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import {
  type Adapter,
  channelMessageIdOf,
  type DispatchFailedError,
  type LiveBinding,
} from '../../../channels/index.ts'
import type { DispatchDeps } from '../deps.ts'
import { insertDispatches } from '../queries/dispatches.ts'
import { type MessageColumns, type MessageRow, messageKeyOf } from '../queries/message-row.ts'
import type { DispatchTarget } from '../queries/targets.ts'
import { publishMessageStatus } from '../status.ts'
import { insertUnresolved } from './queries/unresolved.ts'

import { firstOutcomeCheckAt, nudgeUnresolved } from './worker.ts'

/** A hand-over that broke off: the provider may have taken the bubble `row.handed`. */
export type InterruptedDispatch = {
  row: MessageRow
  binding?: LiveBinding
  target?: DispatchTarget
  rendered?: RenderResult
  /** The send that opened the conversation with it; it is notified when the outcome is known. */
  openingId?: string
  openedBy?: string
  begunAt?: Date
}

/** What is to be written together when an outcome is unknown. It stays open; what comes after it in its line goes on. */
export function buildUnresolvedWrites(agent: AgentKey, broken: InterruptedDispatch, deps: DispatchDeps) {
  const { row } = broken
  const now = deps.world.now()
  const set: MessageColumns = {
    handing: true,
    unresolved_since: now,
    queued_at: row.queued_at ?? now,
    ...toRenderedColumns(broken),
  }
  const write = async (tx: Db) => {
    const until = new Date(now.getTime() + deps.unknownOutcomeMinutes * 60_000)
    await insertUnresolved(tx, agent, {
      ...toUnresolvedRow(broken, now),
      until,
      dueAt: firstOutcomeCheckAt(now, until),
    })
    if (!row.queued_at) await publishMessageStatus(tx, agent, { row, state: 'queued' }, deps)
    nudgeUnresolved(tx)
  }
  return { set, write }
}

/** For one that ends now, though it may have been taken: a receipt within the day still makes it delivered. */
export function buildEndedUnresolvedWrites(agent: AgentKey, broken: InterruptedDispatch, deps: DispatchDeps) {
  const now = deps.world.now()
  const set: MessageColumns = { unresolved_since: now, ...toRenderedColumns(broken) }
  const write = (tx: Db) => insertUnresolved(tx, agent, { ...toUnresolvedRow(broken, now), until: now })
  return { set, write }
}

/** What is known of a message once it is rendered for its channel. */
export function toRenderedColumns({ row, binding, target, rendered }: InterruptedDispatch): MessageColumns {
  return {
    ...(binding && { provider: binding.provider }),
    ...(target && { locale: target.locale ?? null, reached: target.asid === row.asid ? null : target.asid }),
    ...(rendered && {
      bubbles: rendered.messages.length,
      text: rendered.messages.map((shown) => shown.text).join('\n'),
    }),
  }
}

function toUnresolvedRow({ row, binding, openingId, openedBy, begunAt }: InterruptedDispatch, since: Date) {
  const bindingKey = binding?.bindingKey
  return { messageId: row.id, bindingKey, openingId, openedBy, begunAt: begunAt ?? row.accepted_at, since }
}

type RegisteredBubble = { row: MessageRow; binding: LiveBinding; adapter: Pick<Adapter, 'idOf'> }

/** Receipts of what was perhaps taken must find their message, where the provider's id of it is known. */
export async function registerProviderId(
  agent: AgentKey,
  error: DispatchFailedError,
  { row, binding, adapter }: RegisteredBubble,
  { db, world }: DispatchDeps,
): Promise<void> {
  if (error.retry !== 'unknown' || !adapter.idOf) return
  const bubble = row.handed
  const channelMessageId = adapter.idOf(channelMessageIdOf(row.id, bubble), binding)
  const { bindingKey } = binding
  await insertDispatches(db, agent, [{ bindingKey, channelMessageId, ...messageKeyOf(row), bubble, now: world.now() }])
}
