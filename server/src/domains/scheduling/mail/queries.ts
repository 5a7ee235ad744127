import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { pageNewestFirst } from '../../../platform/db/newest-first.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import { type ListPage, type PageQuery, toListPage } from '../../../platform/http/page.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { DueColumns } from '../worker.ts'
import type { AppointmentMail, MailStatus } from './appointment-mail.ts'
import type { MailContent } from './compose-mail.ts'

export type NewMail = MailContent & { id: string; appointmentId: string; recipient: string; due: DueColumns }
type MailRow = Selectable<Tables['appointment_mails']>

export async function insertMails(tx: Db, agent: AgentKey, mails: readonly NewMail[]): Promise<void> {
  const rows = mails.map(({ appointmentId, due, ...mail }) => ({
    ...mail,
    ...due,
    agent_key: agent.key,
    appointment_id: appointmentId,
    created_at: due.due_at,
  }))
  await tx.insertInto('appointment_mails').values(rows).execute()
}

export type WaitingMail = { dueAt: Date; isBeingSent: boolean }

/** The latest earlier mail about the same appointment to the same recipient that is still waiting. */
export async function findEarlierMail(
  db: Db,
  agent: AgentKey,
  mail: Pick<MailRow, 'appointment_id' | 'recipient' | 'created_at' | 'id'>,
): Promise<WaitingMail | undefined> {
  const { rows } = await sql<WaitingMail>`
    select due_at as "dueAt", lease_token is not null as "isBeingSent" from appointment_mails
     where agent_key = ${agent.key} and appointment_id = ${mail.appointment_id}
       and lower(recipient) = lower(${mail.recipient}) and due_at is not null
       and (created_at, id) < (${mail.created_at}, ${mail.id})
     order by created_at desc, id desc limit 1`.execute(db)
  return rows[0]
}

const statusConditions = {
  waiting: sql<boolean>`due_at is not null`,
  sent: sql<boolean>`sent_at is not null`,
  failed: sql<boolean>`due_at is null and sent_at is null`,
} satisfies Record<MailStatus, unknown>

export async function listMails(
  db: Db,
  agent: AgentKey,
  { status }: { status?: MailStatus },
  page: PageQuery,
): Promise<ListPage<AppointmentMail>> {
  let rows = db.selectFrom('appointment_mails').selectAll().where('agent_key', '=', agent.key)
  if (status) rows = rows.where(statusConditions[status])
  const found = await pageNewestFirst(rows, page, { at: 'created_at', id: 'id' }).execute()
  return toListPage(found, page.limit, (row) => ({ at: row.created_at, id: row.id }), toMail)
}

const retentionDays = 30

/** Age counts from the sending, or from the creation of a mail that was given up. @serves all tenants */
export async function deleteOldMails(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000)
  await db
    .deleteFrom('appointment_mails')
    .where('due_at', 'is', null)
    .where((row) => row.fn.coalesce('sent_at', 'created_at'), '<', before)
    .execute()
}

function toMail(row: MailRow): AppointmentMail {
  return {
    id: row.id,
    appointmentId: row.appointment_id,
    recipient: row.recipient,
    subject: row.subject,
    status: row.sent_at ? 'sent' : row.due_at ? 'waiting' : 'failed',
    attempts: row.attempts,
    lastError: row.last_error ?? undefined,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString(),
  }
}
