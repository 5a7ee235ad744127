import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Person } from '../../people/index.ts'

type ExportedPerson = { person: Person; asids: readonly string[] }

export async function exportSends(db: Db, agent: AgentKey, { person }: ExportedPerson): Promise<object[]> {
  const { rows } = await sql<object>`
    select id as "sendId", outreach_id as "outreachId", origin, campaign_id as "campaignId", channel, state, reason, inputs,
           consent, message_id as "messageId", queued_at as "queuedAt", sent_at as "sentAt", responded_at as "respondedAt",
           sequence_id as "sequenceId",
           (select json_agg(json_build_object('url', link.url, 'at', link.tapped_at) order by link.tapped_at)
              from tracked_links as link
             where link.agent_key = ${agent.key} and link.send_id = sends.id and link.tapped_at is not null) as taps
      from sends where agent_key = ${agent.key} and person_id = ${person.id} order by queued_at, id`.execute(db)
  return rows
}

export async function exportAutomatedRows(db: Db, agent: AgentKey, { person }: ExportedPerson): Promise<object[]> {
  const { rows } = await sql<object>`
    select rule_id as "automatedOutreachId", outreach_id as "outreachId", state, reason, triggered_at as "triggeredAt"
      from automated_rows where agent_key = ${agent.key} and person_id = ${person.id} order by triggered_at`.execute(db)
  return rows
}

export async function exportFollowUps(db: Db, agent: AgentKey, { person }: ExportedPerson): Promise<object[]> {
  const { rows } = await sql<object>`
    select send_id as "sendId", outreach_id as "outreachId", state, sent_count as times, created_at as "createdAt"
      from follow_ups where agent_key = ${agent.key} and person_id = ${person.id} order by created_at`.execute(db)
  return rows
}

export async function exportRedemptions(db: Db, agent: AgentKey, { asids }: ExportedPerson): Promise<object[]> {
  const { rows } = await sql<object>`
    select link_id as "linkId", asid as "userId", state, redeemed_at as "redeemedAt"
      from link_redemptions where agent_key = ${agent.key} and asid = any(${asids}::text[]) order by redeemed_at`.execute(
    db,
  )
  return rows
}

export async function exportEnrollments(db: Db, agent: AgentKey, { person }: ExportedPerson): Promise<object[]> {
  const { rows } = await sql<object>`
    select sequence_id as "sequenceId", state, reason, steps, enrolled_at as "enrolledAt", ended_at as "endedAt"
      from sequence_enrollments where agent_key = ${agent.key} and person_id = ${person.id}
     order by enrolled_at, sequence_id`.execute(db)
  return rows
}

export async function exportGoals(db: Db, agent: AgentKey, { person }: ExportedPerson): Promise<object[]> {
  const { rows } = await sql<object>`
    select goal_id as "goalId", reached_at as "reachedAt"
      from goals_reached where agent_key = ${agent.key} and person_id = ${person.id} order by reached_at, goal_id`.execute(
    db,
  )
  return rows
}
