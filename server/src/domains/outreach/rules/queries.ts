import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { deleteInChunks } from '../../../platform/db/delete-in-chunks.ts'
import { keyedJoin } from '../../../platform/db/keyed-join.ts'
import { pageNewestFirst } from '../../../platform/db/newest-first.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import { type ListPage, type PageQuery, toListPage } from '../../../platform/http/page.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { AutomatedRow, RowState } from './row.ts'

export type RuleRow = Selectable<Tables['automated_rows']>

/** Returns those of these agents that have rules or sequences, with their definition versions. @serves all tenants */
export async function findAgentsWithRules(
  db: Db,
  wanted: readonly { orgId: string; id: string }[],
): Promise<AgentKey[]> {
  const statement = sql<AgentKey>`
    select agents.agent_key as key, agents.id, agents.org_id as "orgId", agents.version
      from unnest(${wanted.map(({ orgId }) => orgId)}::text[], ${wanted.map(({ id }) => id)}::text[]) as wanted (org_id, id)
      join agents using (org_id, id)
      join definitions using (agent_key)
     where json_array_length(coalesce(definitions.automated_outreach, '[]'::json)) > 0
        or json_array_length(coalesce(definitions.sequences, '[]'::json)) > 0`
  return (await statement.execute(db)).rows
}

export type NewRuleRows = {
  ruleId: string
  outreachId: string
  personIds: readonly string[]
  now: Date
  dueAt: Date
  /** Rows that were sent before this time wait again; default: none does. */
  repeatBefore?: Date
}

/**
 * Inserts waiting rows and revives skipped or failed ones. Does not lock rows that are waiting or sent: a worker that
 * has locked one may be waiting for the person, whom the triggering transaction has locked, which would deadlock.
 */
export async function insertRuleRows(tx: Db, agent: AgentKey, rows: NewRuleRows): Promise<void> {
  const { ruleId, outreachId, personIds, now, dueAt, repeatBefore = null } = rows
  await sql`
    with revived as (
      update automated_rows
         set state = 'waiting', reason = null, send_id = null, outreach_id = ${outreachId}, triggered_at = ${now},
             planned_at = ${dueAt}, due_at = ${dueAt}, lease_token = null, attempts = 0, crashes = 0, last_error = null
       where agent_key = ${agent.key} and rule_id = ${ruleId} and person_id = any(${personIds}::text[])
         and (state in ('skipped', 'failed') or (state = 'sent' and triggered_at < ${repeatBefore}::timestamptz)))
    insert into automated_rows (agent_key, rule_id, person_id, outreach_id, triggered_at, planned_at, due_at)
    select ${agent.key}, ${ruleId}, person_id, ${outreachId}, ${now}, ${dueAt}, ${dueAt}
      from unnest(${personIds}::text[]) as whom (person_id)
     order by person_id
        on conflict do nothing`.execute(tx)
}

/** A failed dispatch counts, because it may have arrived. */
const countsAsSent = sql`
  origin = 'automated' and (state in ('queued', 'sent') or (state = 'failed' and reason = 'dispatch_failed'))`

type AutomatedSendQuery = {
  personId: string
  outreachId: string
  otherThan?: string
  /** Only what was sent since; default: ever. */
  since?: Date | null
}

/**
 * Whether an Outreach was sent to a person automatically, or is queued. Checks rows as well, because sends are purged
 * and sent rows are not.
 */
export async function wasSentAutomatically(
  db: Db,
  agent: AgentKey,
  { personId, outreachId, otherThan = '', since = null }: AutomatedSendQuery,
): Promise<boolean> {
  const { rows } = await sql`
    select from sends
     where agent_key = ${agent.key} and person_id = ${personId} and outreach_id = ${outreachId} and id <> ${otherThan}
       and (${since}::timestamptz is null or queued_at > ${since}) and ${countsAsSent}
    union all
    select from automated_rows
     where agent_key = ${agent.key} and person_id = ${personId} and outreach_id = ${outreachId} and state = 'sent'
       and (${since}::timestamptz is null or triggered_at > ${since})
     limit 1`.execute(db)
  return rows.length > 0
}

