import { type Attachment, type Mailer, type NormalizedMail, normalizeMail, withAsciiDomain } from './mail.ts'

import { commonRemedies, type MailProvider, postMail } from './post-mail.ts'

export type SendgridSettings = {
  apiKey: string
  fetch: typeof globalThis.fetch
  /** `https://api.sendgrid.com`, or `https://api.eu.sendgrid.com` for accounts in the EU. */
  baseUrl: string
}

/** https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send */
export function createSendgridMailer({ apiKey, fetch, baseUrl }: SendgridSettings): Mailer {
  const provider: MailProvider = {
    name: 'SendGrid',
    url: `${baseUrl}/v3/mail/send`,
    authorization: `Bearer ${apiKey.trim()}`,
    fetch,
    remedies: commonRemedies,
  }
  return {
    async send(mail, signal) {
      const body = JSON.stringify(buildBody(normalizeMail(mail)))
      await postMail(provider, { contentType: 'application/json', body, signal })
    },
  }
}

function buildBody({ messageId, from, to, subject, text, attachments, headers }: NormalizedMail) {
  return {
    personalizations: [{ to: [{ email: withAsciiDomain(to) }] }],
    from: { email: withAsciiDomain(from.address), ...(from.name && { name: from.name }) },
    subject,
    content: [{ type: 'text/plain', value: text }],
    headers: { ...headers, 'Message-ID': messageId },
    ...(attachments.length > 0 && { attachments: attachments.map(buildAttachment) }),
  }
}

/** SendGrid rejects a type with parameters, or a semicolon in a name, with 400. */
function buildAttachment({ name, contentType, content }: Attachment) {
  return {
    content: Buffer.from(content).toString('base64'),
    filename: name.replaceAll(';', '_'),
    type: contentType.split(';', 1)[0]?.trim(),
    disposition: 'attachment',
  }
}
