import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { BusyTimes } from '../calendars/calendars.ts'
import type { AvailabilityDeps } from '../deps.ts'
import { mergeIntervals, subtractIntervals, type TimeInterval } from '../slots/interval.ts'
import { findPublishedTimes } from './queries.ts'

/** `recent` is for display only: busy times cached for a few seconds are good enough. */
export type ExternalBusyQuery = { ids: readonly string[]; range: TimeInterval; recent?: boolean }

/**
 * Busy times from the representatives' calendars, without this agent's own appointments: those are counted separately,
 * and a calendar may still show their old times. Must not run inside a transaction.
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
