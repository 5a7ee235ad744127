import type { McpTool } from '../tool.ts'

export const orgTools: McpTool[] = [
  {
    name: 'list_webhooks',
    title: 'List webhooks',
    description: 'Lists the webhooks of the org with their events and how the last delivery went; never their secrets.',
    route: 'GET O/webhooks',
  },
  {
    name: 'list_webhook_deliveries',
    title: 'List deliveries of a webhook',
    description: 'Lists what was delivered to a webhook and what it answered, newest first.',
    route: 'GET O/webhooks/:webhookId/deliveries',
    descriptions: { webhookId: 'From list_webhooks.' },
  },
  {
    name: 'list_catalog',
    title: 'List a catalog',
    description:
      'Lists the entries of a catalog: what can be imported, bound or named. Kinds are such as agent-templates, playbook-templates, tools, channels, log-events.',
    route: 'GET /catalogs/:kind',
  },
]
