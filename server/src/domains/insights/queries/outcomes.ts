import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { readWindow } from '../days/queries.ts'
import type { InsightWindow } from '../days/window.ts'
import { countSessions } from './day-counts.ts'

export const outcomeGroupings = ['day', 'channel', 'playbook', 'version'] as const
export type OutcomeGrouping = (typeof outcomeGroupings)[number]

export type OutcomeRow = {
  key: string
  sessions: number
  contained: number
  questions: number
  unanswered: number
  handedOver: number
  goalsReached: number
  errors: number
  medianTurns: number
  cost?: { amount: number; currency: string }
}

/** Sums of the sessions with the same number of turns and the same currency. */
type Part = Omit<OutcomeRow, 'medianTurns' | 'cost'> & { turns: number; currency: string; cost: number }

const keys: Record<OutcomeGrouping, RawBuilder<string>> = {
  day: sql`to_char(day at time zone 'UTC', 'YYYY-MM-DD')`,
  channel: sql`channel`,
  playbook: sql`playbook_id`,
  version: sql`version`,
}

/** Counts the sessions that began in the window. */
export async function countOutcomes(
  db: Db,
  agent: AgentKey,
  { groupBy, ...window }: InsightWindow & { groupBy: OutcomeGrouping },
): Promise<OutcomeRow[]> {
  const { days, rest } = await readWindow(db, agent, window)
  const { rows } = await sql<Part>`
    select ${keys[groupBy]} as key, turns, currency, sum(sessions)::int as sessions,
           sum(contained)::int as contained, sum(questions)::int as questions, sum(unanswered)::int as unanswered,
           sum(handed_over)::int as "handedOver", sum(goals_reached)::int as "goalsReached", sum(errors)::int as errors,
           sum(cost_nanos)::float8 / 1e9 as cost
      from (select day, channel, playbook_id, version, turns, currency, sessions, contained, questions, unanswered,
                   handed_over, goals_reached, errors, cost_nanos
              from outcome_days where agent_key = ${agent.key} and day = any(${days}::timestamptz[])
             union all ${countSessions(agent, rest)}) as part
     group by 1, 2, 3 order by 1, 2`.execute(db)
  return [...Map.groupBy(rows, ({ key }) => key)].map(([key, parts]) => ({ key, ...sumParts(parts) }))
}

const counted = ['sessions', 'contained', 'questions', 'unanswered', 'handedOver', 'goalsReached', 'errors'] as const

function sumParts(parts: readonly Part[]): Omit<OutcomeRow, 'key'> {
  const sums = Object.fromEntries(counted.map((name) => [name, parts.reduce((sum, part) => sum + part[name], 0)]))
  const cost = selectCost(parts)
  return {
    ...(sums as Record<(typeof counted)[number], number>),
    medianTurns: computeMedian(parts),
    ...(cost && { cost }),
  }
}

/** The cost in the currency of which there is most. */
function selectCost(parts: readonly Part[]): { amount: number; currency: string } | undefined {
  const costs = new Map<string, number>()
  for (const { currency, cost } of parts) if (currency !== '') costs.set(currency, (costs.get(currency) ?? 0) + cost)
  const [largest] = [...costs].sort(([one, less], [other, more]) => more - less || (one < other ? -1 : 1))
  return largest && { currency: largest[0], amount: largest[1] }
}

/** `parts` are sorted by turns. */
function computeMedian(parts: readonly Part[]): number {
  const total = parts.reduce((sum, { sessions }) => sum + sessions, 0)
  return (findTurnsAt(parts, Math.floor((total - 1) / 2)) + findTurnsAt(parts, Math.floor(total / 2))) / 2
}

/** The turns of the session at this position, counted from the one with the fewest. */
function findTurnsAt(parts: readonly Part[], position: number): number {
  let passed = 0
  for (const { turns, sessions } of parts) {
    passed += sessions
    if (passed > position) return turns
  }
  return 0
}
