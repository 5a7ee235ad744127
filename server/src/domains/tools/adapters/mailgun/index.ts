import { z } from 'zod'
import { type ToolAdapter, type ToolCall, ToolError } from '../../adapter.ts'
import {
  basicAuthorization,
  callToolProvider,
  encodeSegment,
  omitEmpty,
  parseResponse,
  type ToolProvider,
} from '../provider.ts'

const ErrorBody = z.object({ message: z.string() })

const mailgun: ToolProvider = {
  name: 'Mailgun',
  fixCredentials: 'Enter a valid sending key of the domain, and the region of the domain, in the settings of the tool.',
  fixPermission: 'Check in Mailgun that the domain is verified and that the account may send to this recipient.',
  explain: (body) => ErrorBody.safeParse(body).data?.message,
}

const hosts = { us: 'https://api.mailgun.net', eu: 'https://api.eu.mailgun.net' }

const Queued = z.object({ id: z.string() })

type MailgunConfig = { domain: string; from: string; fromName?: string; tag?: string; region?: keyof typeof hosts }
type Mail = { to: string; subject: string; text: string; html?: string }

export const mailgunAdapter: ToolAdapter = {
  toolId: '@svc/tool.mailgun-mail',
  baseUrl: (config) => hosts[(config as MailgunConfig).region ?? 'us'],
  sideEffects: true,
  async call(call) {
    const { domain } = call.config as MailgunConfig
    const response = await callToolProvider(mailgun, call, {
      method: 'POST',
      path: `/v3/${encodeSegment(domain)}/messages`,
      headers: { authorization: basicAuthorization('api', call.secrets.apiKey ?? '') },
      form: toForm(call),
    })
    return { status: 'queued', id: parseResponse(mailgun, Queued, response).id }
  },
}

function toForm({ with: given, config }: ToolCall): Record<string, string> {
  const { to, subject, text, html } = given as Mail
  const { from, fromName, tag } = config as MailgunConfig
  const fields = { from: formatSender(from, fromName), to: checkRecipient(to), subject, text, html, 'o:tag': tag }
  return omitEmpty(fields) as Record<string, string>
}

/** Mailgun reads a list here, so a separator would add recipients. */
function checkRecipient(to: string): string {
  if (!/[\s,;<>"]/.test(to)) return to
  throw new ToolError('invalid', 'The recipient must be one email address without a name. Correct the parameter "to".')
}

/** A mailbox as in RFC 5322: a quoted name never ends early or starts another header. */
function formatSender(address: string, name = ''): string {
  const quoted = name
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .replace(/["\\]/g, '\\$&')
  return quoted === '' ? address : `"${quoted}" <${address}>`
}
