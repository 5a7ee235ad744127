import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { deleteInChunks } from '../../../platform/db/delete-in-chunks.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

export type FollowUpRow = Selectable<Tables['follow_ups']>

export type NewFollowUp = {
  sendId: string
  outreachId: string
  personId: string
  asid: string
  now: Date
  dueAt: Date
}

/** A send gets one follow-up row, however often it is reported as sent. */
export async function insertFollowUps(tx: Db, agent: AgentKey, followUps: readonly NewFollowUp[]): Promise<void> {
  if (followUps.length === 0) return
  const rows = followUps.map(({ sendId, outreachId, personId, asid, now, dueAt }) => ({
    agent_key: agent.key,
    send_id: sendId,
    outreach_id: outreachId,
    person_id: personId,
    asid,
    created_at: now,
    delay_started_at: now,
    due_at: dueAt,
  }))
  await tx
    .insertInto('follow_ups')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns the outcome of the send being followed up; undefined when it has been purged. */
export async function findFollowedSend(
  db: Db,
  agent: AgentKey,
  sendId: string,
): Promise<{ sentAt?: Date; respondedAt?: Date } | undefined> {
  const row = await db
    .selectFrom('sends')
    .select(['sent_at', 'responded_at'])
    .where('agent_key', '=', agent.key)
    .where('id', '=', sendId)
    .executeTakeFirst()
  return row && { sentAt: row.sent_at ?? undefined, respondedAt: row.responded_at ?? undefined }
}

/** `wasTried`: a message for the next follow-up may already be stored. */
export type StoppedFollowUp = { sendId: string; times: number; wasTried: boolean }

const stoppedColumns = sql`send_id as "sendId", sent_count as times, attempts > 0 or crashes > 0 as "wasTried"`

/**
 * Stops a waiting follow-up. One that a worker is sending is left alone: the worker checks again before the next one.
 */
export async function stopFollowUp(
  tx: Db,
  agent: AgentKey,
  { sendId, reason }: { sendId: string; reason: string },
): Promise<StoppedFollowUp | undefined> {
  const { rows } = await sql<StoppedFollowUp>`
    update follow_ups set state = 'stopped', reason = ${reason}, due_at = null
     where agent_key = ${agent.key} and send_id = ${sendId} and state = 'waiting' and lease_token is null
    returning ${stoppedColumns}`.execute(tx)
  return rows[0]
}

/** Locks all waiting follow-ups of an Outreach until the transaction ends, the attempted ones first. */
export async function lockFollowUpsOfOutreach(
  tx: Db,
  agent: AgentKey,
  outreachId: string,
): Promise<(StoppedFollowUp & { personId: string })[]> {
  const { rows } = await sql<StoppedFollowUp & { personId: string }>`
    with was as (
      select * from follow_ups
       where agent_key = ${agent.key} and outreach_id = ${outreachId} and state = 'waiting' order by send_id for update)
    select was.person_id as "personId", ${stoppedColumns} from was order by "wasTried" desc`.execute(tx)
  return rows
}

type StopRequest = { sendIds: readonly string[]; reason: string }

export async function stopFollowUps(tx: Db, agent: AgentKey, { sendIds, reason }: StopRequest): Promise<void> {
  await sql`
    update follow_ups set state = 'stopped', reason = ${reason}, due_at = null, lease_token = null
     where agent_key = ${agent.key} and send_id = any(${sendIds}::text[])`.execute(tx)
}

type JournalNote = { personIds: readonly string[]; text: string; now: Date }

export async function insertJournalNotes(
  tx: Db,
  agent: AgentKey,
  { personIds, text, now }: JournalNote,
): Promise<void> {
  await sql`
    insert into journal_entries (agent_key, person_key, author, text, created_at)
    select agent_key, person_key, 'agent', ${text}, ${now} from people
     where agent_key = ${agent.key} and id = any(${personIds}::text[])`.execute(tx)
}

export async function endFollowUp(tx: Db, agent: AgentKey, sendId: string, reason: string): Promise<void> {
  await tx
    .updateTable('follow_ups')
    .set({ state: 'stopped', reason })
    .where('agent_key', '=', agent.key)
    .where('send_id', '=', sendId)
    .where('state', '=', 'waiting')
    .execute()
}

export async function reassignFollowUps(
  tx: Db,
  agent: AgentKey,
  { from, into }: { from: string; into: string },
): Promise<void> {
  await tx
    .updateTable('follow_ups')
    .set({ person_id: into })
    .where('agent_key', '=', agent.key)
    .where('person_id', '=', from)
    .execute()
}

export async function deleteFollowUpsOfPerson(tx: Db, agent: AgentKey, personId: string): Promise<void> {
  await tx.deleteFrom('follow_ups').where('agent_key', '=', agent.key).where('person_id', '=', personId).execute()
}

const retentionDays = 180

/** Uses the same retention as sends. @serves all tenants */
export async function purgeOldFollowUps(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000)
  await deleteInChunks(db, 'follow_ups', sql`created_at < ${before} and due_at is null`)
}
