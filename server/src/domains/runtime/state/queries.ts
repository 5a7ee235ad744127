import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { deleteInChunks } from '../../../platform/db/delete-in-chunks.ts'
import { keyedJoinText } from '../../../platform/db/keyed-join.ts'
import { runPrepared } from '../../../platform/db/prepared.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { type Person, personProfiles } from '../../people/index.ts'
import type { ConversationState } from '../deps.ts'
import type { TurnAssessment } from '../turn/assess-turn.ts'
import type { TurnContent } from '../turns/turn.ts'
import type { PinnedConfiguration } from './configuration.ts'
import type { StoredConversation } from './conversation-state.ts'

const selectState = defineStatement({
  name: 'runtime_conversation',
  parameters: { agentKey: 'bigint', asid: 'text' },
  text: `select session_id, state, last_event_id, updated_at from runtime_conversations
          where agent_key = :agentKey and asid = :asid`,
})
type StateRow = { session_id: string; state: ConversationState; last_event_id: string | null; updated_at: Date }

export async function findConversationState(
  db: Db,
  agent: AgentKey,
  asid: string,
): Promise<StoredConversation | undefined> {
  const [row] = await runPrepared<StateRow>(db, selectState({ agentKey: agent.key, asid }))
  return row && toStoredConversation(row)
}

function toStoredConversation({
  session_id: sessionId,
  state,
  last_event_id,
  updated_at: updatedAt,
}: StateRow): StoredConversation {
  return { sessionId, state, updatedAt, ...(last_event_id !== null && { lastEventId: last_event_id }) }
}

const selectTurnReads = defineStatement({
  name: 'turn_reads',
  parameters: { agentKey: 'bigint', asid: 'text' },
  text: `
    select kept.session_id as kept_session_id, kept.state as kept_state, kept.last_event_id as kept_event_id,
           kept.updated_at as kept_at, known.desk_returned_at,
           (select true from agent_model_settings where agent_key = :agentKey) as has_model_settings, person.*
      from (select :agentKey::bigint as agent_key, :asid::text as asid) as given
      left join runtime_conversations as kept on kept.agent_key = given.agent_key and kept.asid = given.asid
      left join conversations as known on known.agent_key = given.agent_key and known.asid = given.asid
      left join identities as identity on identity.agent_key = given.agent_key and identity.asid = given.asid
      left join people as person on person.agent_key = identity.agent_key and person.person_key = identity.person_key`,
})
type TurnReadsRow = Parameters<typeof personProfiles.fromRow>[0] & {
  kept_session_id: string | null
  kept_state: ConversationState
  kept_event_id: string | null
  kept_at: Date
  desk_returned_at: Date | null
  has_model_settings: boolean | null
}

/** What a turn reads of its conversation. */
export type TurnReads = {
  stored?: StoredConversation
  /** The person who currently owns the identity. */
  person?: Person
  /** When a member of the desk last returned the conversation. */
  returnedAt?: Date
  hasModelSettings: boolean
}

/** Reads it in one statement. */
export async function readTurn(db: Db, agent: AgentKey, asid: string): Promise<TurnReads> {
  const [row] = (await runPrepared(db, selectTurnReads({ agentKey: agent.key, asid }))) as [TurnReadsRow]
  const { kept_session_id: session_id, kept_state: state, kept_event_id: last_event_id, kept_at: updated_at } = row
  return {
    hasModelSettings: row.has_model_settings === true,
    ...(session_id !== null && { stored: toStoredConversation({ session_id, state, last_event_id, updated_at }) }),
    ...(row.person_key !== null && { person: personProfiles.fromRow(row) }),
    ...(row.desk_returned_at && { returnedAt: row.desk_returned_at }),
  }
}

export type CompletedTurn = {
  id: string
  asid: string
  sessionId: string
  eventId?: string
  channel: string
  sandbox: boolean
  at: Date
  record: Pick<TurnContent, 'modelCalls'> & Partial<Pick<TurnContent, 'playbookId' | 'goalsReached'>>
  /** The configuration that answered; absent for a turn of the agent's own webhook. */
  answeredBy?: PinnedConfiguration
  /** `updatedAt` of the state that the turn started from; an initiation recorded since then is preserved. */
  readAt?: Date
  /** What insights count; absent for turns of the sandbox. */
  assessment?: TurnAssessment
}

/**
 * Saves the conversation state and the turn record in one statement. Saves nothing for a conversation that is gone, and
 * no turn twice.
 */
