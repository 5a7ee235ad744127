import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import {
  type Mail,
  MailDeliveryError,
  type Mailer,
  MailRejectedError,
  type MailSender,
} from '../../../platform/mail/index.ts'
import {
  continueAt,
  defineWork,
  failPermanently,
  finish,
  newWorkColumns,
  nudge,
  retry,
} from '../../../platform/work/index.ts'
import type { World } from '../../../platform/world.ts'
import { findAgentByKey } from '../../agents/index.ts'
import type { AppointmentChange } from '../appointments/side-effects.ts'
import { composeMail } from './compose-mail.ts'
import { withOrganizer } from './icalendar.ts'
import { findEarlierMail, insertMails, type WaitingMail } from './queries.ts'

const work = { kind: 'scheduling.mails', table: 'appointment_mails', key: ['agent_key', 'id'] } as const

export type MailWorkDeps = {
  db: Db
  world: World
  log: { warn(fields: object, message: string): void }
  /** Returns the mailer and sender of the agent; undefined when none is configured. */
  mailerFor(db: Db, agent: AgentKey): Promise<{ mailer: Mailer; from: MailSender } | undefined>
}

const noMailerMessage =
  "Mail cannot be sent: set SMTP_URL and MAIL_FROM, or the email provider in the agent's notifications."

export const mailConcurrency = 10
const pauseMilliseconds = 5_000

/** Sends mails about appointment changes. If a process dies, a mail may be sent twice with the same Message-ID. */
export function mailWork({ db, world, log, mailerFor }: MailWorkDeps) {
  return defineWork({
    ...work,
    concurrency: mailConcurrency,
    // Retries for about a day; after a longer outage of the mail server the content would be old news.
    retry: { delaysSeconds: [30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 28_800] },
    async perform(row, { signal }) {
      const agent = await findAgentByKey(db, row.agent_key)
      if (!agent) return finish()
      const earlier = await findEarlierMail(db, agent, row)
      if (earlier) return continueAt(getTurnAfter(earlier, world.now()))
      try {
        const way = await mailerFor(db, agent)
        if (!way) throw new MailDeliveryError(noMailerMessage)
        await way.mailer.send(toMail(row, way.from), signal)
        return finish({ set: { sent_at: world.now(), ...clearedContent } })
      } catch (error) {
        return error instanceof MailRejectedError ? failPermanently(error) : retry(error)
      }
    },
    giveUp: async (_tx, { id }, { message: reason }) =>
      log.warn({ mail: id, reason }, 'an appointment mail was abandoned'),
  })
}

/** Clears the text, so that personal data is not stored twice after delivery. */
const clearedContent = { body: '', calendar: '' }

/** Waits for earlier mails, so that a cancellation does not arrive before the booking. */
function getTurnAfter({ dueAt, isBeingSent }: WaitingMail, now: Date): Date {
  const from = isBeingSent ? now.getTime() : Math.max(now.getTime(), dueAt.getTime())
  return new Date(from + pauseMilliseconds)
}

type Row = { id: string; recipient: string; subject: string; body: string; calendar: string }

function toMail({ id, recipient: to, subject, body: text, calendar }: Row, from: MailSender): Mail {
  const method = /^METHOD:(\w+)/m.exec(calendar)?.[1] ?? 'PUBLISH'
  const content = withOrganizer(calendar, from)
  const contentType = `text/calendar; charset=utf-8; method=${method}`
  const attachments = [{ name: 'appointment.ics', contentType, content }]
  return { id, from, to, subject, text, attachments, headers: { 'Auto-Submitted': 'auto-generated' } }
}

/** Queues one mail per recipient in the transaction of the change. */
export async function enqueueMails(tx: Db, agent: AgentKey, news: AppointmentChange, world: World): Promise<void> {
  const recipients = distinctAddresses(news.terms.config.notificationRecipients ?? [])
  if (recipients.length === 0) return
  const now = world.now()
  const shared = { ...composeMail(news, now), appointmentId: news.appointment.id, due: newWorkColumns(now) }
  await insertMails(
    tx,
    agent,
    recipients.map((recipient) => ({ ...shared, id: world.newId('eml'), recipient })),
  )
  nudge(tx, work.kind)
}

/** An address listed twice, in any case, gets one mail. */
function distinctAddresses(addresses: readonly string[]): string[] {
  return [...new Map(addresses.map((address) => [address.toLowerCase(), address])).values()]
}
