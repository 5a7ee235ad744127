import { findFreeSlug, toSlug } from '@parley/findings'
import { ChangeRejectedError } from '../change-rejected.ts'
import type { AgentDefinition } from '../definition.ts'
import { applyPatch } from '../patch.ts'
import type { MessageTemplateCreate, MessageTemplatePatch, MessageTemplatePut } from './bodies.ts'
import type { MessageTemplate } from './message-template.ts'

export function addTemplate(
  definition: AgentDefinition,
  sent: MessageTemplateCreate,
): { definition: AgentDefinition; id: string } {
  const { messageTemplates } = definition
  const taken = new Set(messageTemplates.map(({ id }) => id))
  if (sent.id !== undefined && taken.has(sent.id)) {
    throw new ChangeRejectedError('resource.conflict', { detail: `There is a message template ${sent.id} already` })
  }
  const id = sent.id ?? findFreeSlug(toSlug(sent.name, 'template'), taken)
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
