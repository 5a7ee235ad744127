import { type Letter, letterOf, withPlainDomain } from './letter.ts'
import type { Mailer, Sender } from './mail.ts'
import { commonRemedies, type Provider, post } from './post.ts'

export type MailgunSettings = {
  apiKey: string
  domain: string
  fetch: typeof globalThis.fetch
  /** `https://api.mailgun.net`, or `https://api.eu.mailgun.net` for domains in the EU. */
  baseUrl: string
}

/** https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages */
export function mailgunMailer(settings: MailgunSettings): Mailer {
  const { apiKey, domain, fetch, baseUrl } = settings
  const provider: Provider = {
    name: 'Mailgun',
    url: `${baseUrl}/v3/${encodeURIComponent(domain)}/messages`,
    authorization: `Basic ${Buffer.from(`api:${apiKey.trim()}`).toString('base64')}`,
    fetch,
    remedies: { ...commonRemedies, 404: 'check mailgunDomain' },
  }
  return {
    async send(mail, signal) {
      // Encoded here, since a fetch knows only the forms of its own library.
      const encoded = new Response(formOf(letterOf(mail)))
      const contentType = encoded.headers.get('content-type') ?? ''
      await post(provider, { contentType, body: await encoded.arrayBuffer(), signal })
    },
  }
}

function formOf({ messageId, from, to, subject, text, attachments, headers }: Letter): FormData {
  const form = new FormData()
  form.set('from', mailbox(from))
  form.set('to', withPlainDomain(to))
  form.set('subject', subject)
  form.set('text', text)
  for (const [name, value] of Object.entries(headers)) form.set(`h:${name}`, value)
  form.set('h:Message-Id', messageId)
  for (const { name, contentType, content } of attachments)
    form.append('attachment', new Blob([content], { type: contentType }), name)
  return form
}

function mailbox({ name, address }: Required<Sender>): string {
  const plain = withPlainDomain(address)
  return name === '' ? plain : `"${name.replace(/["\\]/g, '\\$&')}" <${plain}>`
}
