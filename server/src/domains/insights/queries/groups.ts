import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { markDaysOfQuestions } from '../days/queries.ts'

export type UngroupedQuestion = { questionKey: number; text: string; phraseHash: string }

export async function listPendingQuestions(db: Db, agent: AgentKey, limit: number): Promise<UngroupedQuestion[]> {
  const { rows } = await sql<UngroupedQuestion>`
    select question_key as "questionKey", text, encode(phrase_hash, 'hex') as "phraseHash" from turn_questions
     where agent_key = ${agent.key} and group_key is null order by question_key limit ${limit}`.execute(db)
  return rows
}

/**
 * The groups of wordings that were asked before. All questions of one wording are in one group, so any of them tells it:
 * the oldest one would be looked for among all questions of the agent.
 */
export async function findGroupsOfPhrases(
  db: Db,
  agent: AgentKey,
  phraseHashes: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ phraseHash: string; groupKey: number }>`
    select wanted.hash as "phraseHash", known.group_key as "groupKey"
      from unnest(${[...phraseHashes]}::text[]) as wanted (hash)
     cross join lateral (
       select group_key from turn_questions
        where agent_key = ${agent.key} and phrase_hash = decode(wanted.hash, 'hex') and group_key > 0
        limit 1) as known`.execute(db)
  return new Map(rows.map(({ phraseHash, groupKey }) => [phraseHash, groupKey]))
}

/** One process at a time groups the questions of an agent, so that no group is founded twice. */
export async function lockGrouping(tx: Db, agent: AgentKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`question groups ${agent.key}`}, 0))`.execute(tx)
}

export type GroupRow = { groupKey: number; words: string[]; vector: Buffer | null }

export async function listGroups(db: Db, agent: AgentKey): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    select group_key as "groupKey", words, vector from question_groups
     where agent_key = ${agent.key} order by group_key`.execute(db)
  return rows
}

export type NewGroup = { id: string; words: readonly string[]; vector?: Uint8Array }

/** Inserts the groups in this order, and returns their keys by id: none when the agent is gone. */
export async function insertGroups(
  tx: Db,
  agent: AgentKey,
  { groups, now }: { groups: readonly NewGroup[]; now: Date },
): Promise<Map<string, number>> {
  const listed = groups.map(({ id, words, vector }) => ({
    id,
    words,
    vector: vector ? Buffer.from(vector).toString('hex') : null,
  }))
  const { rows } = await sql<{ id: string; groupKey: number }>`
    with owner as materialized (select agent_key from agents where agent_key = ${agent.key} for key share)
    insert into question_groups (agent_key, id, words, vector, created_at, updated_at)
    select owner.agent_key, founded.id, array(select json_array_elements_text(founded.words)),
           decode(founded.vector, 'hex'), ${now}::timestamptz, ${now}::timestamptz
      from owner cross join rows from (
             json_to_recordset(${JSON.stringify(listed)}::json) as (id text, words json, vector text)
           ) with ordinality as founded (id, words, vector, place)
     order by founded.place
    returning id, group_key as "groupKey"`.execute(tx)
  return new Map(rows.map(({ id, groupKey }) => [id, groupKey]))
}

/** Questions that no group has room for; they count in no group. */
export const noGroup = 0

export async function assignGroups(
  tx: Db,
  agent: AgentKey,
  assigned: readonly { questionKey: number; groupKey: number }[],
): Promise<void> {
  await sql`
    update turn_questions as question set group_key = given.group_key
      from unnest(${assigned.map(({ questionKey }) => questionKey)}::bigint[],
                  ${assigned.map(({ groupKey }) => groupKey)}::bigint[]) as given (question_key, group_key)
     where question.agent_key = ${agent.key} and question.question_key = given.question_key
       and question.group_key is null`.execute(tx)
  await markDaysOfQuestions(
    tx,
    agent,
    assigned.map(({ questionKey }) => questionKey),
  )
}

/** The groups of these conversations' questions, before they are deleted. */
export async function listGroupsOfConversations(db: Db, agent: AgentKey, asids: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ groupKey: number }>`
    select distinct group_key as "groupKey" from turn_questions
     where agent_key = ${agent.key} and asid = any(${[...asids]}::text[]) and group_key > 0`.execute(db)
  return rows.map(({ groupKey }) => groupKey)
}

export async function deleteQuestions(tx: Db, agent: AgentKey, asids: readonly string[]): Promise<void> {
  await sql`delete from turn_questions where agent_key = ${agent.key} and asid = any(${[...asids]}::text[])`.execute(tx)
}

/** One remaining question of each group; groups without any are missing. */
export async function listRemainingQuestions(
  db: Db,
  agent: AgentKey,
  groupKeys: readonly number[],
): Promise<{ groupKey: number; text: string }[]> {
  const { rows } = await sql<{ groupKey: number; text: string }>`
    select distinct on (group_key) group_key as "groupKey", text from turn_questions
     where agent_key = ${agent.key} and group_key = any(${[...groupKeys]}::bigint[])
     order by group_key, question_key`.execute(db)
  return rows
}

export async function setGroupWords(
  tx: Db,
  agent: AgentKey,
  { groupKey, words }: { groupKey: number; words: readonly string[] },
): Promise<void> {
  await sql`update question_groups set words = ${[...words]}::text[]
             where agent_key = ${agent.key} and group_key = ${groupKey}`.execute(tx)
}

export async function deleteGroups(tx: Db, agent: AgentKey, groupKeys: readonly number[]): Promise<void> {
  await sql`delete from question_groups
             where agent_key = ${agent.key} and group_key = any(${[...groupKeys]}::bigint[])`.execute(tx)
}

/** Deletes groups whose questions are all gone. @serves all tenants */
export async function deleteEmptyGroups(db: Db, before: Date): Promise<void> {
  await sql`
    delete from question_groups as empty
     where created_at < ${before} and updated_at < ${before} and not exists (
       select from turn_questions as question
        where question.agent_key = empty.agent_key and question.group_key = empty.group_key)`.execute(db)
}

export async function exportQuestions(
  db: Db,
  agent: AgentKey,
  { asids }: { asids: readonly string[] },
): Promise<object[]> {
  const { rows } = await sql<object>`
    select event_id as "messageId", at, asid as "userId", session_id as "sessionId", text, unanswered from turn_questions
     where agent_key = ${agent.key} and asid = any(${[...asids]}::text[]) order by question_key`.execute(db)
  return rows
}
