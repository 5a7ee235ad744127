import type { Db } from '../../../platform/db/database.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import { type Mailer, MailRejectedError, type MailSender } from '../../../platform/mail/index.ts'
import { defineWork, failPermanently, finish, nudge, retry } from '../../../platform/work/index.ts'
import type { World } from '../../../platform/world.ts'
import { deleteNotice, insertNotices } from '../queries/health.ts'
import type { DeactivationReason } from '../webhook.ts'

type DeactivatedWebhook = { id: string; url: string; description: string | null; reason: DeactivationReason }

/** Notifies the org's admins, in the transaction of the deactivation. */
export type NotifyAdmins = (tx: Db, org: OrgKey, webhook: DeactivatedWebhook) => Promise<void>

const reasonTexts: Record<DeactivationReason, string> = {
  failing: 'Every delivery to it failed for five days.',
  gone: 'Its endpoint answered that it no longer exists (410).',
}

/** Contains only the host of the URL: the rest may be a secret. */
function formatDeactivationMail(org: OrgKey, { id, url, description, reason }: DeactivatedWebhook) {
  const named = description ? `${id} (${description})` : id
  return {
    subject: `A webhook of ${org.id} was deactivated`,
    body: [
      `The webhook ${named} of the org ${org.id}, which calls ${new URL(url).host}, is no longer active.`,
      `${reasonTexts[reason]} Parley no longer stores events for it.`,
      '',
      'Once the endpoint works, activate the webhook again (PATCH with active: true): pending deliveries are then',
      'sent. Deliveries that failed permanently can be sent again with _recover.',
      '',
    ].join('\n'),
  }
}

const work = { kind: 'webhooks.notices', table: 'webhook_notices', key: ['id'] } as const

export type NoticeDeps = {
  world: World
  log: { warn(fields: object, message: string): void }
  /** Absent if no mail is configured: then no one is notified by mail. */
  mail?: { mailer: Mailer; from: MailSender }
  /** Email addresses of the owners and admins of an org. */
  adminsOf(db: Db, org: OrgKey): Promise<string[]>
}

export function createNotifyAdmins({
  world,
  mail,
  adminsOf,
}: Pick<NoticeDeps, 'world' | 'mail' | 'adminsOf'>): NotifyAdmins {
  return async (tx, org, webhook) => {
    const recipients = mail ? await adminsOf(tx, org) : []
    if (recipients.length === 0) return
    const shared = { ...formatDeactivationMail(org, webhook), due_at: world.now() }
    const notices = recipients.map((recipient) => ({ ...shared, id: world.newId('eml'), recipient }))
    await insertNotices(tx, org, notices)
    nudge(tx, work.kind)
  }
}

/** If a process dies, a mail may be sent twice; both have the same Message-ID. */
export function webhookNoticeWork({ log, mail }: Pick<NoticeDeps, 'log' | 'mail'>) {
  return defineWork({
    ...work,
    concurrency: 2,
    // About a day, as long as a mail server may be down.
    retry: { delaysSeconds: [30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 28_800] },
    async perform({ id, recipient: to, subject, body: text }, { signal }) {
      if (!mail) return retry(new Error('Mail cannot be sent: set SMTP_URL and MAIL_FROM.'))
      const headers = { 'Auto-Submitted': 'auto-generated' }
      try {
        await mail.mailer.send({ id, from: mail.from, to, subject, text, headers }, signal)
        return finish({ write: (tx) => deleteNotice(tx, id) })
      } catch (error) {
        return error instanceof MailRejectedError ? failPermanently(error) : retry(error)
      }
    },
    async giveUp(tx, { id }, { message: reason }) {
      await deleteNotice(tx, id)
      log.warn({ mail: id, reason }, 'a webhook mail was abandoned')
    },
  })
}