export async function saveTurn(db: Db, agent: AgentKey, turn: CompletedTurn, state: ConversationState): Promise<void> {
  const { id, asid, sessionId, eventId = null, channel, sandbox, at, record, readAt = null } = turn
  const answeredBy: { version?: number; draftId?: string } = turn.answeredBy ?? {}
  const { version = null, draftId = null } = answeredBy
  const took = sumModelUsage(record)
  await sql`
    with kept as (
      insert into runtime_conversations as known (agent_key, asid, session_id, state, last_event_id, updated_at)
      select agent_key, asid, ${sessionId}, ${JSON.stringify(state)}::json, ${eventId}, ${at}::timestamptz
        from conversations where agent_key = ${agent.key} and asid = ${asid} for key share
          on conflict (agent_key, asid) do update
         set session_id = excluded.session_id, last_event_id = excluded.last_event_id,
             updated_at = excluded.updated_at,
             state = case when known.updated_at is distinct from ${readAt}::timestamptz and known.state -> 'opened' is not null
                          then (excluded.state::jsonb || jsonb_build_object('opened', known.state -> 'opened'))::json
                          else excluded.state end
      returning known.agent_key
    ), marked as (
      update sessions set version = ${version}::int, draft_id = ${draftId}::text
       where agent_key = ${agent.key} and asid = ${asid} and id = ${sessionId} and version is null and draft_id is null
         and (${version}::int is not null or ${draftId}::text is not null)
    )
    ${turn.assessment ? sql`, saved as (` : sql``}
    insert into turns (agent_key, id, asid, session_id, event_id, channel, sandbox, at, record, input_tokens, output_tokens,
                       cache_read_tokens, model_milliseconds, version, draft_id)
    select agent_key, ${id}, ${asid}, ${sessionId}, ${eventId}, ${channel}, ${sandbox}, ${at}, ${JSON.stringify(record)}::json,
           ${took.inputTokens}::int, ${took.outputTokens}::int, ${took.cacheReadTokens}::int, ${took.milliseconds}::int,
           ${version}::int, ${draftId}::text
      from kept
        on conflict do nothing
    ${turn.assessment ? insertInsights(turn, turn.assessment) : sql``}`.execute(db)
}

/** The rest of the statement that saves a turn: a turn that was saved before counts nothing. */
function insertInsights(turn: CompletedTurn, { question, hasShownContact, hasFailed, cost }: TurnAssessment) {
  const { asid, sessionId, eventId = null, channel, at } = turn
  const { playbookId = null, goalsReached = [] } = turn.record
  const answeredBy: { version?: number; draftId?: string } = turn.answeredBy ?? {}
  const { version = null, draftId = null } = answeredBy
  const unanswered = question?.isUnanswered ? 1 : 0
  return sql`
    returning agent_key), asked as (
      insert into turn_questions (agent_key, asid, session_id, event_id, text, phrase_hash, unanswered, at, due_at)
      select agent_key, ${asid}, ${sessionId}, ${eventId}, ${question?.text ?? ''}, ${question?.phraseHash ?? null}::bytea,
             ${unanswered === 1}, ${at}::timestamptz, ${at}::timestamptz
        from saved where ${question !== undefined && eventId !== null}::boolean
    )
    insert into session_outcomes as known (agent_key, asid, session_id, channel, playbook_id, version, draft_id, started_at,
                                           turns, questions, unanswered, contacts, goals, errors, cost_nanos, currency)
    select agent_key, ${asid}, ${sessionId}, ${channel}, ${playbookId}, ${version}::int, ${draftId}::text,
           ${at}::timestamptz, 1, ${question ? 1 : 0}::int, ${unanswered}::int, ${hasShownContact ? 1 : 0}::int, ${goalsReached.length}::int,
           ${hasFailed ? 1 : 0}::int, ${Math.round((cost?.amount ?? 0) * 1e9)}::bigint, ${cost?.currency ?? null}
      from saved
        on conflict (agent_key, asid, session_id) do update
       set turns = known.turns + 1, questions = known.questions + excluded.questions, unanswered = known.unanswered + excluded.unanswered,
           contacts = known.contacts + excluded.contacts, goals = known.goals + excluded.goals,
           errors = known.errors + excluded.errors, cost_nanos = known.cost_nanos + excluded.cost_nanos,
           currency = coalesce(known.currency, excluded.currency),
           playbook_id = coalesce(excluded.playbook_id, known.playbook_id)`
}

/** A Goal that was judged after the session counts for it. */
export async function countJudgedGoal(
  tx: Db,
  agent: AgentKey,
  { asid, sessionId }: { asid: string; sessionId: string },
): Promise<void> {
  await sql`update session_outcomes set goals = goals + 1
             where agent_key = ${agent.key} and asid = ${asid} and session_id = ${sessionId}`.execute(tx)
}

const maxInt32 = 2 ** 31 - 1
const zeroUsage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, milliseconds: 0 }

