import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { deleteInChunks } from '../../../platform/db/delete-in-chunks.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

/** `dueAt` is undefined when reminders are off or its time has passed; a changed lead time may set it later. */
export type NewReminder = { appointmentId: string; startUtc: Date; dueAt?: Date; now: Date }

/** One row for each time that an appointment has had. */
export async function insertReminder(tx: Db, agent: AgentKey, reminder: NewReminder): Promise<void> {
  const { appointmentId, startUtc, dueAt, now } = reminder
  await tx
    .insertInto('appointment_reminders')
    .values({
      agent_key: agent.key,
      appointment_id: appointmentId,
      start_utc: startUtc,
      due_at: dueAt,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Lead times in minutes; undefined while reminders are off. */
export type LeadTimeChange = { before?: number; after?: number; now: Date }

/**
 * Reschedules waiting reminders after a change of the lead time, and cancels those whose new time has passed. Reminders
 * that were already due are being sent.
 */
export async function rescheduleReminders(
  tx: Db,
  agent: AgentKey,
  { before, after, now }: LeadTimeChange,
): Promise<void> {
  const at = (lead?: number) => sql`start_utc - make_interval(mins => ${lead ?? null}::int)`
  await sql`
    update appointment_reminders set due_at = case when ${at(after)} > ${now} then ${at(after)} end
     where agent_key = ${agent.key} and state = 'waiting' and lease_token is null and start_utc > ${now}
       and (due_at is null or ${at(before)} > ${now})`.execute(tx)
}

/** @serves all tenants */
export async function deleteOldReminders(db: Db, before: Date): Promise<void> {
  await deleteInChunks(db, 'appointment_reminders', sql`start_utc < ${before}`)
}
