import { strings } from '#i18n/inbox.ts'
import type { Person } from './inbox-data.ts'

/** What somebody is called: by name, else by how they can be reached, else as a visitor. */
export function conversationName(person: Person | undefined, userId: string, test?: boolean): string {
  if (!person) return test ? strings.persona(userId) : strings.visitor(userId)
  const { fullName, firstName, lastName, email, phone } = person
  return fullName || [firstName, lastName].filter(Boolean).join(' ') || email || phone || strings.visitor(userId)
}
