import { z } from 'zod'
import { type ToolAdapter, type ToolCall, ToolError } from '../../adapter.ts'
import { basicAuthorization, callToolProvider, omitEmpty, parseResponse, type ToolProvider } from '../provider.ts'

const Detail = z.object({ description: z.string() })
const ErrorBody = z.object({
  error: z.union([z.string(), z.object({ message: z.string() })]),
  description: z.string().optional(),
  details: z.record(z.string(), z.array(Detail)).optional().catch(undefined),
})

const zendesk: ToolProvider = {
  name: 'Zendesk',
  fixCredentials: 'Enter the email address of a Zendesk agent and a valid API token in the settings of the tool.',
  fixPermission: 'Give the Zendesk agent who owns the API token a role that may create tickets.',
  explain(body) {
    const { data } = ErrorBody.safeParse(body)
    if (!data) return undefined
    const details = Object.values(data.details ?? {}).flat()
    if (details.length > 0) return details.map(({ description }) => description).join(', ')
    return data.description ?? (typeof data.error === 'string' ? data.error : data.error.message)
  },
}

const Created = z.object({ ticket: z.object({ id: z.int(), status: z.string().optional() }) })

type ZendeskConfig = { subdomain: string; email: string; groupId?: number; brandId?: number }

export const zendeskAdapter: ToolAdapter = {
  toolId: '@svc/tool.zendesk-ticket',
  baseUrl: (config) => `https://${subdomainOf(config)}.zendesk.com`,
  sideEffects: true,
  idempotent: true,
  async call(call) {
    const { email } = call.config as ZendeskConfig
    const response = await callToolProvider(zendesk, call, {
      method: 'POST',
      path: '/api/v2/tickets',
      headers: {
        authorization: basicAuthorization(`${email}/token`, call.secrets.apiToken ?? ''),
        'idempotency-key': call.idempotencyKey,
      },
      json: { ticket: toTicket(call) },
    })
    const { ticket } = parseResponse(zendesk, Created, response)
    const url = `https://${subdomainOf(call.config)}.zendesk.com/agent/tickets/${ticket.id}`
    return { id: ticket.id, url, ...(ticket.status && { status: ticket.status }) }
  },
}

function toTicket({ with: given, config }: ToolCall): object {
  const { groupId, brandId } = config as ZendeskConfig
  return omitEmpty({ ...given, group_id: groupId, brand_id: brandId })
}

/** Part of a host name, so anything but a label would address another host. */
function subdomainOf(config: Record<string, unknown>): string {
  const { subdomain } = config as ZendeskConfig
  if (/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(subdomain)) return subdomain.toLowerCase()
  const advice = 'Enter only the part before .zendesk.com in the settings of the tool.'
  throw new ToolError('invalid', `"${subdomain}" is not a Zendesk subdomain. ${advice}`)
}
