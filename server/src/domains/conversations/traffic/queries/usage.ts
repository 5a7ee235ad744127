import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { UsageCount, UsageSpan } from '../../../../platform/usage.ts'

/** Excludes sandbox conversations. @serves all tenants */
export async function countTraffic(db: Db, agentKeys: readonly number[], span: UsageSpan): Promise<UsageCount[]> {
  const counted = await Promise.all([
    countEntries(db, agentKeys, span),
    countPeople(db, agentKeys, span),
    countSessions(db, agentKeys, span),
  ])
  return counted.flat()
}

/** @serves all tenants */
async function countEntries(
  db: Db,
  agentKeys: readonly number[],
  { from, until, by }: UsageSpan,
): Promise<UsageCount[]> {
  const { rows } = await sql<UsageCount>`
    select asked.agent_key as "agentKey", counted.*
      from unnest(${agentKeys}::bigint[]) as asked (agent_key), lateral (
        select date_trunc(${by}, at, 'UTC') as hour,
               case when type = 'status' then subtype when origin = 'user' then 'messagesIn' else 'messagesOut' end as measure,
               case when type = 'status' and subtype = 'failed' then coalesce(reason, '') else '' end as detail,
               count(*) as value
          from traffic
         where traffic.agent_key = asked.agent_key and sandbox = false and at >= ${from} and at < ${until}
           and (type = 'content' or type = 'status' and subtype in ('delivered', 'read', 'failed'))
         group by 1, 2, 3) as counted`.execute(db)
  return rows
}

/**
 * Counts each person once an hour and once a day, at their first message, so that the parts of both add up.
 * @serves all tenants
 */
async function countPeople(
  db: Db,
  agentKeys: readonly number[],
  { from, until, by, days }: UsageSpan,
): Promise<UsageCount[]> {
  const hadNotWrittenSince = (start: unknown) => sql`not exists (
    select from traffic as earlier
     where earlier.agent_key = wrote.agent_key and earlier.asid = wrote.asid and earlier.sandbox = false
       and earlier.type = 'content' and earlier.origin = 'user' and earlier.at >= ${start} and earlier.at < ${from})`
  const { rows } = await sql<UsageCount>`
    with wrote as materialized (
      select asked.agent_key, said.*
        from unnest(${agentKeys}::bigint[]) as asked (agent_key), lateral (
          select asid, date_trunc('hour', at, 'UTC') as hour, width_bucket(at, ${days}::timestamptz[]) as day,
                 min(at) as first
            from traffic
           where traffic.agent_key = asked.agent_key and sandbox = false and type = 'content' and origin = 'user'
             and at >= ${from} and at < ${until}
           group by 1, 2, 3) as said),
    -- In the first hour and on the first day, a person may have written before the window starts.
    hourly as (
      select agent_key, min(first) as first from wrote group by agent_key, asid, hour
      having hour >= ${from} or ${hadNotWrittenSince(sql`hour`)}),
    daily as (
      select agent_key, min(first) as first from wrote group by agent_key, asid, day
      having day > 1 or ${hadNotWrittenSince(days[0])})
    select agent_key as "agentKey", date_trunc(${by}, first, 'UTC') as hour, 'peopleOfHour' as measure, '' as detail,
           count(*) as value
      from hourly group by 1, 2
    union all
    select agent_key, date_trunc(${by}, first, 'UTC'), 'peopleOfDay', '', count(*) from daily group by 1, 2`.execute(db)
  return rows
}

/** @serves all tenants */
async function countSessions(
  db: Db,
  agentKeys: readonly number[],
  { from, until, by }: UsageSpan,
): Promise<UsageCount[]> {
  const { rows } = await sql<UsageCount>`
    select agent_key as "agentKey", date_trunc(${by}, started_at, 'UTC') as hour, 'conversations' as measure, '' as detail,
           count(*) as value
      from sessions
     where agent_key = any(${agentKeys}::bigint[]) and sandbox = false and started_at >= ${from} and started_at < ${until}
     group by 1, 2`.execute(db)
  return rows
}

/** Times of the last message in either direction. @serves all tenants */
export async function readLastMessageTimes(db: Db, agentKeys: readonly number[]): Promise<Map<number, Date>> {
  const { rows } = await sql<{ agent_key: number; at: Date }>`
    select asked.agent_key, last.at
      from unnest(${agentKeys}::bigint[]) as asked (agent_key), lateral (
        select at from traffic
         where traffic.agent_key = asked.agent_key and sandbox = false and type = 'content'
         order by at desc limit 1) as last`.execute(db)
  return new Map(rows.map(({ agent_key, at }) => [agent_key, at]))
}