type AutomatedSendCheck = Pick<AutomatedSendQuery, 'personId' | 'outreachId' | 'since'>

/** The same for many people in one statement, in their order. */
export async function findSentAutomatically(
  db: Db,
  agent: AgentKey,
  checks: readonly AutomatedSendCheck[],
): Promise<boolean[]> {
  const { rows } = await sql<{ was_sent: boolean }>`
    select exists (
             select from sends as send
              where send.agent_key = ${agent.key} and send.person_id = wanted.person_id
                and send.outreach_id = wanted.outreach_id and (wanted.since is null or send.queued_at > wanted.since)
                and ${countsAsSent})
           or exists (
             select from automated_rows as row
              where row.agent_key = ${agent.key} and row.person_id = wanted.person_id
                and row.outreach_id = wanted.outreach_id and row.state = 'sent'
                and (wanted.since is null or row.triggered_at > wanted.since)) as was_sent
      from unnest(${checks.map(({ personId }) => personId)}::text[], ${checks.map(({ outreachId }) => outreachId)}::text[],
                  ${checks.map(({ since }) => since ?? null)}::timestamptz[])
             with ordinality as wanted (person_id, outreach_id, since, n)
     order by wanted.n`.execute(db)
  return rows.map((row) => row.was_sent)
}

export type RuleRowKey = { ruleId: string; personId: string }
export async function updateRuleRow(
  tx: Db,
  agent: AgentKey,
  { ruleId, personId }: RuleRowKey,
  set: Partial<RuleRow>,
): Promise<void> {
  await tx
    .updateTable('automated_rows')
    .set(set)
    .where('agent_key', '=', agent.key)
    .where('rule_id', '=', ruleId)
    .where('person_id', '=', personId)
    .execute()
}

/** A row after its evaluation together with others. */
export type EvaluatedRuleRow = Pick<
  RuleRow,
  'rule_id' | 'person_id' | 'state' | 'reason' | 'planned_at' | 'due_at' | 'attempts' | 'crashes' | 'last_error'
>

/** Writes rows that the transaction has locked, with the generation of their recheck. */
export async function updateEvaluatedRows(
  tx: Db,
  agent: AgentKey,
  rows: readonly EvaluatedRuleRow[],
  generation: number,
): Promise<void> {
  if (rows.length === 0) return
  const column = <Key extends keyof EvaluatedRuleRow>(key: Key) => rows.map((row) => row[key])
  await sql`
    with given as materialized (
      select *, ${keyedJoin.column}
        from unnest(${column('rule_id')}::text[], ${column('person_id')}::text[], ${column('state')}::text[],
                    ${column('reason')}::text[], ${column('planned_at')}::timestamptz[], ${column('due_at')}::timestamptz[],
                    ${column('attempts')}::int[], ${column('crashes')}::int[], ${column('last_error')}::text[])
               as g (rule_id, person_id, state, reason, planned_at, due_at, attempts, crashes, last_error))
    update automated_rows as row
       set state = given.state, reason = given.reason, planned_at = given.planned_at, due_at = given.due_at,
           attempts = given.attempts, crashes = given.crashes, last_error = given.last_error,
           recheck_generation = ${generation}
      from given
     where ${keyedJoin.condition('given')} and row.agent_key = ${agent.key} and row.rule_id = given.rule_id
       and row.person_id = given.person_id`.execute(tx)
}

/**
 * Ends rows whose sends have ended, including one that had failed and was delivered after all; rows without a send are
 * left alone.
 */
