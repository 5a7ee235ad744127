import type { AgentKey } from '../../../../platform/http/route.ts'
import type { MessageRow } from '../../dispatch/queries/message-row.ts'
import { publishSessionsStarted } from '../../messages/join-session.ts'
import { certainlyEndedSince, liveSince } from '../../sessions/session.ts'
import type { InitiationDeps } from '../deps.ts'
import type { BatchableInitiation } from './classify.ts'
import {
  type InsertedInitiation,
  insertInitiations,
  inTransaction,
  isConcurrencyConflict,
} from './queries/insert-messages.ts'

/** The rows of those that were taken down, by their ids. Whoever was in the way of one was in the way of all. */
export async function persistBatch(
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
