import type { AgentKey } from '../../../../platform/http/route.ts'
import type { MessageRow } from '../../dispatch/queries/message-row.ts'
import { tellStarted } from '../../messages/enter-session.ts'
import { liveSince, surelyOverSince } from '../../sessions/session.ts'
import type { OpenerDeps } from '../deps.ts'
import { inTransaction, isOvertaken, type Taken, takeTogether } from './queries/take.ts'
import type { Plain } from './sort.ts'

/** The rows of those that were taken down, by their ids. Whoever was in the way of one was in the way of all. */
export async function takeDownTogether(
  agent: AgentKey,
  plains: readonly Plain[],
  deps: OpenerDeps,
): Promise<Map<string, MessageRow>> {
  if (plains.length === 0) return new Map()
  const taken = await take(agent, plains, deps).catch((error: unknown) => {
    if (isOvertaken(error)) return []
    throw error
  })
  return new Map(taken.flatMap(({ row }) => (row ? [[row.id, row] as const] : [])))
}

function take(agent: AgentKey, plains: readonly Plain[], deps: OpenerDeps): Promise<Taken[]> {
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
    const moment = { now, liveSince: liveSince(now), overSince: surelyOverSince(now) }
    const taken = await takeTogether(tx, agent, takings, moment)
    const started = taken.filter(({ starts }) => starts)
    await tellStarted(tx, agent, started, deps)
    return taken
  })
}