export async function endRuleRows(
  tx: Db,
  agent: AgentKey,
  names: readonly RuleRowKey[],
  { state, reason = null }: { state: RowState; reason?: string | null },
): Promise<void> {
  await sql`
    with ended as materialized (
      select *, ${keyedJoin.column}
        from unnest(${names.map(({ ruleId }) => ruleId)}::text[], ${names.map(({ personId }) => personId)}::text[])
             as name (rule_id, person_id))
    update automated_rows as row set state = ${state}, reason = ${reason} from ended
     where ${keyedJoin.condition('ended')} and row.agent_key = ${agent.key} and row.rule_id = ended.rule_id
       and row.person_id = ended.person_id and row.send_id is not null
       and (row.state = 'waiting' or (row.state = 'failed' and ${state === 'sent'}))`.execute(tx)
}

export async function recordRuleHold(
  tx: Db,
  agent: AgentKey,
  { ruleId, personId }: RuleRowKey,
  { sendId, hold }: { sendId: string; hold: string },
): Promise<void> {
  await sql`
    update automated_rows set reason = ${hold}
     where agent_key = ${agent.key} and rule_id = ${ruleId} and person_id = ${personId}
       and state = 'waiting' and send_id = ${sendId}`.execute(tx)
}

/** Newest first. */
export async function listRuleRows(
  db: Db,
  agent: AgentKey,
  ruleId: string,
  { state, ...page }: PageQuery & { state?: RowState },
): Promise<ListPage<AutomatedRow>> {
  const all = db
    .selectFrom('automated_rows')
    .selectAll()
    .where('agent_key', '=', agent.key)
    .where('rule_id', '=', ruleId)
  const meant = state ? all.where('state', '=', state) : all
  const rows = await pageNewestFirst(meant, page, { at: 'triggered_at', id: 'person_id' }).execute()
  return toListPage(rows, page.limit, (row) => ({ at: row.triggered_at, id: row.person_id }), serializeRuleRow)
}

function serializeRuleRow(row: RuleRow): AutomatedRow {
  return {
    personId: row.person_id,
    state: row.state as RowState,
    ...(row.reason !== null && { reason: row.reason }),
    dueAt: row.planned_at.toISOString(),
    ...(row.send_id !== null && { sendId: row.send_id }),
  }
}

/** Ranks a row's progress, so that a merge keeps sent rows and does not lose waiting ones. */
const progress = (row: string) => sql`
  case when ${sql.ref(`${row}.state`)} = 'sent' then 4
       when ${sql.ref(`${row}.state`)} = 'waiting' and ${sql.ref(`${row}.send_id`)} is not null then 3
       when ${sql.ref(`${row}.state`)} = 'waiting' then 2
       when ${sql.ref(`${row}.state`)} = 'failed' then 1 else 0 end`

/** On a merge, the row with more progress wins when both people have one for the same rule. */
export async function mergeRuleRows(
  tx: Db,
  agent: AgentKey,
  { from, into }: { from: string; into: string },
): Promise<void> {
  await sql`
    delete from automated_rows as less using automated_rows as more
     where less.agent_key = ${agent.key} and more.agent_key = ${agent.key} and less.rule_id = more.rule_id
       and ((less.person_id = ${from} and more.person_id = ${into} and ${progress('less')} <= ${progress('more')})
         or (less.person_id = ${into} and more.person_id = ${from} and ${progress('less')} < ${progress('more')}))
  `.execute(tx)
  // Revokes leases, so a worker on one of these rows loses it and the row is evaluated again.
  await sql`
    update automated_rows
       set person_id = ${into}, due_at = case when lease_token is null then due_at else planned_at end, lease_token = null
     where agent_key = ${agent.key} and person_id = ${from}`.execute(tx)
}

export async function deleteRuleRowsOfPerson(tx: Db, agent: AgentKey, personId: string): Promise<void> {
  await tx.deleteFrom('automated_rows').where('agent_key', '=', agent.key).where('person_id', '=', personId).execute()
}

/** Keeps sent rows: they prevent sending again. @serves all tenants */
export async function purgeOldRuleRows(db: Db, before: Date): Promise<void> {
  await deleteInChunks(db, 'automated_rows', sql`triggered_at < ${before} and state in ('skipped', 'failed')`)
}
