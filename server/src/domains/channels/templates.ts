import { z } from 'zod'
import { problem } from '../../platform/http/problem.ts'
import { agentRoute, type Route } from '../../platform/http/route.ts'
import type { World } from '../../platform/world.ts'
import { type AdapterTools, DispatchFailedError } from './adapter.ts'
import type { Channels } from './channels.ts'

const ProviderTemplateResponse = z
  .strictObject({
    name: z.string(),
    language: z.string(),
    status: z.string().meta({ description: "The provider's own word; only an APPROVED template can be sent." }),
    category: z.string().optional(),
    text: z.string().optional().meta({ description: 'The body with its variables.' }),
    variables: z.int().optional().meta({ description: 'How many variables the body has.' }),
  })
  .meta({
    id: 'ProviderTemplate',
    examples: [
      {
        name: 'spring_visit',
        language: 'en_US',
        status: 'APPROVED',
        category: 'MARKETING',
        text: 'Hello {{1}}, your boat is ready.',
        variables: 1,
      },
    ],
  })

export type TemplateRouteDeps = Pick<AdapterTools, 'fetch' | 'call' | 'apis'> & { channels: Channels; world: World }

/** Lists what the provider of a binding has approved; a provider without templates has none. */
export const templateRoutes = ({ channels, ...tools }: TemplateRouteDeps): Route[] => [
  agentRoute({
    role: 'viewer',
    scope: 'agents:read',
    tag: 'Channels',
    method: 'GET',
    path: '/channels/:bindingId/templates',
    summary: "List the message templates of a binding's provider",
    description: 'Asks the provider each time. Empty where the channel has no templates.',
    response: z.strictObject({ data: z.array(ProviderTemplateResponse) }),
    problems: ['agent.channel.provider_failed'],
    transaction: false,
    find: async ({ agent, params }) => (await channels.listBindings(agent)).find(({ id }) => id === params.bindingId),
    handle: async ({ found }) => {
      const adapter = channels.findAdapter(found)
      try {
        return { data: (await adapter?.listTemplates?.(found, tools)) ?? [] }
      } catch (error) {
        if (!(error instanceof DispatchFailedError)) throw error
        throw problem('agent.channel.provider_failed', 502, { detail: error.detail })
      }
    },
  }),
]
