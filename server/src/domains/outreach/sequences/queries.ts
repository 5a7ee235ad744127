import type { SequenceResponse } from '@parley/definition'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { pageNewestFirst } from '../../../platform/db/newest-first.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import { type ListPage, type PageQuery, toListPage } from '../../../platform/http/page.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { SendState } from '../sends/send.ts'
import type { EndedStep, Enrollment, EnrollmentState } from './enrollment.ts'

export type EnrollmentRow = Selectable<Tables['sequence_enrollments']>
export type EnrollmentKey = { sequenceId: string; personId: string }

export type NewEnrollments = {
  sequence: Pick<SequenceResponse, 'id' | 'reenterAfterDays'>
  /** Each with the id of its enrollment. */
  people: readonly { personId: string; id: string; keyHash?: Buffer }[]
  now: Date
}

const dayMilliseconds = 86_400_000

/**
 * Enrolls people, and enrolls those again whose enrollment ended long enough ago. Returns the people who were enrolled.
 * People who no longer exist are not; the others are locked until the transaction ends, so that none is erased meanwhile.
 */
export async function insertEnrollments(tx: Db, agent: AgentKey, enrolled: NewEnrollments): Promise<Set<string>> {
  const { sequence, people, now } = enrolled
  const { reenterAfterDays } = sequence
  const endedBefore =
    reenterAfterDays === undefined ? null : new Date(now.getTime() - reenterAfterDays * dayMilliseconds)
  const { rows } = await sql<{ person_id: string }>`
    with given as materialized (
      select * from unnest(${people.map(({ personId }) => personId)}::text[], ${people.map(({ id }) => id)}::text[],
        ${people.map(({ keyHash }) => keyHash?.toString('hex') ?? null)}::text[]) as given (person_id, id, key)),
    there as materialized (
      select person.id as person_id from people as person
       where person.agent_key = ${agent.key} and person.id = any(array(select person_id from given))
       order by person.person_key for key share)
    insert into sequence_enrollments as row (agent_key, sequence_id, person_id, id, key_hash, enrolled_at, delayed_from, due_at)
    select ${agent.key}, ${sequence.id}, given.person_id, given.id, decode(given.key, 'hex'), ${now}, ${now}, ${now}
      from given join there using (person_id)
     order by given.person_id
        on conflict (agent_key, sequence_id, person_id) do update
       set id = excluded.id, key_hash = excluded.key_hash, state = 'active', reason = null, steps = '[]', step_id = null,
           planned_at = null, send_id = null, requeued = 0, enrolled_at = excluded.enrolled_at,
           delayed_from = excluded.delayed_from, replied_at = null, goal_at = null, ended_at = null,
           due_at = excluded.due_at, lease_token = null, attempts = 0, crashes = 0, last_error = null
     where row.state <> 'active' and row.ended_at <= ${endedBefore}::timestamptz
    returning person_id`.execute(tx)
  return new Set(rows.map((row) => row.person_id))
}

export async function findEnrollment(
  db: Db,
  agent: AgentKey,
  { sequenceId, personId }: EnrollmentKey,
): Promise<EnrollmentRow | undefined> {
  return selectEnrollments(db, agent, sequenceId).where('person_id', '=', personId).executeTakeFirst()
}

export async function findEnrollmentByKey(
  db: Db,
  agent: AgentKey,
  sequenceId: string,
  keyHash: Buffer,
): Promise<EnrollmentRow | undefined> {
  return selectEnrollments(db, agent, sequenceId).where('key_hash', '=', keyHash).executeTakeFirst()
}

const selectEnrollments = (db: Db, agent: AgentKey, sequenceId: string) =>
  db
    .selectFrom('sequence_enrollments')
    .selectAll()
    .where('agent_key', '=', agent.key)
    .where('sequence_id', '=', sequenceId)

export async function updateEnrollment(
  tx: Db,
  agent: AgentKey,
  { sequenceId, personId }: EnrollmentKey,
  set: Partial<EnrollmentRow>,
): Promise<void> {
  const { steps, ...rest } = set
  await tx
    .updateTable('sequence_enrollments')
    .set({ ...rest, ...(steps !== undefined && { steps: sql`${JSON.stringify(steps)}::jsonb` as never }) })
    .where('agent_key', '=', agent.key)
    .where('sequence_id', '=', sequenceId)
    .where('person_id', '=', personId)
    .execute()
}

