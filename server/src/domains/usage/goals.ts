import { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import { instantQuery, timestamp } from '../../platform/http/schemas.ts'
import { goalCounts } from './schemas.ts'
import { sumByDetail } from './serializer.ts'
import { turnSource } from './sources.ts'
import { readSums } from './sums.ts'
import { ceilToHour } from './time.ts'

export const GoalsQuery = z.strictObject({
  since: instantQuery.meta({ description: 'ISO-8601 or milliseconds, itself included.' }),
})

export const GoalsReached = z
  .strictObject({ since: timestamp, goals: goalCounts.meta({ description: 'Most first.' }) })
  .meta({
    id: 'GoalsReached',
    examples: [{ since: '2030-01-31T09:41:00.000Z', goals: [{ goalId: 'visit-booked', count: 2 }] }],
  })
export type GoalsReached = z.infer<typeof GoalsReached>

/** To the moment: of the hour that it lies in what came after it, and every hour since. */
export async function countGoalsSince(db: Db, agent: AgentKey, since: Date, now: Date): Promise<GoalsReached> {
  const from = new Date(Math.max(since.getTime(), 0))
  const answer = (goals: GoalsReached['goals']) => ({ since: since.toISOString(), goals })
  if (from > now) return answer([])
  const end = ceilToHour(new Date(now.getTime() + 1))
  const whole = ceilToHour(from)
  const window = { interval: 'hour' as const, starts: [whole], end }
  const [begun, hours] = await Promise.all([
    from < whole ? turnSource.count(db, [agent.key], { from, until: whole, by: 'hour', days: [] }) : [],
    readSums(db, [agent.key], { window, zone: 'UTC', now, sources: [turnSource] }),
  ])
  const sums = [...begun.map(({ hour: _, ...count }) => ({ ...count, place: 0 })), ...hours]
  return answer(sumByDetail(sums, 'goalsReached').map(([goalId, count]) => ({ goalId, count })))
}
