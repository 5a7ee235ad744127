import type { PeopleField } from '@parley/definition'
import type { Finding } from '@parley/findings'
import { error, info, into, named, type Place, warning, wordsAt } from '../place.ts'
import type { Known } from './known.ts'
import type { Rule } from './rule.ts'

export const lintPersona: Rule = (document, known) => {
  const fields = into(document, 'scenario', 'persona', 'preset', 'fields')
  return [
    ...lintRepresentative(into(fields, 'assignedRepresentativeId'), known),
    ...lintInterest(into(fields, 'productInterest'), known),
    ...named(into(fields, 'customFields')).flatMap(([key, place]) => lintCustomField(key, place, known)),
    ...['notes', 'tags'].map((key) => into(fields, key)).flatMap(lintUnseen),
  ]
}

function lintRepresentative(place: Place, { representatives }: Known): Finding[] {
  const id = wordsAt(place)
  if (id === undefined || representatives.has(id)) return []
  return [error(place, 'case.persona.representative-unknown', 'names no representative of the agent')]
}

function lintInterest(place: Place, { isProduct }: Known): Finding[] {
  const raw = wordsAt(place)
  if (raw === undefined || isProduct(raw)) return []
  return [warning(place, 'case.persona.product-interest-unmatched', 'matches no Thing of the agent')]
}

function lintCustomField(key: string, place: Place, { peopleFields }: Known): Finding[] {
  const field = peopleFields.get(key)
  if (!field) {
    const message = 'is not declared among the People fields of the agent'
    return [warning(place, 'case.persona.custom-field-undeclared', message)]
  }
  const value = asText(place.value)
  const message = value ? misfit(value, field) : undefined
  return message ? [warning(place, 'case.persona.custom-field-type', message)] : []
}

/** As it will be kept. */
const asText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined

/** As people's own fields are read. */
const fits: Record<PeopleField['type'], { test(value: string, field: PeopleField): boolean; message: string }> = {
  string: { test: () => true, message: '' },
  number: { test: (value) => /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value), message: 'must be a number: that is its type' },
  boolean: {
    test: (value) => value === 'true' || value === 'false',
    message: 'must be true or false: it is a boolean',
  },
  date: { test: isDate, message: 'must be a date, for example 2030-12-24' },
  enum: { test: (value, { options = [] }) => options.includes(value), message: 'is none of the options of the field' },
}

function misfit(value: string, field: PeopleField): string | undefined {
  const { test, message } = fits[field.type]
  return test(value, field) ? undefined : message
}

function isDate(value: string): boolean {
  const at = new Date(value)
  return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}

function lintUnseen(place: Place): Finding[] {
  const isSaid = Array.isArray(place.value) ? place.value.length > 0 : wordsAt(place) !== undefined
  return isSaid ? [info(place, 'case.persona.not-prompt-visible', 'is kept, and never told to the agent')] : []
}
