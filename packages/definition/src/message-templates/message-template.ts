import { boundedText, findFreeSlug, nameText, slug, toSlug, uniqueBy, withReadOnlyFields } from '@parley/findings'
import { z } from 'zod'
import { ChangeRejectedError } from '../change-rejected.ts'
import type { AgentDefinition } from '../definition.ts'
import { applyPatch } from '../patch.ts'

/** The effect on a message when a slot has no value and no default. */
export const missingSlotPolicies = ['omit-sentence', 'omit-message', 'block-send'] as const
export type MissingSlotPolicy = (typeof missingSlotPolicies)[number]

export const MessageTemplate = z
  .strictObject({
    id: slug,
    name: nameText,
    description: boundedText({ max: 1000 }).optional(),
    body: boundedText({ min: 1, max: 20_000 }),
    defaultOnMissingSlot: z.enum(missingSlotPolicies).optional(),
  })
  .meta({
    id: 'MessageTemplate',
    examples: [{ id: 'welcome', name: 'Welcome', body: 'Hello {person.firstName|there}.' }],
  })
export type MessageTemplate = z.infer<typeof MessageTemplate>

const { id: _, name, description, body, defaultOnMissingSlot } = MessageTemplate.shape

export const MessageTemplateCreate = z
  .strictObject({ ...MessageTemplate.shape, id: slug.optional() })
  .meta({ id: 'MessageTemplateCreate', examples: [{ name: 'Welcome', body: 'Hello {person.firstName|there}.' }] })
export type MessageTemplateCreate = z.output<typeof MessageTemplateCreate>

export const MessageTemplatePut = withReadOnlyFields({ name, description, body, defaultOnMissingSlot }, ['id']).meta({
  id: 'MessageTemplatePut',
  examples: [{ name: 'Welcome', body: 'Hello {person.firstName|there}.' }],
})
export type MessageTemplatePut = z.output<typeof MessageTemplatePut>

export const MessageTemplatePatch = withReadOnlyFields(
  {
    name: name.optional(),
    description: description.nullable(),
    body: body.optional(),
    defaultOnMissingSlot: defaultOnMissingSlot.nullable(),
  },
  ['id'],
).meta({ id: 'MessageTemplatePatch', examples: [{ body: 'Hello.' }] })
export type MessageTemplatePatch = z.output<typeof MessageTemplatePatch>

export const MessageTemplateList = uniqueBy(z.array(MessageTemplate).max(500), 'id')

export function addTemplate(
  definition: AgentDefinition,
  sent: MessageTemplateCreate,
): { definition: AgentDefinition; id: string } {
  const { messageTemplates } = definition
  const usedIds = new Set(messageTemplates.map(({ id }) => id))
  if (sent.id !== undefined && usedIds.has(sent.id)) {
    throw new ChangeRejectedError('resource.conflict', {
      detail: `A message template with the id ${sent.id} already exists`,
    })
  }
  const id = sent.id ?? findFreeSlug(toSlug(sent.name, 'template'), usedIds)
  return { definition: { ...definition, messageTemplates: [...messageTemplates, { ...sent, id }] }, id }
}

export function putTemplate(definition: AgentDefinition, id: string, sent: MessageTemplatePut): AgentDefinition {
  return editTemplate(definition, id, () => ({ id, ...sent }))
}

export function patchTemplate(definition: AgentDefinition, id: string, patch: MessageTemplatePatch): AgentDefinition {
  return editTemplate(definition, id, (stored) => applyPatch(stored, patch))
}

export function removeTemplate(definition: AgentDefinition, id: string): AgentDefinition {
  findTemplate(definition, id)
  return { ...definition, messageTemplates: definition.messageTemplates.filter((template) => template.id !== id) }
}

export function findTemplate({ messageTemplates }: AgentDefinition, id: string): MessageTemplate {
  const found = messageTemplates.find((template) => template.id === id)
  if (!found) throw new ChangeRejectedError('resource.not_found')
  return found
}

function editTemplate(
  definition: AgentDefinition,
  id: string,
  edit: (stored: MessageTemplate) => MessageTemplate,
): AgentDefinition {
  findTemplate(definition, id)
  const messageTemplates = definition.messageTemplates.map((stored) => (stored.id === id ? edit(stored) : stored))
  return { ...definition, messageTemplates }
}
