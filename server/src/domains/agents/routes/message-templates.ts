import {
  addTemplate,
  fillTemplate,
  findTemplate,
  MessageTemplate,
  MessageTemplateCreate,
  MessageTemplatePatch,
  MessageTemplatePut,
  memoize,
  missingSlotPolicies,
  patchTemplate,
  putTemplate,
  removeTemplate,
} from '@parley/definition'
import { z } from 'zod'
import { notFound } from '../../../platform/http/problem.ts'
import { agentRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import { mapRefusalsToProblems } from '../definition/refusals.ts'
import type { AgentDeps } from '../deps.ts'
import { createTemplateValues } from '../template-values.ts'
import { itemRoutes } from './item.ts'
import { readAccess, readSectionRoute } from './section.ts'

const tag = 'Message templates'
/** Templates are stored in creation order and listed newest first. */
const list = memoize((templates: MessageTemplate[]) => ({ data: templates.toReversed() }))

export function messageTemplateRoutes(deps: AgentDeps): Route[] {
  const { definitions } = deps
  return [
    readSectionRoute(definitions, {
      path: '/message-templates',
      tag,
      summary: 'List the message templates',
      response: listSchema(MessageTemplate),
      show: ({ messageTemplates }) => list(messageTemplates),
    }),
    ...itemRoutes(definitions, {
      path: '/message-templates',
      param: 'templateId',
      tag,
      noun: 'a message template',
      response: MessageTemplate,
      problems: [],
      find: findTemplate,
      create: { body: MessageTemplateCreate, edit: addTemplate },
      put: { body: MessageTemplatePut, edit: putTemplate },
      patch: { body: MessageTemplatePatch, edit: patchTemplate },
      remove: removeTemplate,
    }),
    previewRoute(deps),
  ]
}

const TemplatePreview = z
  .strictObject({
    renderedText: z.string().nullable().meta({ description: 'Null when a slot blocked the send.' }),
    missingSlots: z.array(z.strictObject({ path: z.string(), action: z.enum(['default', ...missingSlotPolicies]) })),
    blocked: z.boolean(),
  })
  .meta({
    id: 'TemplatePreview',
    examples: [
      { renderedText: 'Hello there.', missingSlots: [{ path: 'person.firstName', action: 'default' }], blocked: false },
    ],
  })

function previewRoute({ definitions, readPerson }: AgentDeps): Route {
  return agentRoute({
    ...readAccess,
    configuration: 'read',
    tag,
    method: 'GET',
    path: '/message-templates/:templateId/preview',
    summary: 'Preview what a person would receive',
    query: z.strictObject({ personId: z.string().min(1).max(200) }),
    response: TemplatePreview,
    find: async ({ tx, agent, params }) => {
      const definition = await definitions.read(tx, agent)
      return mapRefusalsToProblems('item', () => ({
        definition,
        template: findTemplate(definition, params.templateId),
      }))
    },
    handle: async ({ tx, agent, found: { definition, template }, query }) => {
      const person = await readPerson(tx, agent, query.personId)
      if (!person) throw notFound()
      return fillTemplate(template, createTemplateValues(definition, person))
    },
  })
}
