import type { Schema } from '@parley/sdk'
import { words } from '#words/people.ts'
import { spoken } from '../../parts/spoken.ts'

const { profile } = words

/** A custom field as it is declared: its label, and its value in words. */
export function fieldSaid(
  declared: readonly Schema<'PeopleField'>[],
  key: string,
  value: string,
): [label: string, said: string] {
  const { label = key, type } = declared.find((field) => field.key === key) ?? {}
  if (type === 'boolean' && /^(true|false)$/.test(value)) return [label, value === 'true' ? profile.yes : profile.no]
  return [label, spoken(value)]
}
