import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { deleteInPieces } from '../../../platform/db/in-pieces.ts'
import { runPrepared } from '../../../platform/db/prepared.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { ConversationState } from '../deps.ts'
import type { Kept } from './begin.ts'

export { isUnavailable } from '../../../platform/db/errors.ts'
export { inTransaction } from '../../../platform/db/transaction.ts'

const stateOf = {
  name: 'runtime_conversation',
  text: `select session_id, state, last_event_id, updated_at from runtime_conversations
          where agent_key = $1 and asid = $2`,
}
type StateRow = { session_id: string; state: ConversationState; last_event_id: string | null; updated_at: Date }

export async function readState(db: Db, agent: AgentKey, asid: string): Promise<Kept | undefined> {
  const [row] = await runPrepared<StateRow>(db, stateOf, [agent.key, asid])
  if (!row) return undefined
  const { session_id: sessionId, state, last_event_id, updated_at: updatedAt } = row
  return { sessionId, state, updatedAt, ...(last_event_id !== null && { lastEventId: last_event_id }) }
}

export type KeptTurn = {
  id: string
  asid: string
  sessionId: string
  eventId?: string
  channel: string
  sandbox: boolean
  at: Date
  record: unknown
  /** When what the turn began from was written: what was begun since then is not lost. */
  readAt?: Date
}

/**
 * Where the conversation stands and how its last answer came about, together. Nothing is kept of a conversation that is
 * gone, and nothing twice.
 */
export async function keepTurn(db: Db, agent: AgentKey, turn: KeptTurn, state: ConversationState): Promise<void> {
  const { id, asid, sessionId, eventId = null, channel, sandbox, at, record, readAt = null } = turn
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
    )
    insert into turns (agent_key, id, asid, session_id, event_id, channel, sandbox, at, record)
    select agent_key, ${id}, ${asid}, ${sessionId}, ${eventId}, ${channel}, ${sandbox}, ${at}, ${JSON.stringify(record)}::json
      from kept
        on conflict do nothing`.execute(db)
}

/** What was begun without an event: the state alone, of somebody who may not have said anything yet. */
export async function keepState(
  tx: Db,
  agent: AgentKey,
  { asid, sessionId, now }: { asid: string; sessionId: string; now: Date },
  state: ConversationState,
): Promise<void> {
  await sql`
    insert into runtime_conversations (agent_key, asid, session_id, state, updated_at)
    select agent_key, ${asid}, ${sessionId}, ${JSON.stringify(state)}::json, ${now}::timestamptz from agents
     where agent_key = ${agent.key}
       and not exists (select from erased_conversations where agent_key = ${agent.key} and asid = ${asid})
       for key share
        on conflict (agent_key, asid) do update set state = excluded.state, updated_at = excluded.updated_at
  `.execute(tx)
}

/**
 * Holds the state still until the transaction ends. The agent and the conversation are held before it, as those do who
 * delete them, so that nobody waits in a circle.
 */
export async function lockState(tx: Db, agent: AgentKey, asid: string): Promise<Kept | undefined> {
  await sql`select from agents where agent_key = ${agent.key} for key share`.execute(tx)
  await sql`select from conversations where agent_key = ${agent.key} and asid = ${asid} for key share`.execute(tx)
  await sql`select from runtime_conversations where agent_key = ${agent.key} and asid = ${asid} for update`.execute(tx)
  return readState(tx, agent, asid)
}

const tables = ['runtime_conversations', 'turns', 'session_reviews']

/** Where conversations stand that go with their person, and how they came there. */
export async function forgetRuntimeOf(tx: Db, agent: AgentKey, asids: readonly string[]): Promise<void> {
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
] as const

/** The end of history. @serves all tenants */
export async function forgetOldTurns(db: Db, before: Date): Promise<void> {
  for (const [name, column] of agedTables) await deleteInPieces(db, name, sql`${sql.ref(column)} < ${before}`)
}
