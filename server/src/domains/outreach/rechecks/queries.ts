import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { RuleRow } from '../rules/queries.ts'

/** The scope of a recheck: the waiting rows of one person, or of the whole agent. */
export type RecheckRequest = { orgId: string; agentId: string; personId?: string }

/**
 * Restarts a recheck that is already running. Skips people without waiting rows.
 * @serves all tenants
 */
export async function insertRechecks(tx: Db, requests: readonly RecheckRequest[], now: Date): Promise<void> {
  const column = (name: keyof RecheckRequest) => requests.map((request) => request[name] ?? '')
  await sql`
    insert into outreach_rechecks (agent_key, person_id, due_at)
    select distinct agents.agent_key, asked.person_id, ${now}::timestamptz
      from unnest(${column('orgId')}::text[], ${column('agentId')}::text[], ${column('personId')}::text[])
             as asked (org_id, id, person_id)
      join agents using (org_id, id)
     where asked.person_id = ''
        or exists (select from automated_rows as row where row.agent_key = agents.agent_key
                      and row.person_id = asked.person_id and row.state = 'waiting')
        or exists (select from sequence_enrollments as row where row.agent_key = agents.agent_key
                      and row.person_id = asked.person_id and row.state = 'active')
        or exists (select from follow_ups as row where row.agent_key = agents.agent_key
                      and row.person_id = asked.person_id and row.state = 'waiting')
        or exists (select from sends as row where row.agent_key = agents.agent_key
                      and row.person_id = asked.person_id and row.state = 'queued' and row.origin in ('campaign', 'sequence'))
        or exists (select from appointment_reminders as row where row.agent_key = agents.agent_key and row.state = 'waiting'
                      and row.reason is not null and row.appointment_id = any(array(${appointmentsOf(sql`agents.agent_key`, sql`asked.person_id`)})))
     order by 1, 2
        on conflict (agent_key, person_id) do update
       set requested_at = null, generation = null, due_at = excluded.due_at, lease_token = null, attempts = 0, crashes = 0, last_error = null
  `.execute(tx)
}

export async function deleteRecheck(tx: Db, agent: AgentKey, personId: string): Promise<void> {
  await tx
    .deleteFrom('outreach_rechecks')
    .where('agent_key', '=', agent.key)
    .where('person_id', '=', personId)
    .execute()
}

/** Selects the appointments of a person. @serves all tenants */
const appointmentsOf = (agentKey: RawBuilder<unknown>, personId: RawBuilder<unknown>) => sql`
  select visit.id from people as person
    join appointments as visit on visit.agent_key = person.agent_key and visit.person_key = person.person_key
   where person.agent_key = ${agentKey} and person.id = ${personId}`

type WaitingTable = {
  table: string
  waits: RawBuilder<unknown>
  began: RawBuilder<unknown>
  /** Default: the table has the id of the person. */
  isOf?: (agent: AgentKey, personId: string) => RawBuilder<unknown>
}

/** Rows that wait for a condition that may change. Excludes sends and follow-ups that wait for their next attempt. */
const kinds = {
  rows: {
    table: 'automated_rows',
    waits: sql`row.state = 'waiting' and row.send_id is null`,
    began: sql`row.triggered_at`,
  },
  enrollments: {
    table: 'sequence_enrollments',
    waits: sql`row.state = 'active' and row.send_id is null`,
    began: sql`row.enrolled_at`,
  },
  sends: {
    table: 'sends',
    waits: sql`row.state = 'queued' and row.origin <> 'named' and not row.sandbox
               and (row.hold_reason is not null or row.lease_token is not null)`,
    began: sql`row.queued_at`,
  },
  followUps: {
    table: 'follow_ups',
    waits: sql`row.state = 'waiting' and (row.reason is not null or row.attempts = 0 or row.lease_token is not null)`,
    began: sql`row.created_at`,
  },
  reminders: {
    table: 'appointment_reminders',
    waits: sql`row.state = 'waiting' and (row.reason is not null or row.lease_token is not null)`,
    began: sql`row.created_at`,
    isOf: (agent, personId) =>
      sql`row.appointment_id = any(array(${appointmentsOf(sql`${agent.key}`, sql`${personId}`)}))`,
  },
} satisfies Record<string, WaitingTable>
export type WaitingKind = keyof typeof kinds
export const waitingKinds = Object.keys(kinds) as WaitingKind[]

export type Recheck = { personId: string; since: Date; generation: number }

/** Greater than all earlier ones, across processes. @serves all tenants */
export async function drawGeneration(db: Db): Promise<number> {
  const { rows } = await sql<{ generation: number }>`
    select nextval('recheck_generations') as generation`.execute(db)
  return rows[0]!.generation
}

function matchesRecheck(
  { waits, began, isOf = (_, id) => sql`row.person_id = ${id}` }: WaitingTable,
  agent: AgentKey,
  { personId, since, generation }: Recheck,
): RawBuilder<unknown> {
  const person = personId === '' ? sql`true` : isOf(agent, personId)
  return sql`row.agent_key = ${agent.key} and ${person} and ${waits}
             and row.recheck_generation < ${generation} and ${began} < ${since}`
}

/**
 * Makes some rows due now, the least recently rechecked first. Skips a row under evaluation, which may have been read
 * before the change, until its evaluation ends.
 */
export async function makeRowsDue(
  db: Db,
  agent: AgentKey,
  kind: WaitingKind,
  { now, most, ...recheck }: Recheck & { now: Date; most: number },
): Promise<number> {
  const { table } = kinds[kind]
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} as row set due_at = least(row.due_at, ${now}), recheck_generation = ${recheck.generation}
     where ctid = any(array(
       select ctid from ${sql.table(table)} as row
        where ${matchesRecheck(kinds[kind], agent, recheck)} and row.lease_token is null
        order by row.recheck_generation limit ${most} for update skip locked))`.execute(db)
  return Number(numAffectedRows)
}

/** Locks rows of rules to evaluate them at once; skips the same ones. */
export async function lockRuleRows(tx: Db, agent: AgentKey, recheck: Recheck, most: number): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select * from automated_rows as row
     where ${matchesRecheck(kinds.rows, agent, recheck)} and row.lease_token is null
     order by row.recheck_generation limit ${most} for update skip locked`.execute(tx)
  return rows
}

/** Whether any row is left, for example because it was under evaluation. */
export async function hasRemainingRows(db: Db, agent: AgentKey, kind: WaitingKind, recheck: Recheck): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(kinds[kind].table)} as row where ${matchesRecheck(kinds[kind], agent, recheck)} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Whether so many rows, of any agent, are due that adding more would delay the others. @serves all tenants */
export async function isQueueBusy(db: Db, now: Date, most: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      (select from automated_rows where due_at <= ${now} and lease_token is null limit ${most})
      union all
      (select from sequence_enrollments where due_at <= ${now} and lease_token is null limit ${most})) as due`.execute(
    db,
  )
  return (rows[0]?.count ?? 0) >= most
}
