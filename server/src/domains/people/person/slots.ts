import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { findPerson } from './queries.ts'

/** Values of a person for the slots of a message template, without the internal key. */
export async function readPersonSlots(db: Db, agent: AgentKey, personId: string) {
  const person = await findPerson(db, agent, personId)
  if (!person) return undefined
  const { key: _, ...slots } = person
  return slots
}
