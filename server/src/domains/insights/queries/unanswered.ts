import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { readWindow } from '../days/queries.ts'
import { countUnanswered } from './day-counts.ts'

export const groupStates = ['open', 'dismissed', 'answered'] as const
export type GroupState = (typeof groupStates)[number]

export type UnansweredRow = {
  groupKey: number
  id: string
  state: GroupState
  factId: string | null
  draftId: string | null
  updatedAt: Date
  question: string
  count: number
  people: number
  firstAt: Date
  lastAt: Date
}

export type UnansweredFilter = {
  start: Date
  end: Date
  /** One entry, in whatever state. */
  id?: string
  state?: GroupState
  after?: { count: number; lastAt: Date; groupKey: number }
  limit: number
}

/** The wording that most people use, among the newest ones. */
const typicalOf = 200

/** Most asked first; one row more than the limit indicates that there are more. */
export async function listUnanswered(db: Db, agent: AgentKey, filter: UnansweredFilter): Promise<UnansweredRow[]> {
  const { start, end, id, state, after, limit } = filter
  const { days, rest } = await readWindow(db, agent, filter)
  const { rows } = await sql<UnansweredRow>`
    with asked as (
      select group_key, sum(count)::int as count, min(first_at) as first_at, max(last_at) as last_at
        from (select group_key, count, first_at, last_at
                from unanswered_days where agent_key = ${agent.key} and day = any(${days}::timestamptz[])
               union all ${countUnanswered(agent, rest)}) as part
       ${id === undefined ? sql`` : sql`where group_key = (select group_key from question_groups where agent_key = ${agent.key} and id = ${id})`}
       group by group_key),
    listed as (
      select asked.*, known.id, known.state, known.fact_id, known.draft_id, known.updated_at
        from asked join question_groups as known on known.agent_key = ${agent.key} and known.group_key = asked.group_key
       where true ${state === undefined ? sql`` : sql`and known.state = ${state}`}
         ${after ? sql`and (count, last_at, asked.group_key) < (${after.count}::int, ${after.lastAt}::timestamptz, ${after.groupKey}::bigint)` : sql``}
       order by count desc, last_at desc, asked.group_key desc limit ${limit + 1})
    select listed.group_key as "groupKey", id, state, fact_id as "factId", draft_id as "draftId", updated_at as "updatedAt",
           typical.question, count, askers.people, first_at as "firstAt", last_at as "lastAt"
      from listed cross join lateral (
        select mode() within group (order by text) as question from (
          select text from turn_questions as one
           where one.agent_key = ${agent.key} and one.group_key = listed.group_key and unanswered
             and at >= ${start} and at < ${end}
           order by at desc limit ${typicalOf}) as newest) as typical
     cross join lateral (
       select count(distinct coalesce(holder.person_key::text, one.asid))::int as people
         from turn_questions as one
         left join identities as holder on holder.agent_key = one.agent_key and holder.asid = one.asid
        where one.agent_key = ${agent.key} and one.group_key = listed.group_key and unanswered
          and at >= ${start} and at < ${end}) as askers
     order by count desc, last_at desc, listed.group_key desc`.execute(db)
  return rows
}

export type QuestionExample = {
  groupKey: number
  sessionId: string
  userId: string
  messageId: string
  text: string
  at: Date
}

/** The newest questions of each group, at most `limit` each. */
export async function listExamples(
  db: Db,
  agent: AgentKey,
  { groupKeys, start, end, onlyUnanswered, limit }: ExampleFilter,
): Promise<QuestionExample[]> {
  const { rows } = await sql<QuestionExample>`
    select wanted.group_key as "groupKey", session_id as "sessionId", asid as "userId", event_id as "messageId", text, at
      from unnest(${[...groupKeys]}::bigint[]) as wanted (group_key)
     cross join lateral (
       select session_id, asid, event_id, text, at, question_key from turn_questions as question
        where question.agent_key = ${agent.key} and question.group_key = wanted.group_key
          and at >= ${start} and at < ${end} ${onlyUnanswered ? sql`and unanswered` : sql``}
        order by at desc, question_key desc limit ${limit}) as newest
     order by at desc, question_key desc`.execute(db)
  return rows
}
type ExampleFilter = {
  groupKeys: readonly number[]
  start: Date
  end: Date
  onlyUnanswered: boolean
  limit: number
}

