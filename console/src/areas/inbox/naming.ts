import { words } from '#words/inbox.ts'
import type { Person } from './data.ts'

/** What somebody is called: by name, else by how they can be reached, else as a visitor. */
export function nameOf(person: Person | undefined, userId: string, test?: boolean): string {
  if (!person) return test ? words.persona(userId) : words.visitor(userId)
  const { fullName, firstName, lastName, email, phone } = person
  return fullName || [firstName, lastName].filter(Boolean).join(' ') || email || phone || words.visitor(userId)
}
