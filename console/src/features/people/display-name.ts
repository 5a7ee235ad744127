import type { Schema } from '@parley/sdk'
import { strings } from '#i18n/people.ts'

export type Person = Schema<'Person'>
type Named = Pick<Person, 'fullName' | 'firstName' | 'lastName' | 'email' | 'phone'>

export function displayNameOf({ fullName, firstName, lastName, email, phone }: Named): string {
  const joined = [firstName, lastName].filter(Boolean).join(' ')
  return fullName || joined || email || phone || strings.unnamed
}
