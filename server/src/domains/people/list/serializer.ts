import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { listIdentitiesByPerson } from '../identities/queries.ts'
import { type Person, type PersonResponse, serializePerson } from '../person/person.ts'

/** Serializes people for lists: with identities, without journals. */
export async function serializePeople(db: Db, agent: AgentKey, people: readonly Person[]): Promise<PersonResponse[]> {
  const keys = people.map(({ key }) => key)
  const identities = await listIdentitiesByPerson(db, agent, keys)
  return people.map((person) => serializePerson(person, identities.get(person.key) ?? []))
}
