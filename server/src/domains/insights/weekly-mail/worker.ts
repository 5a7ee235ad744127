import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import {
  type Mail,
  MailDeliveryError,
  type Mailer,
  MailRejectedError,
  type MailSender,
} from '../../../platform/mail/index.ts'
import { continueAt, defineWork, finish, nudge, retry } from '../../../platform/work/index.ts'
import { dayMilliseconds, type World } from '../../../platform/world.ts'
import { type Definitions, findAgentByKey } from '../../agents/index.ts'
import { composeWeeklyMail, maxQuestions } from './compose.ts'
import { mailDays, nextWeeklyMail } from './occurrence.ts'
import { beginMail, findMemberAddress, scheduleAnyway, type WeeklyMailRow } from './queries.ts'
import { readWeek } from './week.ts'

const work = { kind: 'insights.weekly-mails', table: 'weekly_mails', key: ['agent_key', 'user_id'] } as const

/** Wakes the worker, which learns when the next mail is due. */
export const nudgeWeeklyMails = (db: Db): void => nudge(db, work.kind)

export type WeeklyMailDeps = {
  db: Db
  world: World
  publicUrl: string
  definitions: Pick<Definitions, 'read'>
  log: { warn(fields: object, message: string): void }
  mailerFor(db: Db, agent: AgentKey): Promise<{ mailer: Mailer; from: MailSender } | undefined>
}

const noMailerMessage =
  "Mail cannot be sent: set SMTP_URL and MAIL_FROM, or the email provider in the agent's notifications."
const interruptedMessage =
  'Parley stopped while it sent the mail of that week. It may have arrived, so Parley does not send it again.'

/**
 * Sends the weekly mails. The row marks a mail as begun before it is sent: no member gets the mail of a week twice, even
 * if a process dies in between. A mail that could not be sent is retried for a day.
 */
export function weeklyMailWork(deps: WeeklyMailDeps) {
  const { db, world } = deps
  return defineWork({
    ...work,
    retry: { attempts: Number.POSITIVE_INFINITY, baseSeconds: 60, maxSeconds: 14_400 },
    async perform(row, { signal, attempt }) {
      const [agent, dueAt] = [await findAgentByKey(db, row.agent_key), row.next_at]
      if (!agent || !dueAt) return finish()
      const nextAt = computeNext(row, world.now())
      const skip = (problem: string | null) => continueAt(nextAt, { set: { next_at: nextAt, problem } })
      if (row.begun_for?.getTime() === dueAt.getTime()) return skip(interruptedMessage)
      try {
        const isSent = await sendMail(row, { agent, dueAt, signal }, deps)
        if (!isSent) return skip(null)
        return continueAt(nextAt, {
          set: { next_at: nextAt, sent_for: dueAt, sent_at: world.now(), begun_for: null, problem: null },
        })
      } catch (error) {
        const isTooLate = attempt > 1 && world.now().getTime() - dueAt.getTime() > dayMilliseconds
        if (error instanceof MailRejectedError || isTooLate) return skip((error as Error).message)
        // The mail server has not accepted it, so it may be begun again.
        return retry(error, { set: { begun_for: null } })
      }
    },
    giveUp: async (tx, row, { message }) => {
      const agent = await findAgentByKey(tx, row.agent_key)
      if (agent)
        await scheduleAnyway(tx, agent, {
          userId: row.user_id,
          nextAt: computeNext(row, world.now()),
          problem: message,
        })
      deps.log.warn({ agent: row.agent_key, reason: message }, 'a weekly mail was abandoned')
    },
  })
}

function computeNext({ time_zone: timeZone, day, hour, next_at }: WeeklyMailRow, now: Date): Date {
  return nextWeeklyMail({ timeZone, day: mailDays[day - 1] ?? 'mon', hour }, now, next_at)
}

type Sending = { agent: AgentKey; dueAt: Date; signal: AbortSignal }

/** Returns whether there was a mail to send: a week without open questions has none. */
async function sendMail(row: WeeklyMailRow, { agent, dueAt, signal }: Sending, deps: WeeklyMailDeps): Promise<boolean> {
  const { db, world, publicUrl, mailerFor } = deps
  const member = await findMemberAddress(db, agent, row.user_id)
  const week = await readWeek(agent, { now: world.now(), limit: maxQuestions }, deps)
  if (!member || week.questions.length === 0) return false
  const way = await mailerFor(db, agent)
  if (!way) throw new MailDeliveryError(noMailerMessage)
  const unsubscribeUrl = `${publicUrl}/weekly-mail/${row.unsubscribe_token}`
  const improveUrl = `${publicUrl}/orgs/${encodeURIComponent(agent.orgId)}/agents/${encodeURIComponent(agent.id)}/improve`
  const content = composeWeeklyMail({ ...week, improveUrl, unsubscribeUrl })
  if (!(await beginMail(db, agent, row))) return false
  const mail: Mail = {
    ...content,
    id: `weekly-${row.agent_key}-${row.user_id}-${dueAt.getTime()}`,
    from: way.from,
    to: member.email,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
  await way.mailer.send(mail, signal)
  return true
}
