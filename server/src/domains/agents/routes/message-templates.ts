import {
  addTemplate,
  fillTemplate,
  findTemplate,
  MessageTemplate,
  MessageTemplateCreate,
  MessageTemplatePatch,
  MessageTemplatePut,
  missingSlotPolicies,
  patchTemplate,
  putTemplate,
  remembered,
  removeTemplate,
} from '@parley/definition'
import { z } from 'zod'
import { notFound } from '../../../platform/http/problem.ts'
import { agentRoute, type Route } from '../../../platform/http/route.ts'
import { listOf } from '../../../platform/http/schemas.ts'
import { refusalsAsProblems } from '../definition/refusals.ts'
import type { AgentDeps } from '../deps.ts'
import { templateValues } from '../template-values.ts'
import { itemRoutes } from './item.ts'
import { reading, readPart } from './part.ts'

const tag = 'Message templates'
/** Kept as they came, listed newest first. */
const list = remembered((templates: MessageTemplate[]) => ({ data: templates.toReversed() }))

export function messageTemplateRoutes(deps: AgentDeps): Route[] {
  const { definitions } = deps
  return [
    readPart(definitions, {
      path: '/message-templates',
      tag,
      summary: 'List the message templates',
      answer: listOf(MessageTemplate),
      show: ({ messageTemplates }) => list(messageTemplates),
    }),
    ...itemRoutes(definitions, {
      path: '/message-templates',
      param: 'templateId',
      tag,
      noun: 'a message template',
      answer: MessageTemplate,
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

const Preview = z
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
    ...reading,
    tag,
    method: 'GET',
    path: '/message-templates/:templateId/preview',
    summary: 'See what a person would get',
    query: z.strictObject({ personId: z.string().min(1).max(200) }),
    answer: Preview,
    find: async ({ tx, agent, params }) => {
      const definition = await definitions.read(tx, agent)
      return refusalsAsProblems('item', () => ({ definition, template: findTemplate(definition, params.templateId) }))
    },
    handle: async ({ tx, agent, found: { definition, template }, query }) => {
      const person = await readPerson(tx, agent, query.personId)
      if (!person) throw notFound()
      return fillTemplate(template, templateValues(definition, person))
    },
  })
}
