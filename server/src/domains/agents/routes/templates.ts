import {
  type AgentDefinition,
  applyTemplate,
  applyUpdate,
  listAppliedSections,
  listUpdates,
  type TemplateContent,
  updateKinds,
} from '@parley/definition'
import { z } from 'zod'
import { agentRoute, type Route } from '../../../platform/http/route.ts'
import type { AgentTemplate, Catalog } from '../../catalogs/index.ts'
import { Agent, agentExample } from '../agent.ts'
import type { AgentDeps } from '../deps.ts'
import { templatesOfCatalog } from '../portable/definition-checks.ts'
import { readAgent, withDefinition } from '../queries.ts'

import {
  importAccess,
  readSectionRoute,
  requireTemplate,
  TemplateChoice,
  writeAccess,
  writeProblems,
} from './section.ts'

const tag = 'Templates'

const TemplateApplication = z
  .strictObject({
    agent: Agent,
    appliedFrom: z.strictObject({ templateId: z.string(), templateName: z.string() }),
    applied: z.array(z.string()),
    skipped: z.array(z.string()),
  })
  .meta({
    id: 'AppliedTemplate',
    examples: [
      {
        agent: agentExample,
        appliedFrom: { templateId: '@svc/agent.dental-practice', templateName: 'Dental practice' },
        applied: ['personality', 'playbooks'],
        skipped: ['goals'],
      },
    ],
  })

const Update = z
  .strictObject({
    kind: z.enum(updateKinds),
    id: z.string(),
    name: z.string(),
    templateId: z.string(),
    currentVersion: z.string(),
    latestVersion: z.string(),
    updateAvailable: z.boolean(),
    templateMissing: z.boolean(),
  })
  .meta({
    id: 'UpdateEntry',
    examples: [
      {
        kind: 'playbook',
        id: 'bookings',
        name: 'Bookings',
        templateId: '@svc/playbook.booking',
        currentVersion: '1.0.0',
        latestVersion: '1.1.0',
        updateAvailable: true,
        templateMissing: false,
      },
    ],
  })
const Updates = z.strictObject({ data: z.array(Update), updateCount: z.int() }).meta({ id: 'Updates' })

const UpdateChoice = z
  .strictObject({ kind: z.enum(updateKinds), id: z.string().min(1).max(200).optional() })
  .superRefine(({ kind, id }, context) => {
    if (kind !== 'personality' && id === undefined)
      context.addIssue({ code: 'custom', path: ['id'], message: 'is required' })
  })
  .meta({ id: 'UpdateChoice', examples: [{ kind: 'playbook', id: 'bookings' }] })

export function templateRoutes(deps: AgentDeps): Route[] {
  const templates = templatesOfCatalog(deps.catalog)
  const show = (definition: AgentDefinition): z.input<typeof Updates> => {
    const data = listUpdates(definition, templates)
    return { data, updateCount: data.filter(({ updateAvailable }) => updateAvailable).length }
  }
  return [
    applyRoute(deps),
    readSectionRoute(deps.definitions, {
      path: '/updates',
      tag,
      summary: 'List the imported pieces and whether the catalog has newer versions',
      response: Updates,
      show,
    }),
    agentRoute({
      ...writeAccess,
      configuration: 'write',
      tag,
      method: 'POST',
      path: '/updates/apply',
      summary: 'Update one imported piece to the current catalog version',
      description:
        'Replaces its content; its id and priority, and whether it is enabled or the default, stay the same.',
      body: UpdateChoice,
      response: Updates,
      problems: [...writeProblems, 'resource.conflict'],
      guardedBy: '',
      find: ({ tx, agent }) => deps.definitions.lock(tx, agent),
      handle: async ({ tx, agent, found, body, world }) => {
        const edit = (definition: AgentDefinition) => applyUpdate(definition, body, templates)
        return show(await deps.definitions.write(tx, agent, { locked: found, edit, world }))
      },
    }),
  ]
}

function applyRoute({ definitions, catalog }: AgentDeps): Route {
  return agentRoute({
    ...importAccess,
    configuration: 'write',
    tag,
    method: 'POST',
    path: '/apply-template',
    summary: 'Apply an agent template',
    description: 'Every section in the template replaces that section of the agent; other sections do not change.',
    body: TemplateChoice,
    response: TemplateApplication,
    problems: [...writeProblems, 'agent.outreach.in_use'],
    guardedBy: '',
    find: ({ tx, agent }) => definitions.lock(tx, agent),
    handle: async ({ tx, agent, found, body, world }) => {
      const template = requireTemplate(catalog.find('agent-templates', body.templateId), body.templateId)
      const content = resolveTemplateContent(template, catalog)
      const edit = (definition: AgentDefinition) => applyTemplate(definition, content)
      const written = await definitions.write(tx, agent, { locked: found, edit, world })
      return {
        agent: withDefinition(await readAgent(tx, agent), written),
        appliedFrom: { templateId: template.id, templateName: template.name },
        ...listAppliedSections(content),
      }
    },
  })
}

/**
 * Resolves an agent template with the entries it references. The catalog checked at creation that all of them exist.
 */
function resolveTemplateContent(template: AgentTemplate, catalog: Catalog): TemplateContent {
  const { id, version, identityPreamble, standingInstructions, goals, locations } = template
  return {
    id,
    version,
    identityPreamble,
    standingInstructions,
    goals,
    locations,
    personality:
      template.personalityTemplateId && catalog.find('personality-templates', template.personalityTemplateId),
    playbooks: template.playbookTemplateIds?.flatMap((id) => catalog.find('playbook-templates', id) ?? []),
    objectives: template.objectiveTemplateIds?.flatMap((id) => catalog.find('objective-templates', id) ?? []),
    guardrails: template.guardrailTemplateIds?.flatMap((id) => catalog.find('guardrail-templates', id) ?? []),
  } as TemplateContent
}
