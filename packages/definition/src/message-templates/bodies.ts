import { slug, uniqueBy, writable } from '@parley/findings'
import { z } from 'zod'
import { MessageTemplate } from './message-template.ts'

const { id: _, name, description, body, defaultOnMissingSlot } = MessageTemplate.shape

export const MessageTemplateCreate = z
  .strictObject({ ...MessageTemplate.shape, id: slug.optional() })
  .meta({ id: 'MessageTemplateCreate', examples: [{ name: 'Welcome', body: 'Hello {person.firstName|there}.' }] })
export type MessageTemplateCreate = z.output<typeof MessageTemplateCreate>

export const MessageTemplatePut = writable({ name, description, body, defaultOnMissingSlot }, ['id']).meta({
  id: 'MessageTemplatePut',
  examples: [{ name: 'Welcome', body: 'Hello {person.firstName|there}.' }],
})
export type MessageTemplatePut = z.output<typeof MessageTemplatePut>

export const MessageTemplatePatch = writable(
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
