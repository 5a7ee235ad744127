import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

export type InsightWindow = { start: Date; end: Date }
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
}

const keys: Record<OutcomeGrouping, RawBuilder<string>> = {
  day: sql`to_char(session.started_at at time zone 'UTC', 'YYYY-MM-DD')`,
  channel: sql`session.channel`,
  playbook: sql`coalesce(session.playbook_id, '')`,
  version: sql`coalesce(session.draft_id, session.version::text, '')`,
}

/** The sessions that waited for a human or were taken: the last one that began before the move. */
const handedOver = (agents: RawBuilder<unknown>, start: Date) => sql`
  select distinct move.agent_key, move.asid, held.session_id
    from desk_events as move
   cross join lateral (
     select session_id from session_outcomes as before
      where before.agent_key = move.agent_key and before.asid = move.asid and before.started_at <= move.at
      order by before.started_at desc limit 1) as held
   where move.agent_key ${agents} and not move.sandbox and move.kind in ('waiting', 'taken', 'assigned')
     and move.at >= ${start}`

const isContained = sql`session.unanswered = 0 and session.contacts = 0 and handed.asid is null`

const totals = sql`
  count(*)::int as sessions, count(*) filter (where ${isContained})::int as contained,
  coalesce(sum(session.questions), 0)::int as questions, coalesce(sum(session.unanswered), 0)::int as unanswered,
  count(handed.asid)::int as "handedOver",
  coalesce(sum(session.goals), 0)::int as "goalsReached", coalesce(sum(session.errors), 0)::int as errors`

const joinHanded = sql`
  left join handed on handed.agent_key = session.agent_key and handed.asid = session.asid
                  and handed.session_id = session.session_id`

/** Counts the sessions that began in the window. */
export async function countOutcomes(
  db: Db,
  agent: AgentKey,
  { start, end, groupBy }: InsightWindow & { groupBy: OutcomeGrouping },
): Promise<OutcomeRow[]> {
  const { rows } = await sql<OutcomeRow>`
    with handed as (${handedOver(sql`= ${agent.key}`, start)})
    select ${keys[groupBy]} as key, ${totals},
           percentile_cont(0.5) within group (order by session.turns)::float8 as "medianTurns"
      from session_outcomes as session ${joinHanded}
     where session.agent_key = ${agent.key} and session.started_at >= ${start} and session.started_at < ${end}
     group by 1 order by 1`.execute(db)
  return rows
}

export type SessionCost = { key: string; currency: string; amount: number }

/** By key and currency, largest first. */
export async function sumSessionCosts(
  db: Db,
  agent: AgentKey,
  { start, end, groupBy }: InsightWindow & { groupBy: OutcomeGrouping },
): Promise<SessionCost[]> {
  const { rows } = await sql<SessionCost>`
    select ${keys[groupBy]} as key, currency, sum(cost_nanos)::float8 / 1e9 as amount
      from session_outcomes as session
     where agent_key = ${agent.key} and started_at >= ${start} and started_at < ${end} and currency is not null
     group by 1, 2 order by 3 desc, 2`.execute(db)
  return rows
}

export type OutcomeSession = {
  userId: string
  sessionId: string
  channel: string
  startedAt: Date
  playbookId: string | null
  version: number | null
  draftId: string | null
  turns: number
  unanswered: number
  goalsReached: number
  errors: number
  handedOver: boolean
  contained: boolean
}

export const outcomeKinds = ['contained', 'notContained', 'unanswered', 'handedOver', 'goal', 'error'] as const
export type OutcomeKind = (typeof outcomeKinds)[number]

const conditions: Record<OutcomeKind, RawBuilder<unknown>> = {
  contained: isContained,
  notContained: sql`not (${isContained})`,
  unanswered: sql`session.unanswered > 0`,
  handedOver: sql`handed.asid is not null`,
  goal: sql`session.goals > 0`,
  error: sql`session.errors > 0`,
}

export type SessionFilter = InsightWindow & {
  groupBy?: OutcomeGrouping
  key?: string
  outcome?: OutcomeKind
  topicKey?: number
  after?: { at: Date; id: string }
  limit: number
}

/** The sessions behind a count, newest first; one row more than the limit indicates that there are more. */
export async function listOutcomeSessions(db: Db, agent: AgentKey, filter: SessionFilter): Promise<OutcomeSession[]> {
  const { start, end, groupBy, key, outcome, topicKey, after, limit } = filter
  const { rows } = await sql<OutcomeSession>`
    with handed as (${handedOver(sql`= ${agent.key}`, start)})
    select session.asid as "userId", session.session_id as "sessionId", channel, started_at as "startedAt",
           playbook_id as "playbookId", version, draft_id as "draftId", turns, unanswered, goals as "goalsReached", errors,
           handed.asid is not null as "handedOver", ${isContained} as contained
      from session_outcomes as session ${joinHanded}
     where session.agent_key = ${agent.key}
       ${topicKey === undefined ? sql`and session.started_at >= ${start} and session.started_at < ${end}` : isAboutTopic(agent, { topicKey, start, end })}
       ${groupBy === undefined || key === undefined ? sql`` : sql`and ${keys[groupBy]} = ${key}`}
       ${outcome === undefined ? sql`` : sql`and ${conditions[outcome]}`}
       ${after ? sql`and (session.started_at, session.session_id) < (${after.at}::timestamptz, ${after.id})` : sql``}
     order by session.started_at desc, session.session_id desc limit ${limit + 1}`.execute(db)
  return rows
}

