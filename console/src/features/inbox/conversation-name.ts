import { strings } from '#i18n/inbox.ts'
import type { Person } from './inbox-data.ts'

/** Display name: the person's name, otherwise their contact details, otherwise "visitor". */
export function conversationName(person: Person | undefined, userId: string, test?: boolean): string {
  if (!person) return test ? strings.persona(userId) : strings.visitor(userId)
  const { fullName, firstName, lastName, email, phone } = person
  return fullName || [firstName, lastName].filter(Boolean).join(' ') || email || phone || strings.visitor(userId)
}
