import type { NotificationsConfig } from '@parley/definition'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import { createMailgunMailer, createSendgridMailer, type Mailer, type MailSender } from '../../platform/mail/index.ts'
import type { Definitions } from './definition/definitions.ts'
import { notificationSecretName, type Secrets } from './secrets/secrets.ts'

export type MailTransport = { mailer: Mailer; from: MailSender }

export type MailerDeps = {
  definitions: Definitions
  secrets: Secrets
  fetch: typeof globalThis.fetch
  apis: { mailgun: string; sendgrid: string }
  /** The installation's own mail server, if configured. */
  smtp?: MailTransport
}

/** Returns the agent's own provider once its key is set, else the installation's mail server, else undefined. */
export type FindMailer = (db: Db, agent: AgentKey) => Promise<MailTransport | undefined>

type Email = NonNullable<NotificationsConfig['email']>

export function createAgentMailer({ definitions, secrets, fetch, apis, smtp }: MailerDeps): FindMailer {
  return async (db, agent) => {
    const { email } = (await definitions.read(db, agent)).notifications
    const apiKey = email && (await secrets.open(db, agent, notificationSecretName('emailApiKey')))
    return apiKey ? { mailer: createProviderMailer(email, { apiKey, fetch, apis }), from: senderOf(email) } : smtp
  }
}

type ProviderAccess = Pick<MailerDeps, 'fetch' | 'apis'> & { apiKey: string }

function createProviderMailer({ provider, mailgunDomain }: Email, { apis, ...access }: ProviderAccess): Mailer {
  if (provider === 'sendgrid') return createSendgridMailer({ ...access, baseUrl: apis.sendgrid })
  // The config schema requires the domain for Mailgun.
  return createMailgunMailer({ ...access, baseUrl: apis.mailgun, domain: mailgunDomain ?? '' })
}

function senderOf({ fromAddress, fromName }: Email): MailSender {
  return { address: fromAddress, ...(fromName && { name: fromName }) }
}