/** A session that began before the window may contain a question of it, as in the counts of topics. */
const isAboutTopic = (agent: AgentKey, { topicKey, start, end }: InsightWindow & { topicKey: number }) => sql`
  and (session.asid, session.session_id) in (
    select asid, session_id from turn_questions as one
     where one.agent_key = ${agent.key} and one.group_key = ${topicKey} and one.at >= ${start} and one.at < ${end})`

export async function findGroupKey(db: Db, agent: AgentKey, id: string): Promise<number | undefined> {
  const { rows } = await sql<{ groupKey: number }>`
    select group_key as "groupKey" from question_groups where agent_key = ${agent.key} and id = ${id}`.execute(db)
  return rows[0]?.groupKey
}

export type AgentOutcome = Omit<OutcomeRow, 'key' | 'medianTurns'> & { agentKey: number; isCurrent: boolean }

/** The totals of each agent, in the window and in the one of the same length before it. @serves all tenants */
export async function countAgentOutcomes(
  db: Db,
  agentKeys: readonly number[],
  { before, start, end }: InsightWindow & { before: Date },
): Promise<AgentOutcome[]> {
  const { rows } = await sql<AgentOutcome>`
    with handed as (${handedOver(sql`= any(${[...agentKeys]}::bigint[])`, before)})
    select session.agent_key as "agentKey", session.started_at >= ${start} as "isCurrent", ${totals}
      from session_outcomes as session ${joinHanded}
     where session.agent_key = any(${[...agentKeys]}::bigint[]) and session.started_at >= ${before}
       and session.started_at < ${end}
     group by 1, 2`.execute(db)
  return rows
}

export type AgentCost = { agentKey: number; isCurrent: boolean; currency: string; amount: number }

/** By currency, largest first. @serves all tenants */
export async function sumAgentCosts(
  db: Db,
  agentKeys: readonly number[],
  { before, start, end }: InsightWindow & { before: Date },
): Promise<AgentCost[]> {
  const { rows } = await sql<AgentCost>`
    select agent_key as "agentKey", started_at >= ${start} as "isCurrent", currency,
           sum(cost_nanos)::float8 / 1e9 as amount
      from session_outcomes
     where agent_key = any(${[...agentKeys]}::bigint[]) and started_at >= ${before} and started_at < ${end}
       and currency is not null
     group by 1, 2, 3 order by 4 desc, 3`.execute(db)
  return rows
}

export type OpenQuestions = { agentKey: number; open: number; id: string; question: string; count: number }

/** How many questions of each agent wait for an answer, and the one that was asked most. @serves all tenants */
export async function countOpenQuestions(
  db: Db,
  agentKeys: readonly number[],
  { start, end }: InsightWindow,
): Promise<OpenQuestions[]> {
  const { rows } = await sql<OpenQuestions>`
    with asked as (
      select question.agent_key, question.group_key, known.id, count(*)::int as count,
             mode() within group (order by question.text) as question
        from turn_questions as question
        join question_groups as known on known.agent_key = question.agent_key and known.group_key = question.group_key
       where question.agent_key = any(${[...agentKeys]}::bigint[]) and unanswered and known.state = 'open'
         and question.at >= ${start} and question.at < ${end}
       group by 1, 2, 3)
    select distinct on (agent_key) agent_key as "agentKey", count(*) over (partition by agent_key)::int as open, id,
           question, count
      from asked order by agent_key, count desc, group_key desc`.execute(db)
  return rows
}

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

/** The most asked groups, with what became of the sessions in which they were asked. */
export async function listTopics(
  db: Db,
  agent: AgentKey,
  { start, end, limit }: InsightWindow & { limit: number },
): Promise<TopicRow[]> {
  const { rows } = await sql<TopicRow>`
    with handed as materialized (${handedOver(sql`= ${agent.key}`, start)}),
    counted as (
      select group_key, count(*)::int as count, sum(count(*)) over () as total from turn_questions
       where agent_key = ${agent.key} and group_key is not null and at >= ${start} and at < ${end} group by group_key),
    top as (select * from counted where group_key > 0 order by count desc, group_key desc limit ${limit})
    select top.group_key as "groupKey", known.id, typical.label, count, (count / total)::float8 as share,
           became.sessions, became.contained, became."handedOver",
           case when became.sessions = 0 then 0 else became.reached::float8 / became.sessions end as "goalRate"
      from top join question_groups as known on known.agent_key = ${agent.key} and known.group_key = top.group_key
     cross join lateral (
       select mode() within group (order by text) as label from (
         select text from turn_questions as one
          where one.agent_key = ${agent.key} and one.group_key = top.group_key and at >= ${start} and at < ${end}
          order by at desc limit 200) as newest) as typical
     cross join lateral (
       select count(*) filter (where session.goals > 0)::int as reached, ${totals}
         from session_outcomes as session ${joinHanded}
        where session.agent_key = ${agent.key} and (session.asid, session.session_id) in (
          select asid, session_id from turn_questions as one
           where one.agent_key = ${agent.key} and one.group_key = top.group_key and at >= ${start} and at < ${end})
       ) as became
     order by count desc, top.group_key desc`.execute(db)
  return rows
}
