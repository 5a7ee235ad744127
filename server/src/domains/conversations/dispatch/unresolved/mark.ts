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

import { computeFirstOutcomeCheck, nudgeUnresolved } from './worker.ts'

/** An interrupted dispatch: the provider may have accepted the next bubble of the row. */
export type InterruptedDispatch = {
  row: MessageRow
  binding?: LiveBinding
  target?: DispatchTarget
  rendered?: RenderResult
  /** The send that opened the conversation with this message; it is notified when the outcome is known. */
  initiationId?: string
  initiatedBy?: string
  dispatchStartedAt?: Date
}

/** Builds the writes for an unknown outcome. It stays open while later messages in its lane continue. */
export function buildUnresolvedWrites(agent: AgentKey, broken: InterruptedDispatch, deps: DispatchDeps) {
  const { row } = broken
  const now = deps.world.now()
  const set: MessageColumns = {
    dispatching: true,
    unresolved_since: now,
    queued_at: row.queued_at ?? now,
    ...toRenderedColumns(broken),
  }
  const write = async (tx: Db) => {
    const until = new Date(now.getTime() + deps.unknownOutcomeMinutes * 60_000)
    await insertUnresolved(tx, agent, {
      ...toUnresolvedRow(broken, now),
      until,
      dueAt: computeFirstOutcomeCheck(now, until),
    })
    if (!row.queued_at) await publishMessageStatus(tx, agent, { row, state: 'queued' }, deps)
    nudgeUnresolved(tx)
  }
  return { set, write }
}

/**
 * For a message that ends now although the provider may have accepted it: a receipt within a day still marks it as
 * delivered.
 */
export function buildEndedUnresolvedWrites(agent: AgentKey, broken: InterruptedDispatch, deps: DispatchDeps) {
  const now = deps.world.now()
  const set: MessageColumns = { unresolved_since: now, ...toRenderedColumns(broken) }
  const write = (tx: Db) => insertUnresolved(tx, agent, { ...toUnresolvedRow(broken, now), until: now })
  return { set, write }
}

/** Returns the columns that are known once the message is rendered for its channel. */
export function toRenderedColumns({ row, binding, target, rendered }: InterruptedDispatch): MessageColumns {
  return {
    ...(binding && { provider: binding.provider }),
    ...(target && { locale: target.locale ?? null, dispatched_asid: target.asid === row.asid ? null : target.asid }),
    ...(rendered && {
      bubbles: rendered.messages.length,
      text: rendered.messages.map((message) => message.text).join('\n'),
    }),
  }
}

function toUnresolvedRow(
  { row, binding, initiationId, initiatedBy, dispatchStartedAt }: InterruptedDispatch,
  since: Date,
) {
  const bindingKey = binding?.bindingKey
  return {
    messageId: row.id,
    bindingKey,
    initiationId,
    initiatedBy,
    dispatchStartedAt: dispatchStartedAt ?? row.accepted_at,
    since,
  }
}

type RegisteredBubble = { row: MessageRow; binding: LiveBinding; adapter: Pick<Adapter, 'idOf'> }

/** Stores the provider's id where it is known, so that receipts of a possibly accepted message find it. */
export async function registerProviderId(
  agent: AgentKey,
  error: DispatchFailedError,
  { row, binding, adapter }: RegisteredBubble,
  { db, world }: DispatchDeps,
): Promise<void> {
  if (error.retry !== 'unknown' || !adapter.idOf) return
  const bubble = row.dispatched_bubbles
  const channelMessageId = adapter.idOf(channelMessageIdOf(row.id, bubble), binding)
  const { bindingKey } = binding
  await insertDispatches(db, agent, [{ bindingKey, channelMessageId, ...messageKeyOf(row), bubble, now: world.now() }])
}
