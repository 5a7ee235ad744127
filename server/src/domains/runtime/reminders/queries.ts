import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { deleteInPieces } from '../../../platform/db/in-pieces.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

/** Without `dueAt` reminders are off just now; it waits until they are on. */
export type NewReminder = { appointmentId: string; startUtc: Date; dueAt?: Date; now: Date }

/** One for each time that an appointment has had. */
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

/** The lead has changed: what still waits is due at another time. Undefined: not at all. */
export async function moveReminders(tx: Db, agent: AgentKey, leadMinutes: number | undefined): Promise<void> {
  const due = leadMinutes === undefined ? sql`null` : sql`start_utc - make_interval(mins => ${leadMinutes}::int)`
  await sql`
    update appointment_reminders set due_at = ${due}
     where agent_key = ${agent.key} and state = 'waiting'`.execute(tx)
}

/** @serves all tenants */
export async function forgetOldReminders(db: Db, before: Date): Promise<void> {
  await deleteInPieces(db, 'appointment_reminders', sql`start_utc < ${before}`)
}
