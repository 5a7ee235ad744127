import { type CatalogContent, createCatalog } from './catalog.ts'
import { agentTemplates } from './content/agents.ts'
import { channelForms } from './content/channels/index.ts'
import { guardrailTemplates } from './content/guardrails.ts'
import { logEvents } from './content/log-events.ts'
import { objectiveTemplates } from './content/objectives.ts'
import { personalityTemplates } from './content/personalities.ts'
import { playbookTemplates } from './content/playbooks/index.ts'
import { skillTemplates } from './content/skills.ts'
import { catalogTools } from './content/tools/index.ts'
import { webhookEvents } from './content/webhook-events.ts'

export const builtInContent: CatalogContent = {
  'agent-templates': agentTemplates,
  'playbook-templates': playbookTemplates,
  'skill-templates': skillTemplates,
  'objective-templates': objectiveTemplates,
  'personality-templates': personalityTemplates,
  'guardrail-templates': guardrailTemplates,
  tools: catalogTools,
  channels: channelForms,
  'log-events': logEvents,
  'webhook-events': webhookEvents,
}

export const builtInCatalog = createCatalog(builtInContent)
