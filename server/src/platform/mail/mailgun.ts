import { type Mailer, type MailSender, type NormalizedMail, normalizeMail, withAsciiDomain } from './mail.ts'

import { commonRemedies, type MailProvider, postMail } from './post-mail.ts'

export type MailgunSettings = {
  apiKey: string
  domain: string
  fetch: typeof globalThis.fetch
  /** `https://api.mailgun.net`, or `https://api.eu.mailgun.net` for domains in the EU. */
  baseUrl: string
}

/** https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages */
export function createMailgunMailer(settings: MailgunSettings): Mailer {
  const { apiKey, domain, fetch, baseUrl } = settings
  const provider: MailProvider = {
    name: 'Mailgun',
    url: `${baseUrl}/v3/${encodeURIComponent(domain)}/messages`,
    authorization: `Basic ${Buffer.from(`api:${apiKey.trim()}`).toString('base64')}`,
    fetch,
    remedies: { ...commonRemedies, 404: 'check mailgunDomain' },
  }
  return {
    async send(mail, signal) {
      // Encoded here, because a fetch implementation accepts only the FormData of its own library.
      const encoded = new Response(buildForm(normalizeMail(mail)))
      const contentType = encoded.headers.get('content-type') ?? ''
      await postMail(provider, { contentType, body: await encoded.arrayBuffer(), signal })
    },
  }
}

function buildForm({ messageId, from, to, subject, text, attachments, headers }: NormalizedMail): FormData {
  const form = new FormData()
  form.set('from', formatMailbox(from))
  form.set('to', withAsciiDomain(to))
  form.set('subject', subject)
  form.set('text', text)
  for (const [name, value] of Object.entries(headers)) form.set(`h:${name}`, value)
  form.set('h:Message-Id', messageId)
  for (const { name, contentType, content } of attachments)
    form.append('attachment', new Blob([content], { type: contentType }), name)
  return form
}

function formatMailbox({ name, address }: Required<MailSender>): string {
  const plain = withAsciiDomain(address)
  return name === '' ? plain : `"${name.replace(/["\\]/g, '\\$&')}" <${plain}>`
}
