import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { identitiesOf } from '../identities/queries.ts'
import { type Person, type ShownPerson, shownPerson } from '../person/person.ts'

/** Several people as lists show them: with their identities, without their journals. */
export async function showPeople(db: Db, agent: AgentKey, people: readonly Person[]): Promise<ShownPerson[]> {
  const keys = people.map(({ key }) => key)
  const identities = await identitiesOf(db, agent, keys)
  return people.map((person) => shownPerson(person, identities.get(person.key) ?? []))
}
