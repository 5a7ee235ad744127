import type { McpTool } from '../tool.ts'

export const orgTools: McpTool[] = [
  {
    name: 'list_webhooks',
    title: 'List webhooks',
    description:
      'Lists the webhooks of the org with their events and the result of the last delivery; never their secrets.',
    route: 'GET O/webhooks',
  },
  {
    name: 'list_webhook_deliveries',
    title: 'List deliveries of a webhook',
    description: 'Lists the deliveries to a webhook and its responses, newest first.',
    route: 'GET O/webhooks/:webhookId/deliveries',
    descriptions: { webhookId: 'From list_webhooks.' },
  },
  {
    name: 'list_catalog',
    title: 'List a catalog',
    description:
      'Lists the entries of a catalog: what can be imported, bound or referred to. Kinds include agent-templates, playbook-templates, tools, channels and log-events.',
    route: 'GET /catalogs/:kind',
  },
]
