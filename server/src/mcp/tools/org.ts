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
    name: 'list_models',
    title: 'List models',
    description: 'Lists the language models that the agents of the org can use, with their prices; never their keys.',
    route: 'GET O/models',
  },
  {
    name: 'read_model_costs',
    title: 'Read what models cost',
    description: "Sums the calls, tokens and costs of an agent's models by day, model or playbook, and its budget.",
    route: 'GET A/usage/costs',
  },
  {
    name: 'choose_models',
    title: 'Choose the models of an agent',
    description:
      'Sets which models an agent uses, their fallbacks and its budget. It replaces all of it: read it first with read_section, and send everything that should stay.',
    route: 'PUT A/settings/model',
    descriptions: { modelId: 'From list_models.' },
  },
  {
    name: 'list_catalog',
    title: 'List a catalog',
    description:
      'Lists the entries of a catalog: what can be imported, bound or referred to. Kinds include agent-templates, playbook-templates, tools, channels and log-events.',
    route: 'GET /catalogs/:kind',
  },
]
