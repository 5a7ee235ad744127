import type { Channel } from '@parley/amf'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { runPrepared } from '../../../platform/db/prepared.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { FilledForm } from '../deps.ts'
import type { TurnContent } from '../turns/turn.ts'
import type { RecordedAnswer } from './recorded-calls.ts'
import { parsePartner, type SandboxAppointment, type SandboxState } from './sandbox-state.ts'

export async function insertSandboxState(
  tx: Db,
  agent: AgentKey,
  { asid, channel, partner, appointments, stubs, form }: Omit<SandboxState, 'optedOut'>,
): Promise<void> {
  await tx
    .insertInto('sandbox_people')
    .values({
      agent_key: agent.key,
      asid,
      channel,
      person: JSON.stringify(partner),
      appointments: sql<never>`${JSON.stringify(appointments)}`,
      stubs: stubs ? JSON.stringify(stubs) : null,
      form_data: form ? JSON.stringify(form) : null,
      created_at: partner.createdAt,
    })
    .execute()
}

const columns = [
  'asid',
  'channel',
  'person',
  'appointments',
  'opted_out',
  'stubs',
  'form_data',
  'recorded_calls',
] as const
const selectState = {
  parameters: { agentKey: 'bigint', asid: 'text' },
  text: `select ${columns.join(', ')} from sandbox_people where agent_key = :agentKey and asid = :asid`,
} as const
/** Prepared, because every turn runs both. */
const statements = {
  find: defineStatement({ name: 'rehearsal', ...selectState }),
  lock: defineStatement({ ...selectState, name: 'rehearsal_held', text: `${selectState.text} for update` }),
}

export async function findSandboxState(db: Db, agent: AgentKey, asid: string): Promise<SandboxState | undefined> {
  const [row] = await runPrepared<SandboxStateRow>(db, statements.find({ agentKey: agent.key, asid }))
  return row && toSandboxState(row)
}

/** Keyed by asid. */
export async function findSandboxStates(
  db: Db,
  agent: AgentKey,
  asids: readonly string[],
): Promise<Map<string, SandboxState>> {
  const rows = await db
    .selectFrom('sandbox_people')
    .select(columns)
    .where('agent_key', '=', agent.key)
    .where('asid', 'in', [...asids, ''])
    .execute()
  return new Map(rows.map((row) => [row.asid, toSandboxState(row)]))
}

export async function lockSandboxState(tx: Db, agent: AgentKey, asid: string): Promise<SandboxState | undefined> {
  const [row] = await runPrepared<SandboxStateRow>(tx, statements.lock({ agentKey: agent.key, asid }))
  return row && toSandboxState(row)
}

type SandboxStateRow = Pick<Selectable<Tables['sandbox_people']>, 'asid' | 'channel' | 'opted_out'> &
  Record<'person' | 'appointments' | 'stubs' | 'form_data' | 'recorded_calls', unknown>

function toSandboxState({
  asid,
  channel,
  person,
  appointments,
  opted_out,
  stubs,
  form_data,
  recorded_calls,
}: SandboxStateRow): SandboxState {
  return {
    asid,
    channel: channel as Channel,
    partner: parsePartner(person),
    appointments: appointments as SandboxAppointment[],
    optedOut: opted_out,
    ...(stubs !== null && { stubs: stubs as SandboxState['stubs'] }),
    ...(recorded_calls !== null && { recordedCalls: recorded_calls as RecordedAnswer[] }),
    ...(form_data !== null && { form: form_data as FilledForm }),
  }
}

export async function saveSandboxState(
  tx: Db,
  agent: AgentKey,
  { asid, partner, appointments, optedOut }: SandboxState,
): Promise<void> {
  await tx
    .updateTable('sandbox_people')
    .set({
      person: JSON.stringify(partner),
      appointments: sql<never>`${JSON.stringify(appointments)}`,
      opted_out: optedOut,
    })
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .execute()
}

export async function setRecordedCalls(
  db: Db,
  agent: AgentKey,
  asid: string,
  calls: readonly RecordedAnswer[],
): Promise<void> {
  await db
    .updateTable('sandbox_people')
    .set({ recorded_calls: JSON.stringify(calls) })
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .execute()
}

export async function setStubs(
  tx: Db,
  agent: AgentKey,
  asid: string,
  stubs: Readonly<Record<string, unknown>>,
): Promise<void> {
  await tx
    .updateTable('sandbox_people')
    .set({ stubs: JSON.stringify(stubs) })
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .execute()
}

export async function setSandboxOptedOut(tx: Db, agent: AgentKey, asid: string, optedOut: boolean): Promise<void> {
  await tx
    .updateTable('sandbox_people')
    .set({ opted_out: optedOut })
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .execute()
}

/** What waits for the person's clock, by send and by appointment. JSON, so times are strings. */
export type SandboxTimers = {
  followUps?: Record<string, SandboxFollowUp>
  /** By appointment and start. */
  reminders?: Record<string, { waitsUntil?: string; isOver?: true }>
  /** By sequence. */
  enrollments?: Record<string, SandboxEnrollment>
}

