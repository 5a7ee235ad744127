import type { Channel } from '@parley/amf'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { TurnContent } from '../turns/turn.ts'
import { type Rehearsal, type RehearsedAppointment, readPartner } from './rehearsal.ts'

export { inTransaction } from '../../../platform/db/transaction.ts'

export async function insertRehearsal(
  tx: Db,
  agent: AgentKey,
  { asid, channel, partner }: Pick<Rehearsal, 'asid' | 'channel' | 'partner'>,
): Promise<void> {
  await tx
    .insertInto('rehearsals')
    .values({ agent_key: agent.key, asid, channel, person: JSON.stringify(partner), created_at: partner.createdAt })
    .execute()
}

export async function findRehearsal(db: Db, agent: AgentKey, asid: string): Promise<Rehearsal | undefined> {
  const row = await rowOf(db, agent, asid).executeTakeFirst()
  return row && toRehearsal(row)
}

/** By their asids. */
export async function findRehearsals(
  db: Db,
  agent: AgentKey,
  asids: readonly string[],
): Promise<Map<string, Rehearsal>> {
  const rows = await rowsOf(db, agent)
    .where('asid', 'in', [...asids, ''])
    .execute()
  return new Map(rows.map((row) => [row.asid, toRehearsal(row)]))
}

/** Holds it until the transaction ends. */
export async function lockRehearsal(tx: Db, agent: AgentKey, asid: string): Promise<Rehearsal | undefined> {
  const row = await rowOf(tx, agent, asid).forUpdate().executeTakeFirst()
  return row && toRehearsal(row)
}

const rowOf = (db: Db, agent: AgentKey, asid: string) => rowsOf(db, agent).where('asid', '=', asid)

function rowsOf(db: Db, agent: AgentKey) {
  return db
    .selectFrom('rehearsals')
    .select(['asid', 'channel', 'person', 'appointments', 'opted_out'])
    .where('agent_key', '=', agent.key)
}

type Row = { asid: string; channel: string; person: unknown; appointments: unknown; opted_out: boolean }

function toRehearsal({ asid, channel, person, appointments, opted_out }: Row): Rehearsal {
  return {
    asid,
    channel: channel as Channel,
    partner: readPartner(person),
    appointments: appointments as RehearsedAppointment[],
    optedOut: opted_out,
  }
}

export async function saveRehearsal(
  tx: Db,
  agent: AgentKey,
  { asid, partner, appointments, optedOut }: Rehearsal,
): Promise<void> {
  await tx
    .updateTable('rehearsals')
    .set({
      person: JSON.stringify(partner),
      appointments: sql<never>`${JSON.stringify(appointments)}`,
      opted_out: optedOut,
    })
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .execute()
}

export async function setOptedOut(tx: Db, agent: AgentKey, asid: string, optedOut: boolean): Promise<void> {
  await tx
    .updateTable('rehearsals')
    .set({ opted_out: optedOut })
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .execute()
}

export type Lease = { asid: string; until: Date }
export type LeaseTaken = 'taken' | 'busy' | 'gone'

export async function takeLease(db: Db, agent: AgentKey, { asid, until }: Lease, now: Date): Promise<LeaseTaken> {
  const { numUpdatedRows } = await db
    .updateTable('rehearsals')
    .set({ busy_until: until })
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .where((is) => is.or([is('busy_until', 'is', null), is('busy_until', '<=', now)]))
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return 'taken'
  return (await rowOf(db, agent, asid).executeTakeFirst()) ? 'busy' : 'gone'
}

/** Unless it ran out and somebody else has it. */
export async function returnLease(db: Db, agent: AgentKey, { asid, until }: Lease): Promise<void> {
  await db
    .updateTable('rehearsals')
    .set({ busy_until: null })
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .where('busy_until', '=', until)
    .execute()
}

export async function deleteRehearsal(tx: Db, agent: AgentKey, asid: string): Promise<void> {
  await tx.deleteFrom('rehearsals').where('agent_key', '=', agent.key).where('asid', '=', asid).execute()
}

const traces = ['runtime_conversations', 'turns', 'tool_calls', 'session_reviews'] as const

/** How a rehearsal went; after its conversation, of which nothing more is kept then. */
export async function deleteTraces(tx: Db, agent: AgentKey, asid: string): Promise<void> {
  for (const table of traces) {
    await tx.deleteFrom(table).where('agent_key', '=', agent.key).where('asid', '=', asid).execute()
  }
}

export type NewTurn = {
  id: string
  asid: string
  sessionId: string
  eventId: string
  channel: Channel
  at: Date
  content: TurnContent
}

/** Unless the rehearsal is gone, or the event has its turn. */
export async function insertTurn(db: Db, agent: AgentKey, turn: NewTurn): Promise<void> {
  const { id, asid, sessionId, eventId, channel, at, content } = turn
  await sql`
    insert into turns (agent_key, id, asid, session_id, event_id, channel, sandbox, at, record)
    select agent_key, ${id}, asid, ${sessionId}, ${eventId}, ${channel}, true, ${at}::timestamptz,
           ${JSON.stringify(content)}::json
      from rehearsals where agent_key = ${agent.key} and asid = ${asid} for key share
        on conflict do nothing`.execute(db)
}
