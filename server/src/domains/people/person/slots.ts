import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { findPerson } from './queries.ts'

/** What the slots of a message template read of a person; the key of their row is none of it. */
export async function readPersonSlots(db: Db, agent: AgentKey, personId: string) {
  const person = await findPerson(db, agent, personId)
  if (!person) return undefined
  const { key: _, ...slots } = person
  return slots
}
