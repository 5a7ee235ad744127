import { z } from 'zod'
import { gatewayRoute, type Route } from '../../../platform/http/route.ts'
import type { GatewayAccess } from '../../agents/index.ts'

const tag = 'Webhook'
const path = '/webhook'

const AgentWebhook = z
  .strictObject({ webhookUrl: z.string().nullable(), instanceId: z.string().nullable() })
  .meta({ id: 'AgentWebhook', examples: [{ webhookUrl: 'https://agent.example.com/events', instanceId: 'prod-1' }] })

const Confirmation = z
  .strictObject({ message: z.string() })
  .meta({ id: 'Confirmation', examples: [{ message: 'The webhook was removed' }] })

export type AgentWebhookRouteDeps = {
  gateway: Pick<GatewayAccess, 'webhook' | 'setWebhook' | 'removeWebhook' | 'lock'>
  /** Plain http is accepted where private networks may be called. */
  allowPrivateNetwork: boolean
}

export function agentWebhookRoutes({ gateway, allowPrivateNetwork }: AgentWebhookRouteDeps): Route[] {
  const body = createChangeSchema(allowPrivateNetwork)
  const set = (method: 'POST' | 'PATCH', summary: string) =>
    gatewayRoute({
      method,
      path,
      tag,
      summary,
      body,
      response: AgentWebhook,
      find: ({ tx, agent }) => gateway.lock(tx, agent),
      handle: async ({ tx, agent, body }) => serializeWebhook(await gateway.setWebhook(tx, agent, body)),
    })
  return [
    gatewayRoute({
      method: 'GET',
      path,
      tag,
      summary: 'Read where events go',
      description: 'Both fields are null if the agent has no webhook; Parley itself replies then.',
      response: AgentWebhook,
      handle: async ({ agent }) => serializeWebhook(await gateway.webhook(agent)),
    }),
    set('POST', 'Send events to a webhook'),
    set('PATCH', 'Change where events go'),
    gatewayRoute({
      method: 'DELETE',
      path,
      tag,
      summary: 'Stop sending events',
      response: Confirmation,
      find: ({ tx, agent }) => gateway.lock(tx, agent),
      handle: async ({ tx, agent }) => {
        await gateway.removeWebhook(tx, agent)
        return { message: 'The webhook was removed' }
      },
    }),
  ]
}

function serializeWebhook(
  webhook: { webhookUrl: string; instanceId?: string } | undefined,
): z.input<typeof AgentWebhook> {
  return { webhookUrl: webhook?.webhookUrl ?? null, instanceId: webhook?.instanceId ?? null }
}

function createChangeSchema(allowPrivateNetwork: boolean) {
  const schemes = allowPrivateNetwork ? ['https:', 'http:'] : ['https:']
  const webhookUrl = z
    .string()
    .max(2000)
    .refine((url) => URL.canParse(url) && schemes.includes(new URL(url).protocol), {
      error: `must be ${allowPrivateNetwork ? 'an http or https' : 'an https'} address`,
      abort: true,
    })
    .refine((url) => !hasCredentials(new URL(url)), 'must not contain a user name or password')
  return z
    .strictObject({ webhookUrl, instanceId: z.string().max(500).nullable().optional() })
    .meta({ examples: [{ webhookUrl: 'https://agent.example.com/events', instanceId: 'prod-1' }] })
}

const hasCredentials = ({ username, password }: URL): boolean => username !== '' || password !== ''
