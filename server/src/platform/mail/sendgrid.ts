import { type Letter, letterOf, withPlainDomain } from './letter.ts'
import type { Attachment, Mailer } from './mail.ts'
import { commonRemedies, type Provider, post } from './post.ts'

export type SendgridSettings = {
  apiKey: string
  fetch: typeof globalThis.fetch
  /** `https://api.sendgrid.com`, or `https://api.eu.sendgrid.com` for accounts in the EU. */
  baseUrl: string
}

/** https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send */
export function sendgridMailer({ apiKey, fetch, baseUrl }: SendgridSettings): Mailer {
  const provider: Provider = {
    name: 'SendGrid',
    url: `${baseUrl}/v3/mail/send`,
    authorization: `Bearer ${apiKey.trim()}`,
    fetch,
    remedies: commonRemedies,
  }
  return {
    async send(mail, signal) {
      const body = JSON.stringify(bodyOf(letterOf(mail)))
      await post(provider, { contentType: 'application/json', body, signal })
    },
  }
}

function bodyOf({ messageId, from, to, subject, text, attachments, headers }: Letter) {
  return {
    personalizations: [{ to: [{ email: withPlainDomain(to) }] }],
    from: { email: withPlainDomain(from.address), ...(from.name && { name: from.name }) },
    subject,
    content: [{ type: 'text/plain', value: text }],
    headers: { ...headers, 'Message-ID': messageId },
    ...(attachments.length > 0 && { attachments: attachments.map(attachmentOf) }),
  }
}

/** A type with parameters, or a semicolon in a name, is answered with 400. */
function attachmentOf({ name, contentType, content }: Attachment) {
  return {
    content: Buffer.from(content).toString('base64'),
    filename: name.replaceAll(';', '_'),
    type: contentType.split(';', 1)[0]?.trim(),
    disposition: 'attachment',
  }
}
