import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { readWindow } from '../days/queries.ts'
import type { InsightWindow } from '../days/window.ts'
import { countTopics } from './day-counts.ts'

export type TopicRow = {
  groupKey: number
  id: string
  label: string
  count: number
  share: number
  sessions: number
  contained: number
  handedOver: number
  goalRate: number
}

/** The most asked groups of the sessions that began in the window, with what became of those sessions. */
export async function listTopics(
  db: Db,
  agent: AgentKey,
  { limit, ...window }: InsightWindow & { limit: number },
): Promise<TopicRow[]> {
  const { days, rest } = await readWindow(db, agent, window)
  const { rows } = await sql<TopicRow>`
    with counted as (
      select group_key, sum(count) as count, sum(sum(count)) over () as total, sum(sessions) as sessions,
             sum(contained) as contained, sum(handed_over) as handed_over, sum(reached) as reached
        from (select group_key, count, sessions, contained, handed_over, reached
                from topic_days where agent_key = ${agent.key} and day = any(${days}::timestamptz[])
               union all ${countTopics(agent, rest)}) as part
       group by group_key),
    top as (select * from counted where group_key > 0 order by count desc, group_key desc limit ${limit})
    select top.group_key as "groupKey", known.id, typical.label, count::int, (count / total)::float8 as share,
           sessions::int, contained::int, handed_over::int as "handedOver", (reached / sessions)::float8 as "goalRate"
      from top join question_groups as known on known.agent_key = ${agent.key} and known.group_key = top.group_key
     cross join lateral (
       select mode() within group (order by text) as label from (
         select text from turn_questions as one
          where one.agent_key = ${agent.key} and one.group_key = top.group_key and at >= ${window.start}
          order by at desc limit 200) as newest) as typical
     order by count desc, top.group_key desc`.execute(db)
  return rows
}
