import type { FormField } from '../data.ts'

export type Values = Record<string, string>

export const blankValues = (fields: readonly FormField[], known: Readonly<Values> = {}): Values =>
  Object.fromEntries(fields.map(({ key }) => [key, known[key] ?? '']))

/** What was filled in; what is empty is not given. */
export function givenValues(values: Readonly<Values>): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value.trim() ? [[key, value.trim()]] : [])),
  )
}

/** Where a refusal of `inputs.contactEmail` or `auth.from` stands in the form. */
export const fieldOfRefusal = (field: string): string => field.replace(/^(inputs|auth)\./, '')
