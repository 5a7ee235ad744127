import { type AgentDefinition, fillTemplate } from '@parley/definition'
import { templateValues } from '../agents/index.ts'

type Person = Parameters<typeof templateValues>[1]
type Inputs = Readonly<Record<string, string>>

/** `slot` is what the person lacks; absent where the template has no words at all. */
export type Opener = { aml: string } | { blocked: true; slot?: string }

/**
 * A message template for one person. Filling sees to it that values are words and mark up nothing. What comes out without
 * words is blocked as well: there is nothing to send.
 */
export function openingOf(definition: AgentDefinition, templateId: string, person: Person, inputs?: Inputs): Opener {
  const template = definition.messageTemplates.find(({ id }) => id === templateId)
  if (!template) return { blocked: true }
  const reader = inputs ? withInputs(definition, person, inputs) : person
  const { renderedText, missingSlots } = fillTemplate(template, templateValues(definition, reader), 'aml')
  if (renderedText?.trim()) return { aml: renderedText }
  const missing = missingSlots.find(({ action }) => action === 'block-send') ?? missingSlots[0]
  return { blocked: true, slot: missing?.path }
}

/** What a send brings counts before what is on file, except where a locked field has a value. */
function withInputs({ peopleFields }: AgentDefinition, person: Person, inputs: Inputs): Person {
  const { customFields: onFile = {} } = person
  const locked = peopleFields.filter((field) => field.locked).map(({ key }) => key)
  const kept = locked.filter((key) => Object.hasOwn(onFile, key) && !isEmpty(onFile[key]))
  const lockedValues = Object.fromEntries(kept.map((key) => [key, onFile[key]]))
  const said = Object.fromEntries(Object.entries(inputs).filter(([, value]) => !isEmpty(value)))
  return { ...person, customFields: { ...onFile, ...said, ...lockedValues } }
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || String(value).trim() === ''