/** Locks the enrollment whose current step this send is. */
export async function lockEnrollmentOfSend(
  tx: Db,
  agent: AgentKey,
  sendId: string,
): Promise<EnrollmentRow | undefined> {
  return tx
    .selectFrom('sequence_enrollments')
    .selectAll()
    .where('agent_key', '=', agent.key)
    .where('send_id', '=', sendId)
    .forUpdate()
    .executeTakeFirst()
}

/** Whether the send is still the next step of an active enrollment, and no merge has made the step superfluous. */
export async function isStepOpen(db: Db, agent: AgentKey, sendId: string): Promise<boolean> {
  const { rows } = await sql`
    select from sequence_enrollments
     where agent_key = ${agent.key} and send_id = ${sendId} and state = 'active'
       and not steps @> jsonb_build_array(jsonb_build_object('stepId', step_id))`.execute(db)
  return rows.length > 0
}

export type EnrollmentEnd = { state: 'stopped' | 'failed' | 'completed'; reason: string | null; now: Date }

/** Ends active enrollments, revokes the leases of their workers, and makes their queued sends due, to be canceled. */
export async function endEnrollments(
  tx: Db,
  agent: AgentKey,
  keys: readonly EnrollmentKey[],
  { state, reason, now }: EnrollmentEnd,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with ended as (
      update sequence_enrollments as row
         set state = ${state}, reason = ${reason}, ended_at = ${now}, due_at = null, lease_token = null,
             planned_at = null
        from unnest(${keys.map(({ sequenceId }) => sequenceId)}::text[], ${keys.map(({ personId }) => personId)}::text[])
          as key (sequence_id, person_id)
       where row.agent_key = ${agent.key} and row.sequence_id = key.sequence_id and row.person_id = key.person_id
         and row.state = 'active'
      returning row.send_id),
    hurried as (
      update sends set due_at = ${now}
       where agent_key = ${agent.key} and id = any(array(select send_id from ended)) and state = 'queued'
         and lease_token is null and not unresolved)
    select count(*)::int as count from ended`.execute(tx)
  return rows[0]?.count ?? 0
}

export type ActiveEnrollment = EnrollmentKey & { wasSent: boolean; sendId: string | null }

/** The active enrollments of these people, locked in key order. */
export async function lockActiveEnrollments(
  tx: Db,
  agent: AgentKey,
  personIds: readonly string[],
): Promise<ActiveEnrollment[]> {
  const { rows } = await sql<ActiveEnrollment>`
    select sequence_id as "sequenceId", person_id as "personId", steps @> '[{"state": "sent"}]' as "wasSent",
           send_id as "sendId"
      from sequence_enrollments
     where agent_key = ${agent.key} and person_id = any(${personIds}::text[]) and state = 'active'
     order by person_id, sequence_id for update`.execute(tx)
  return rows
}

/** Records the first reply or reached Goal of enrollments, whether or not it ends them. */
export async function recordEnrollmentEvent(
  tx: Db,
  agent: AgentKey,
  keys: readonly EnrollmentKey[],
  { column, now }: { column: 'replied_at' | 'goal_at'; now: Date },
): Promise<void> {
  await sql`
    update sequence_enrollments as row set ${sql.ref(column)} = coalesce(row.${sql.ref(column)}, ${now})
      from unnest(${keys.map(({ sequenceId }) => sequenceId)}::text[], ${keys.map(({ personId }) => personId)}::text[])
        as key (sequence_id, person_id)
     where row.agent_key = ${agent.key} and row.sequence_id = key.sequence_id and row.person_id = key.person_id`.execute(
    tx,
  )
}

type EnrollmentQuery = PageQuery & { state?: EnrollmentState; step?: string; reason?: string }

/** Newest first. */
export async function listEnrollments(
  db: Db,
  agent: AgentKey,
  sequenceId: string,
  { state, step, reason, ...page }: EnrollmentQuery,
): Promise<ListPage<Enrollment>> {
  let meant = selectEnrollments(db, agent, sequenceId)
  if (state) meant = meant.where('state', '=', state)
  if (reason) meant = meant.where('reason', '=', reason)
  // An enrollment that has ended keeps the step that it ended at.
  if (step) meant = meant.where('state', '=', 'active').where('step_id', '=', step)
  const rows = await pageNewestFirst(meant, page, { at: 'enrolled_at', id: 'person_id' }).execute()
  const states = await readSendStates(db, agent, rows.flatMap(sendIdsOf))
  return toListPage(
    rows,
    page.limit,
    (row) => ({ at: row.enrolled_at, id: row.person_id }),
    (row) => toEnrollment(row, states),
  )
}

export async function serializeEnrollment(db: Db, agent: AgentKey, row: EnrollmentRow): Promise<Enrollment> {
  return toEnrollment(row, await readSendStates(db, agent, sendIdsOf(row)))
}

export const endedSteps = (row: Pick<EnrollmentRow, 'steps'>): EndedStep[] => row.steps as unknown as EndedStep[]

const sendIdsOf = (row: EnrollmentRow): string[] => [
  ...endedSteps(row).flatMap(({ sendId }) => sendId ?? []),
  ...(row.send_id === null ? [] : [row.send_id]),
]

const apiState: RawBuilder<SendState> = sql`
  case when state = 'queued' and (lease_token is not null or unresolved) then 'sending' else state end`

async function readSendStates(db: Db, agent: AgentKey, ids: readonly string[]): Promise<Map<string, SendState>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; state: SendState }>`
    select id, ${apiState} as state from sends where agent_key = ${agent.key} and id = any(${ids}::text[])`.execute(db)
  return new Map(rows.map(({ id, state }) => [id, state]))
}

/** Sends are purged before enrollments: the step keeps the state that its send ended in. */
function toEnrollment(row: EnrollmentRow, states: ReadonlyMap<string, SendState>): Enrollment {
  const { send_id: sendId, step_id: stepId } = row
  const sends = endedSteps(row).flatMap((step) =>
    step.sendId === undefined
      ? []
      : [{ stepId: step.stepId, sendId: step.sendId, state: states.get(step.sendId) ?? (step.state as SendState) }],
  )
  const isOpen = sendId !== null && stepId !== null && !sends.some((send) => send.sendId === sendId)
  return {
    personId: row.person_id,
    state: row.state as EnrollmentState,
    ...(row.state === 'active' && stepId !== null && { step: stepId }),
    ...(row.state === 'active' && row.planned_at && { dueAt: row.planned_at.toISOString() }),
    ...(row.reason !== null && { reason: row.reason }),
    enrolledAt: row.enrolled_at.toISOString(),
    ...(row.ended_at && { endedAt: row.ended_at.toISOString() }),
    sends: isOpen ? [...sends, { stepId, sendId, state: states.get(sendId) ?? 'queued' }] : sends,
  }
}

/** With their sequences; queued sends are canceled when their worker finds no enrollment. */
export async function deleteEnrollmentsOf(
  tx: Db,
  agent: AgentKey,
  { sequenceIds, now }: { sequenceIds: readonly string[]; now: Date },
): Promise<void> {
  await sql`
    with gone as (
      delete from sequence_enrollments where agent_key = ${agent.key} and sequence_id = any(${sequenceIds}::text[])
      returning send_id)
    update sends set due_at = ${now}
     where agent_key = ${agent.key} and id = any(array(select send_id from gone where send_id is not null))
       and state = 'queued' and lease_token is null and not unresolved`.execute(tx)
}

export async function deleteEnrollment(
  tx: Db,
  agent: AgentKey,
  { sequenceId, personId }: EnrollmentKey,
): Promise<void> {
  await tx
    .deleteFrom('sequence_enrollments')
    .where('agent_key', '=', agent.key)
    .where('sequence_id', '=', sequenceId)
    .where('person_id', '=', personId)
    .execute()
}

export async function deleteEnrollmentsOfPerson(tx: Db, agent: AgentKey, personId: string): Promise<void> {
  await tx
    .deleteFrom('sequence_enrollments')
    .where('agent_key', '=', agent.key)
    .where('person_id', '=', personId)
    .execute()
}
