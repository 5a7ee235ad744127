import type { NotificationsConfig } from '@parley/definition'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import { type Mailer, mailgunMailer, type Sender, sendgridMailer } from '../../platform/mail/index.ts'
import type { Definitions } from './definition/definitions.ts'
import { notificationSecret, type Secrets } from './secrets/secrets.ts'

/** A way for mail to go out, and whom it comes from on that way. */
export type MailWay = { mailer: Mailer; from: Sender }

export type MailerDeps = {
  definitions: Definitions
  secrets: Secrets
  fetch: typeof globalThis.fetch
  /** Where the providers are reached. */
  apis: { mailgun: string; sendgrid: string }
  /** Of the installation, where it has one. */
  smtp?: MailWay
}

type Email = NonNullable<NotificationsConfig['email']>

/** The agent's own provider once it is set up with its key, else the installation's mail server, else undefined. */
export function mailerOf({ definitions, secrets, fetch, apis, smtp }: MailerDeps) {
  return async (db: Db, agent: AgentKey): Promise<MailWay | undefined> => {
    const { email } = (await definitions.read(db, agent)).notifications
    const apiKey = email && (await secrets.open(db, agent, notificationSecret('emailApiKey')))
    return apiKey ? { mailer: providerOf(email, { apiKey, fetch, apis }), from: senderOf(email) } : smtp
  }
}

type Access = Pick<MailerDeps, 'fetch' | 'apis'> & { apiKey: string }

function providerOf({ provider, mailgunDomain }: Email, { apis, ...access }: Access): Mailer {
  if (provider === 'sendgrid') return sendgridMailer({ ...access, baseUrl: apis.sendgrid })
  // The domain is required with Mailgun by the schema of the config.
  return mailgunMailer({ ...access, baseUrl: apis.mailgun, domain: mailgunDomain ?? '' })
}

function senderOf({ fromAddress, fromName }: Email): Sender {
  return { address: fromAddress, ...(fromName && { name: fromName }) }
}
