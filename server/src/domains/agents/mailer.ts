import type { NotificationsConfig } from '@parley/definition'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import { createMailgunMailer, createSendgridMailer, type Mailer, type MailSender } from '../../platform/mail/index.ts'
import type { Definitions } from './definition/definitions.ts'
import { notificationSecretName, type Secrets } from './secrets/secrets.ts'

/** A way for mail to go out, and whom it comes from on that way. */
export type MailTransport = { mailer: Mailer; from: MailSender }

export type MailerDeps = {
  definitions: Definitions
  secrets: Secrets
  fetch: typeof globalThis.fetch
  /** Where the providers are reached. */
  apis: { mailgun: string; sendgrid: string }
  /** Of the installation, where it has one. */
  smtp?: MailTransport
}

type Email = NonNullable<NotificationsConfig['email']>

/** The agent's own provider once it is set up with its key, else the installation's mail server, else undefined. */
export function createAgentMailer({ definitions, secrets, fetch, apis, smtp }: MailerDeps) {
  return async (db: Db, agent: AgentKey): Promise<MailTransport | undefined> => {
    const { email } = (await definitions.read(db, agent)).notifications
    const apiKey = email && (await secrets.open(db, agent, notificationSecretName('emailApiKey')))
    return apiKey ? { mailer: createProviderMailer(email, { apiKey, fetch, apis }), from: senderOf(email) } : smtp
  }
}

type ProviderAccess = Pick<MailerDeps, 'fetch' | 'apis'> & { apiKey: string }

function createProviderMailer({ provider, mailgunDomain }: Email, { apis, ...access }: ProviderAccess): Mailer {
  if (provider === 'sendgrid') return createSendgridMailer({ ...access, baseUrl: apis.sendgrid })
  // The domain is required with Mailgun by the schema of the config.
  return createMailgunMailer({ ...access, baseUrl: apis.mailgun, domain: mailgunDomain ?? '' })
}

function senderOf({ fromAddress, fromName }: Email): MailSender {
  return { address: fromAddress, ...(fromName && { name: fromName }) }
}
