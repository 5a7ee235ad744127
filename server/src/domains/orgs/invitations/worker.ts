import type { Db } from '../../../platform/db/database.ts'
import type { Role } from '../../../platform/http/access.ts'
import { type Mailer, MailRejectedError, type MailSender } from '../../../platform/mail/index.ts'
import { hashToken } from '../../../platform/secrets/tokens.ts'
import { defineWork, failPermanently, finish, nudge, retry } from '../../../platform/work/index.ts'
import type { World } from '../../../platform/world.ts'
import { composeInvitation, generateInvitationToken, invitationLink } from './mail.ts'
import { type InvitationRow, readInvitationNames, setInvitationProblem, storeMailToken } from './queries.ts'

const work = { kind: 'orgs.invitations', table: 'invitations', key: ['org_id', 'id'] } as const

export const nudgeInvitations = (tx: Db): void => nudge(tx, work.kind)

export type InvitationMailDeps = {
  db: Db
  world: World
  publicUrl: string
  /** Absent if no mail is configured. */
  mail?: { mailer: Mailer; from: MailSender }
}

/**
 * Sends the mails of invitations. The token is made when the mail is sent, so that it is never stored: the link of the
 * mail that was sent last works.
 */
export function invitationWork(deps: InvitationMailDeps) {
  const { world, mail } = deps
  return defineWork({
    ...work,
    concurrency: 2,
    // About half a day, as long as a mail server may be down.
    retry: { delaysSeconds: [30, 120, 600, 1800, 3600, 7200, 14_400, 14_400] },
    async perform(row, { signal }) {
      if (row.expires_at <= world.now()) return finish()
      try {
        if (!mail) throw new Error('Mail cannot be sent: set SMTP_URL and MAIL_FROM.')
        const content = await prepareMail(row, deps)
        if (!content) return finish()
        const headers = { 'Auto-Submitted': 'auto-generated' }
        const message = { ...content, id: world.newId('eml'), from: mail.from, to: row.email, headers }
        await mail.mailer.send(message, signal)
        return finish({ set: { sent_at: world.now(), problem: null } })
      } catch (error) {
        if (error instanceof MailRejectedError) return failPermanently(error)
        return retry(error, { set: { problem: (error as Error).message } })
      }
    },
    giveUp: (tx, row, { message }) => setInvitationProblem(tx, { id: row.org_id }, row.id, message),
  })
}

/** Undefined if the lease is lost or the org is gone. */
async function prepareMail(row: InvitationRow, { db, world, publicUrl }: InvitationMailDeps) {
  const org = { id: row.org_id }
  const names = await readInvitationNames(db, org, row.invited_by)
  const token = generateInvitationToken(world)
  if (!names || !(await storeMailToken(db, org, row, hashToken(token)))) return undefined
  const link = invitationLink(publicUrl, token)
  return composeInvitation({ ...names, role: row.role as Role, link, expiresAt: row.expires_at })
}
