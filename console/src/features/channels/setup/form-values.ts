import type { ChannelFormField } from '../data.ts'

export type SetupFormValues = Record<string, string>

export const blankFormValues = (
  fields: readonly ChannelFormField[],
  known: Readonly<SetupFormValues> = {},
): SetupFormValues => Object.fromEntries(fields.map(({ key }) => [key, known[key] ?? '']))

/** Omits empty values. */
export function filledValues(values: Readonly<SetupFormValues>): SetupFormValues {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value.trim() ? [[key, value.trim()]] : [])),
  )
}

/** Maps an API error on `inputs.contactEmail` or `auth.from` to the form. */
export const toSetupField = (field: string): string => field.replace(/^(inputs|auth)\./, '')