export type SandboxEnrollment = {
  id: string
  state: 'active' | 'completed' | 'stopped' | 'failed'
  reason?: string
  enrolledAt: string
  /** When the delay before the next step began. */
  delayedFrom: string
  /** The steps that are over. */
  steps: readonly { stepId: string; state: string; at: string; sendId?: string; reason?: string }[]
  waitsUntil?: string
  endedAt?: string
  /** The status was `converted` before: it does not end the enrollment. */
  wasConverted: boolean
}

export type SandboxFollowUp = {
  outreachId: string
  /** When the opening was shown. */
  sentAt: string
  /** When the delay before the next follow-up began. */
  delayStartedAt: string
  times: number
  waitsUntil?: string
  isOver?: true
}

export type SandboxClock = { aheadMilliseconds: number; timers: SandboxTimers }

export async function findSandboxClock(db: Db, agent: AgentKey, asid: string): Promise<SandboxClock | undefined> {
  const row = await db
    .selectFrom('sandbox_people')
    .select(['clock_ahead_ms', 'clock_state'])
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .executeTakeFirst()
  return row && { aheadMilliseconds: Number(row.clock_ahead_ms), timers: (row.clock_state ?? {}) as SandboxTimers }
}

type ClockPosition = { asid: string; aheadMilliseconds: number }

export async function setSandboxClock(
  db: Db,
  agent: AgentKey,
  { asid, aheadMilliseconds }: ClockPosition,
): Promise<void> {
  await db
    .updateTable('sandbox_people')
    .set({ clock_ahead_ms: aheadMilliseconds })
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .execute()
}

type TimerChange<Kind extends keyof SandboxTimers> = {
  asid: string
  kind: Kind
  id: string
  timer: NonNullable<SandboxTimers[Kind]>[string]
}

/** Sets one timer and leaves the others as they are. */
export async function saveSandboxTimer<Kind extends keyof SandboxTimers>(
  db: Db,
  agent: AgentKey,
  { asid, kind, id, timer }: TimerChange<Kind>,
): Promise<void> {
  await sql`
    update sandbox_people
       set clock_state = coalesce(clock_state, '{}') || jsonb_build_object(${kind}::text,
             coalesce(clock_state -> ${kind}::text, '{}')
               || jsonb_build_object(${id}::text, ${JSON.stringify(timer)}::jsonb))
     where agent_key = ${agent.key} and asid = ${asid}`.execute(db)
}

export type SandboxLease = { asid: string; until: Date }
export type LeaseResult = 'taken' | 'busy' | 'gone'

export async function acquireSandboxLease(
  db: Db,
  agent: AgentKey,
  { asid, until }: SandboxLease,
  now: Date,
): Promise<LeaseResult> {
  const { numUpdatedRows } = await db
    .updateTable('sandbox_people')
    .set({ lease_until: until })
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .where((is) => is.or([is('lease_until', 'is', null), is('lease_until', '<=', now)]))
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return 'taken'
  return (await findSandboxState(db, agent, asid)) ? 'busy' : 'gone'
}

/** Does nothing if the lease expired and someone else acquired it. */
export async function releaseSandboxLease(db: Db, agent: AgentKey, { asid, until }: SandboxLease): Promise<void> {
  await db
    .updateTable('sandbox_people')
    .set({ lease_until: null })
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .where('lease_until', '=', until)
    .execute()
}

export async function deleteSandboxState(tx: Db, agent: AgentKey, asid: string): Promise<void> {
  await tx.deleteFrom('sandbox_people').where('agent_key', '=', agent.key).where('asid', '=', asid).execute()
}

const recordTables = ['runtime_conversations', 'turns', 'tool_calls', 'session_reviews'] as const

/** Deletes the records of a sandbox. Runs after its conversation is deleted, so that no new records are written. */
export async function deleteSandboxRecords(tx: Db, agent: AgentKey, asid: string): Promise<void> {
  for (const table of recordTables) {
    await tx.deleteFrom(table).where('agent_key', '=', agent.key).where('asid', '=', asid).execute()
  }
}

export type NewSandboxTurn = {
  id: string
  asid: string
  sessionId: string
  eventId: string
  channel: Channel
  at: Date
  content: TurnContent
}

/** Does nothing when the sandbox is gone or the event already has a turn. */
export async function insertSandboxTurn(db: Db, agent: AgentKey, turn: NewSandboxTurn): Promise<void> {
  const { id, asid, sessionId, eventId, channel, at, content } = turn
  await sql`
    insert into turns (agent_key, id, asid, session_id, event_id, channel, sandbox, at, record)
    select agent_key, ${id}, asid, ${sessionId}, ${eventId}, ${channel}, true, ${at}::timestamptz,
           ${JSON.stringify(content)}::json
      from sandbox_people where agent_key = ${agent.key} and asid = ${asid} for key share
        on conflict do nothing`.execute(db)
}