/** Stored in columns, so that totals do not have to read the record. */
function sumModelUsage({ modelCalls }: CompletedTurn['record']): typeof zeroUsage {
  const took = { ...zeroUsage }
  for (const call of modelCalls) {
    for (const key of Object.keys(took) as (keyof typeof took)[]) took[key] = Math.min(took[key] + call[key], maxInt32)
  }
  return took
}

export type NewConversationState = { asid: string; sessionId: string; state: ConversationState }

/** Saves states without a turn, for initiations; the person may not have written anything yet. */
export async function saveConversationStates(
  tx: Db,
  agent: AgentKey,
  states: readonly NewConversationState[],
  now: Date,
): Promise<void> {
  await sql`
    insert into runtime_conversations (agent_key, asid, session_id, state, updated_at)
    select agents.agent_key, given.asid, given."sessionId", given.state, ${now}::timestamptz
      from agents, json_to_recordset(${JSON.stringify(states)}::json) as given (asid text, "sessionId" text, state json)
     where agents.agent_key = ${agent.key}
       and not exists (select from erased_conversations as gone where gone.agent_key = ${agent.key} and gone.asid = given.asid)
       for key share of agents
        on conflict (agent_key, asid) do update set state = excluded.state, updated_at = excluded.updated_at
  `.execute(tx)
}

const selectStates = defineStatement({
  name: 'runtime_conversations',
  parameters: { agentKey: 'bigint', asids: 'text[]' },
  text: `
    with wanted as materialized (
      select :agentKey::bigint as agent_key, asid, ${keyedJoinText.column} from unnest(:asids::text[]) as w (asid))
    select kept.asid, kept.session_id, kept.state, kept.last_event_id, kept.updated_at
      from wanted join runtime_conversations as kept on kept.agent_key = wanted.agent_key and kept.asid = wanted.asid
     where ${keyedJoinText.condition('wanted')}`,
})

/**
 * Locks states until the transaction ends. Locks the agent and the conversations first, in the same order as deletions,
 * to avoid deadlocks.
 */
export async function lockConversationStates(
  tx: Db,
  agent: AgentKey,
  asids: readonly string[],
): Promise<Map<string, StoredConversation>> {
  const meant = sql`agent_key = ${agent.key} and asid = any(${asids}::text[]) order by asid`
  await sql`select from agents where agent_key = ${agent.key} for key share`.execute(tx)
  await sql`select from conversations where ${meant} for key share`.execute(tx)
  await sql`select from runtime_conversations where ${meant} for update`.execute(tx)
  const rows = await runPrepared<StateRow & { asid: string }>(tx, selectStates({ agentKey: agent.key, asids }))
  return new Map(rows.map((row) => [row.asid, toStoredConversation(row)]))
}

const tables = ['runtime_conversations', 'turns', 'session_reviews', 'turn_questions', 'session_outcomes']

export async function deleteConversationRuntime(tx: Db, agent: AgentKey, asids: readonly string[]): Promise<void> {
  if (asids.length === 0) return
  for (const name of tables) {
    await sql`delete from ${sql.table(name)} where agent_key = ${agent.key} and asid = any(${asids}::text[])`.execute(
      tx,
    )
  }
}

const agedTables = [
  ['turns', 'at'],
  ['runtime_conversations', 'updated_at'],
  ['turn_questions', 'at'],
  ['session_outcomes', 'started_at'],
] as const

/** Enforces the retention of turns. @serves all tenants */
export async function deleteOldTurns(db: Db, before: Date): Promise<void> {
  for (const [name, column] of agedTables) await deleteInChunks(db, name, sql`${sql.ref(column)} < ${before}`)
}

type PersonScope = { asids: readonly string[] }

export async function exportMemory(db: Db, agent: AgentKey, { asids }: PersonScope): Promise<object[]> {
  const { rows } = await sql<object>`
    select asid as "userId", updated_at as "updatedAt", state from runtime_conversations
     where agent_key = ${agent.key} and asid = any(${asids}::text[]) order by updated_at, asid`.execute(db)
  return rows
}

export async function exportTurns(db: Db, agent: AgentKey, { asids }: PersonScope): Promise<object[]> {
  const { rows } = await sql<object>`
    select id, at, asid as "userId", session_id as "sessionId", channel from turns
     where agent_key = ${agent.key} and asid = any(${asids}::text[]) order by turn_key`.execute(db)
  return rows
}
