import { z } from 'zod'
import type { ToolAdapter, ToolCall } from '../../adapter.ts'
import { callToolProvider, omitEmpty, type ToolProvider } from '../provider.ts'

const ErrorBody = z.object({
  errors: z.array(z.object({ message: z.string(), field: z.string().nullish() })).min(1),
})

const sendgrid: ToolProvider = {
  name: 'SendGrid',
  fixCredentials: 'Enter a valid SendGrid API key for the chosen region in the settings of the tool.',
  fixPermission: 'Give the API key the Mail Send permission, and verify the sender address in SendGrid.',
  explain: (body) =>
    ErrorBody.safeParse(body)
      .data?.errors.map(({ field, message }) => (field ? `${field}: ${message}` : message))
      .join(' '),
}

const hosts = { global: 'https://api.sendgrid.com', eu: 'https://api.eu.sendgrid.com' }

type SendgridConfig = { fromEmail: string; fromName?: string; replyTo?: string; region?: keyof typeof hosts }
type Mail = { to: string; subject: string; text: string; html?: string }

export const sendgridAdapter: ToolAdapter = {
  toolId: '@svc/tool.sendgrid-mail',
  baseUrl: (config) => hosts[(config as SendgridConfig).region ?? 'global'],
  sideEffects: true,
  async call(call) {
    // 202 with an empty body: SendGrid has queued the mail.
    const { headers } = await callToolProvider(sendgrid, call, {
      method: 'POST',
      path: '/v3/mail/send',
      headers: { authorization: `Bearer ${call.secrets.apiKey}` },
      json: toMail(call),
    })
    const id = headers.get('x-message-id')
    return { status: 'queued', ...(id && { id }) }
  },
}

function toMail({ with: given, config }: ToolCall): object {
  const { to, subject, text, html } = given as Mail
  const { fromEmail, fromName, replyTo } = config as SendgridConfig
  // SendGrid requires this order: plain text first.
  const content = [{ type: 'text/plain', value: text }, ...(html ? [{ type: 'text/html', value: html }] : [])]
  return {
    personalizations: [{ to: [{ email: to }] }],
    from: omitEmpty({ email: fromEmail, name: fromName }),
    ...(replyTo && { reply_to: { email: replyTo } }),
    subject,
    content,
  }
}