export type LockedGroup = { groupKey: number; id: string; state: GroupState }

export async function lockGroup(tx: Db, agent: AgentKey, id: string): Promise<LockedGroup | undefined> {
  const { rows } = await sql<LockedGroup>`
    select group_key as "groupKey", id, state from question_groups as known
     where agent_key = ${agent.key} and id = ${id} and exists (
       select from turn_questions as question
        where question.agent_key = known.agent_key and question.group_key = known.group_key and unanswered)
       for update`.execute(tx)
  return rows[0]
}

export async function setGroupState(
  tx: Db,
  agent: AgentKey,
  change: { groupKey: number; state: GroupState; factId?: string; draftId?: string; now: Date },
): Promise<void> {
  const { groupKey, state, factId = null, draftId = null, now } = change
  await sql`update question_groups set state = ${state}, fact_id = ${factId}, draft_id = ${draftId}, updated_at = ${now}
             where agent_key = ${agent.key} and group_key = ${groupKey}`.execute(tx)
}

/** The draft is gone: a question whose Fact is in live is answered there, and the others are open again. */
export async function settleDraftAnswers(
  tx: Db,
  agent: AgentKey,
  { draftId, liveFactIds, now }: { draftId: string; liveFactIds: readonly string[]; now: Date },
): Promise<void> {
  await sql`update question_groups set draft_id = null
             where agent_key = ${agent.key} and draft_id = ${draftId} and fact_id = any(${[...liveFactIds]}::text[])`.execute(
    tx,
  )
  await sql`update question_groups set state = 'open', fact_id = null, draft_id = null, updated_at = ${now}
             where agent_key = ${agent.key} and draft_id = ${draftId}`.execute(tx)
}

/** Reopens the questions that these Facts of live answered. */
export async function reopenAnsweredBy(
  tx: Db,
  agent: AgentKey,
  { factIds, now }: { factIds: readonly string[]; now: Date },
): Promise<void> {
  await sql`update question_groups set state = 'open', fact_id = null, updated_at = ${now}
             where agent_key = ${agent.key} and draft_id is null and fact_id = any(${[...factIds]}::text[])`.execute(tx)
}

export type DeskAnswer = { groupKey: number; question: string; answer: string; messageId: string; sessionId: string }

/** What a member of the desk wrote first after one of the newest questions of each group, within a day. */
export async function findDeskAnswers(db: Db, agent: AgentKey, groupKeys: readonly number[]): Promise<DeskAnswer[]> {
  const { rows } = await sql<DeskAnswer>`
    select distinct on (wanted.group_key) wanted.group_key as "groupKey", question.text as question, said.text as answer,
           said.message_id as "messageId", said.session_id as "sessionId"
      from unnest(${[...groupKeys]}::bigint[]) as wanted (group_key)
     cross join lateral (
       select asid, text, at from turn_questions as one
        where one.agent_key = ${agent.key} and one.group_key = wanted.group_key and unanswered
        order by at desc limit 20) as question
     cross join lateral (
       select entry.text, entry.message_id, entry.session_id, entry.at from traffic as entry
         join messages as sent on sent.agent_key = entry.agent_key and sent.id = entry.message_id
        where entry.agent_key = ${agent.key} and entry.asid = question.asid and entry.type = 'content'
          and entry.origin = 'agent' and entry.at > question.at and entry.at < question.at + interval '1 day'
          and sent.author is not null and length(entry.text) between 12 and 1000
        order by entry.at limit 1) as said
     order by wanted.group_key, said.at desc`.execute(db)
  return rows
}
