import type { PeopleField } from '@parley/definition'
import type { Finding } from '@parley/findings'
import {
  createErrorFinding,
  createInfoFinding,
  createWarningFinding,
  getChild,
  getNonBlankText,
  type JsonNode,
  listProperties,
} from '../json-node.ts'
import type { AgentVocabulary, LintRule } from './known.ts'

export const lintPersona: LintRule = (document, vocabulary) => {
  const fields = getChild(document, 'scenario', 'persona', 'preset', 'fields')
  return [
    ...lintRepresentative(getChild(fields, 'assignedRepresentativeId'), vocabulary),
    ...lintInterest(getChild(fields, 'productInterest'), vocabulary),
    ...listProperties(getChild(fields, 'customFields')).flatMap(([key, place]) =>
      lintCustomField(key, place, vocabulary),
    ),
    ...['notes', 'tags'].map((key) => getChild(fields, key)).flatMap(lintHiddenField),
  ]
}

function lintRepresentative(place: JsonNode, { representatives }: AgentVocabulary): Finding[] {
  const id = getNonBlankText(place)
  if (id === undefined || representatives.has(id)) return []
  return [
    createErrorFinding(place, 'case.persona.representative-unknown', 'does not match any representative of the agent'),
  ]
}

function lintInterest(place: JsonNode, { isProduct }: AgentVocabulary): Finding[] {
  const raw = getNonBlankText(place)
  if (raw === undefined || isProduct(raw)) return []
  return [
    createWarningFinding(place, 'case.persona.product-interest-unmatched', 'does not match any Thing of the agent'),
  ]
}

function lintCustomField(key: string, place: JsonNode, { peopleFields }: AgentVocabulary): Finding[] {
  const field = peopleFields.get(key)
  if (!field) {
    const message = "is not one of the agent's People fields"
    return [createWarningFinding(place, 'case.persona.custom-field-undeclared', message)]
  }
  const value = asText(place.value)
  const message = value ? findMismatch(value, field) : undefined
  return message ? [createWarningFinding(place, 'case.persona.custom-field-type', message)] : []
}

/** The value as it will be stored. */
const asText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined

/** The same rules as for reading custom fields. */
const fits: Record<PeopleField['type'], { test(value: string, field: PeopleField): boolean; message: string }> = {
  string: { test: () => true, message: '' },
  number: {
    test: (value) => /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value),
    message: 'must be a number, since the field is a number',
  },
  boolean: {
    test: (value) => value === 'true' || value === 'false',
    message: 'must be true or false, since the field is a boolean',
  },
  date: { test: isDate, message: 'must be a date, for example 2030-12-24' },
  enum: { test: (value, { options = [] }) => options.includes(value), message: "is not one of the field's options" },
}

function findMismatch(value: string, field: PeopleField): string | undefined {
  const { test, message } = fits[field.type]
  return test(value, field) ? undefined : message
}

function isDate(value: string): boolean {
  const at = new Date(value)
  return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}

function lintHiddenField(place: JsonNode): Finding[] {
  const isSaid = Array.isArray(place.value) ? place.value.length > 0 : getNonBlankText(place) !== undefined
  return isSaid
    ? [createInfoFinding(place, 'case.persona.not-prompt-visible', 'is stored, but the agent never sees it')]
    : []
}
