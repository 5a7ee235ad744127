import { type AgentDefinition, fillTemplate, type MessageTemplate } from '@parley/definition'
import { createTemplateValues, type PersonFields } from '../agents/index.ts'

type Inputs = Readonly<Record<string, string>>

/** `slot` is the value the person lacks; absent when the rendered template has no text. */
export type FilledOpener = { aml: string } | { blocked: true; slot?: string }

/**
 * Renders a message template, and the templates it includes, for one person. Values are inserted as plain text, never
 * as markup. A result without text is blocked too: there is nothing to send.
 */
export function fillOpener(
  definition: AgentDefinition,
  templateId: string,
  person: PersonFields,
  inputs?: Inputs,
): FilledOpener {
  const reader = inputs ? withInputs(definition, person, inputs) : person
  const { text, slot, isBlocked } = fillNestedTemplate(templateId, {
    definition,
    values: createTemplateValues(definition, reader),
  })
  if (text.trim() && !isBlocked) return { aml: text }
  return { blocked: true, ...(slot !== undefined && { slot }) }
}

const slotPath = /^(?:person|agent)\.[^{}\r\n]+$/
type VariableValues = { definition: AgentDefinition; person: PersonFields; inputs?: Inputs }

/** Fills one variable of a provider's template: the path of a slot, or a text with slots. Missing values are empty. */
export function fillTemplateVariable(text: string, { definition, person, inputs }: VariableValues): string {
  const body = slotPath.test(text.trim()) ? `{${text.trim()}}` : text
  const values = createTemplateValues(definition, inputs ? withInputs(definition, person, inputs) : person)
  return fillTemplate({ body, defaultOnMissingSlot: 'omit-sentence' }, values).renderedText ?? ''
}

/** Returns all templates an opening may include, its own first. */
export function collectOpenerTemplates(definition: AgentDefinition, templateId: string): MessageTemplate[] {
  const known = new Map(definition.messageTemplates.map((template) => [template.id, template]))
  const found = new Set<MessageTemplate>()
  const visit = (id: string): void => {
    const template = known.get(id)
    if (!template || found.has(template)) return
    found.add(template)
    for (const [, inner] of template.body.matchAll(marker)) visit(inner as string)
  }
  visit(templateId)
  return [...found]
}

type FillContext = {
  definition: AgentDefinition
  values(path: string): string | undefined
  within?: readonly string[]
}
type FillResult = { text: string; slot?: string; isBlocked?: boolean }

/** Matches what the compiler expands: `[[template: welcome]]`, one level deep. */
const marker = /(?<!\\)\[\[\s*template\s*:\s*([\w-]+)\s*\]\]/gi
const maxDepth = 5

function fillNestedTemplate(templateId: string, { definition, values, within = [] }: FillContext): FillResult {
  const template = definition.messageTemplates.find(({ id }) => id === templateId)
  if (!template) return { text: '' }
  const { renderedText, missingSlots } = fillTemplate(template, values, 'aml')
  const missing = missingSlots.find(({ action }) => action === 'block-send')
  let ending: FillResult = { text: '', slot: (missing ?? missingSlots[0])?.path, isBlocked: missing !== undefined }
  const path = [...within, templateId]
  const text = (renderedText ?? '').replace(marker, (named: string, id: string) => {
    if (path.includes(id) || path.length > maxDepth) return named
    const inner = fillNestedTemplate(id, { definition, values, within: path })
    if (inner.isBlocked) ending = inner
    return inner.text
  })
  return { ...ending, text }
}

/** Inputs of the send override stored values, except for locked fields that have a value. */
function withInputs({ peopleFields }: AgentDefinition, person: PersonFields, inputs: Inputs): PersonFields {
  const { customFields: onFile = {} } = person
  const locked = peopleFields.filter((field) => field.locked).map(({ key }) => key)
  const lockedKeys = locked.filter((key) => Object.hasOwn(onFile, key) && !isEmpty(onFile[key]))
  const lockedValues = Object.fromEntries(lockedKeys.map((key) => [key, onFile[key]]))
  const inputValues = Object.fromEntries(Object.entries(inputs).filter(([, value]) => !isEmpty(value)))
  return { ...person, customFields: { ...onFile, ...inputValues, ...lockedValues } }
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || String(value).trim() === ''
