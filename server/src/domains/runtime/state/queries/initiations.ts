import { batchPerDatabase } from '../../../../platform/db/batch.ts'
import type { Db } from '../../../../platform/db/database.ts'
import { isConcurrencyConflict, isUnavailable } from '../../../../platform/db/errors.ts'
import { keyedJoinText } from '../../../../platform/db/keyed-join.ts'
import { runPrepared, writeConcurrency } from '../../../../platform/db/prepared.ts'
import { defineStatement } from '../../../../platform/db/statement.ts'

/** The stored history of a conversation has at most this many lines. */
export const maxHistoryLines = 60

/** `history`: what the agent said; `opened`: the playbook and the Outreach that answer the person's next message. */
export type InitiationRow = { agent_key: number; asid: string; at: Date; history: object[]; opened: object }

/**
 * SQL fragment: `initiated` routes the next message of each person of `initiations`, a materialized CTE with the
 * columns of `InitiationRow` and the column of a keyed join, each person at most once. Locks agents, conversations and
 * states in the order of deletions. A conversation that is erased meanwhile stays erased: it can no longer be locked.
 */
export const recordInitiationsFragment = {
  parameters: {},
  text: `
  initiating_agents as materialized (
    select agent.agent_key from agents as agent
     where agent.agent_key = any (array(select agent_key from initiations)) order by agent.agent_key for key share),
  initiated_conversations as materialized (
    select c.agent_key, c.asid
      from initiations join conversations as c on c.agent_key = initiations.agent_key and c.asid = initiations.asid
     where ${keyedJoinText.condition('initiations')} and initiations.agent_key in (select agent_key from initiating_agents)
     order by c.agent_key, c.asid for key share of c),
  initiated as (
    insert into runtime_conversations as known (agent_key, asid, session_id, state, updated_at)
    select i.agent_key, i.asid, '', json_build_object('reached', '[]'::json, 'history', i.history, 'opened', i.opened), i.at
      from initiations as i
     where i.agent_key in (select agent_key from initiating_agents)
       and not exists (
         select from erased_conversations as gone where gone.agent_key = i.agent_key and gone.asid = i.asid)
       and (exists (
         select from initiated_conversations as c where c.agent_key = i.agent_key and c.asid = i.asid)
        or not exists (
         select from conversations as c where c.agent_key = i.agent_key and c.asid = i.asid))
     order by i.agent_key, i.asid
        on conflict (agent_key, asid) do update
       set updated_at = excluded.updated_at,
           state = (known.state::jsonb || jsonb_build_object('opened', excluded.state -> 'opened', 'history', (
             select coalesce(jsonb_agg(line.value order by line.n), '[]'::jsonb)
               from (select value, n, count(*) over () as total
                       from jsonb_array_elements(
                         coalesce((known.state -> 'history')::jsonb, '[]'::jsonb) || (excluded.state -> 'history')::jsonb)
                         with ordinality as l (value, n)) as line
              where line.n > line.total - ${maxHistoryLines})))::json
    returning known.agent_key, known.asid)`,
} as const

const recordStatement = defineStatement({
  name: 'record_initiations',
  parameters: { initiations: 'json' },
  text: `
    with initiations as materialized (
      select *, ${keyedJoinText.column} from json_to_recordset(:initiations::json)
          as i (agent_key bigint, asid text, at timestamptz, history json, opened json)),
    ${recordInitiationsFragment.text}
    select agent_key, asid from initiated`,
})

/** `alone`: another process held a lock, or PostgreSQL refused one row of the batch. */
export type InitiationFate = 'recorded' | 'alone'

/** Batches concurrent calls into one statement. A second call for the same person goes alone. */
export const recordInitiationBatched: (db: Db, row: InitiationRow) => Promise<InitiationFate> = batchPerDatabase(
  recordBatch,
  { concurrency: writeConcurrency },
)

/** @serves all tenants */
async function recordBatch(db: Db, rows: InitiationRow[]): Promise<InitiationFate[]> {
  const firsts = new Map(rows.map((row) => [`${row.agent_key} ${row.asid}`, row] as const).toReversed())
  const first = new Set(firsts.values())
  try {
    await runPrepared(db, recordStatement({ initiations: JSON.stringify([...first]) }), 'writes')
    return rows.map((row) => (first.has(row) ? 'recorded' : 'alone'))
  } catch (error) {
    if (isUnavailable(error) && !isConcurrencyConflict(error)) throw error
    return rows.map(() => 'alone')
  }
}
