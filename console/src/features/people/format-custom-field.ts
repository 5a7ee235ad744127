import type { Schema } from '@parley/sdk'
import { strings } from '#i18n/people.ts'
import { localizeTimestamps } from '../../components/localize-timestamps.ts'

const { profile } = strings

/** Formats a custom field by its declaration: its label and a readable value. */
export function formatCustomField(
  declared: readonly Schema<'PeopleField'>[],
  key: string,
  value: string,
): [label: string, said: string] {
  const { label = key, type } = declared.find((field) => field.key === key) ?? {}
  if (type === 'boolean' && /^(true|false)$/.test(value)) return [label, value === 'true' ? profile.yes : profile.no]
  return [label, localizeTimestamps(value)]
}
