import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { BusyTimes } from '../calendars/calendars.ts'
import type { AvailabilityDeps } from '../deps.ts'
import { mergeIntervals, subtractIntervals, type TimeInterval } from '../slots/interval.ts'
import { findPublishedTimes } from './queries.ts'

/** `recent` is for those who only look: what calendars have said in the last seconds will do. */
export type ExternalBusyQuery = { ids: readonly string[]; range: TimeInterval; recent?: boolean }

/**
 * What calendars say of these representatives, without what they show of this agent's appointments: those are counted
 * by themselves, and a calendar may still show where one was. Not inside a transaction.
 */
export async function findExternalBusyTimes(
  db: Db,
  agent: AgentKey,
  { ids, range, recent }: ExternalBusyQuery,
  { calendars }: Pick<AvailabilityDeps, 'calendars'>,
): Promise<BusyTimes> {
  const ask = recent ? calendars.recentBusyTimes : calendars.busyTimes
  const { busy, unreachable } = await ask(agent, ids, range)
  if (busy.size === 0) return { busy, unreachable }
  const shown = await findPublishedTimes(db, agent, range)
  const elsewhere = [...busy].map(
    ([id, times]) => [id, subtractIntervals(mergeIntervals(times), mergeIntervals(shown.get(id) ?? []))] as const,
  )
  return { busy: new Map(elsewhere), unreachable }
}
