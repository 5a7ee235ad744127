import type { TriggerDate } from '@parley/definition'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Day, WantedDates } from './days.ts'

export type DateTriggerRow = Selectable<Tables['date_triggers']>
export type DateTriggerKind = 'rule' | 'sequence'
export type DateTrigger = { kind: DateTriggerKind; id: string; date: TriggerDate }
export type NewDateTrigger = DateTrigger & { doneUntil: Day; dueAt: Date }

/** Stores these triggers of the agent; those that did not change go on where they are. */
export async function replaceDateTriggers(tx: Db, agent: AgentKey, triggers: readonly NewDateTrigger[]): Promise<void> {
  const rows = JSON.stringify(
    triggers.map(({ kind, id, date, doneUntil, dueAt }) => ({
      ...{ kind, id, trigger: date, done_until: doneUntil, due_at: dueAt },
    })),
  )
  await sql`
    with given as materialized (
      select * from json_to_recordset(${rows}::json) as row (kind text, id text, trigger json, done_until text, due_at timestamptz)),
    gone as (
      delete from date_triggers as row where row.agent_key = ${agent.key}
         and not exists (select from given where given.kind = row.kind and given.id = row.id))
    insert into date_triggers as row (agent_key, kind, id, trigger, done_until, due_at)
    select ${agent.key}, kind, id, trigger, done_until, due_at from given order by kind, id
        on conflict (agent_key, kind, id) do update
       set trigger = excluded.trigger, done_until = excluded.done_until, until_day = null, cursor = 0,
           due_at = excluded.due_at, lease_token = null, attempts = 0, crashes = 0, last_error = null
     where row.trigger::jsonb <> excluded.trigger::jsonb`.execute(tx)
}

export async function deleteDateTrigger(
  tx: Db,
  agent: AgentKey,
  { kind, id }: Pick<DateTrigger, 'kind' | 'id'>,
): Promise<void> {
  await tx
    .deleteFrom('date_triggers')
    .where('agent_key', '=', agent.key)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute()
}

type DatedPeopleQuery = WantedDates & { after: number; most: number }
type DatedPeople = { ids: string[]; upTo: number; looked: number }

/** Looks at the next people in key order, and returns those with one of the dates. */
export async function findDatedPeople(
  db: Db,
  agent: AgentKey,
  { field, yearly, dates, after, most }: DatedPeopleQuery,
): Promise<DatedPeople> {
  const date = sql`substr(next.value, ${yearly ? 6 : 1}::int, ${yearly ? 5 : 10}::int)`
  const { rows } = await sql<{ ids: string[] | null; up_to: number | null; looked: number }>`
    select array_agg(next.id) filter (where length(next.value) = 10 and ${date} = any(${dates}::text[])) as ids,
           max(next.person_key) as up_to, count(*)::int as looked
      from (select person_key, id, custom_fields ->> ${field} as value from people
             where agent_key = ${agent.key} and person_key > ${after} order by person_key limit ${most}) as next`.execute(
    db,
  )
  const [row] = rows
  return { ids: row?.ids ?? [], upTo: row?.up_to ?? after, looked: row?.looked ?? 0 }
}

/** Returns those of these people who exist, locked so that none is erased before the transaction ends. */
export async function lockExistingPeople(tx: Db, agent: AgentKey, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from people where agent_key = ${agent.key} and id = any(${ids}::text[]) order by person_key for key share`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}
