import type { ChannelFormField } from '../data.ts'

export type SetupFormValues = Record<string, string>

export const blankFormValues = (
  fields: readonly ChannelFormField[],
  known: Readonly<SetupFormValues> = {},
): SetupFormValues => Object.fromEntries(fields.map(({ key }) => [key, known[key] ?? '']))

/** What was filled in; what is empty is not given. */
export function filledValues(values: Readonly<SetupFormValues>): SetupFormValues {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value.trim() ? [[key, value.trim()]] : [])),
  )
}

/** Where a refusal of `inputs.contactEmail` or `auth.from` stands in the form. */
export const toSetupField = (field: string): string => field.replace(/^(inputs|auth)\./, '')
