import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { InsightWindow } from '../days/window.ts'
import { wasHandedOver } from './day-counts.ts'
import type { OutcomeGrouping } from './outcomes.ts'

const keys: Record<OutcomeGrouping, RawBuilder<string>> = {
  day: sql`to_char(session.started_at at time zone 'UTC', 'YYYY-MM-DD')`,
  channel: sql`session.channel`,
  playbook: sql`coalesce(session.playbook_id, '')`,
  version: sql`coalesce(session.draft_id, session.version::text, '')`,
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

const isContained = sql`session.unanswered = 0 and session.contacts = 0 and not ${wasHandedOver}`

const conditions: Record<OutcomeKind, RawBuilder<unknown>> = {
  contained: isContained,
  notContained: sql`not (${isContained})`,
  unanswered: sql`session.unanswered > 0`,
  handedOver: wasHandedOver,
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
    select session.asid as "userId", session.session_id as "sessionId", channel, started_at as "startedAt",
           playbook_id as "playbookId", version, draft_id as "draftId", turns, unanswered, goals as "goalsReached", errors,
           ${wasHandedOver} as "handedOver", ${isContained} as contained
      from session_outcomes as session
     where session.agent_key = ${agent.key} and session.started_at >= ${start} and session.started_at < ${end}
       ${topicKey === undefined ? sql`` : sql`and ${isAboutTopic(topicKey)}`}
       ${groupBy === undefined || key === undefined ? sql`` : sql`and ${keys[groupBy]} = ${key}`}
       ${outcome === undefined ? sql`` : sql`and ${conditions[outcome]}`}
       ${after ? sql`and (session.started_at, session.session_id) < (${after.at}::timestamptz, ${after.id})` : sql``}
     order by session.started_at desc, session.session_id desc limit ${limit + 1}`.execute(db)
  return rows
}

const isAboutTopic = (topicKey: number) => sql`exists (
  select from turn_questions as question
   where question.agent_key = session.agent_key and question.asid = session.asid
     and question.session_id = session.session_id and question.group_key = ${topicKey})`

export async function findGroupKey(db: Db, agent: AgentKey, id: string): Promise<number | undefined> {
  const { rows } = await sql<{ groupKey: number }>`
    select group_key as "groupKey" from question_groups where agent_key = ${agent.key} and id = ${id}`.execute(db)
  return rows[0]?.groupKey
}
