import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { PeopleDeps } from '../deps.ts'
import { createPersonCreatedEvent, createPersonUpdatedEvent } from '../events.ts'
import { listIdentitiesByPerson } from '../identities/queries.ts'
import { listJournalEntries } from '../journal/queries.ts'
import { buildNewPerson, type ChangeAuthor, changePerson } from './change.ts'
import { type Person, type PersonResponse, type ProfileChange, serializePerson } from './person.ts'
import { findPerson, insertPeople, updatePeople } from './queries.ts'

const shownJournalEntries = 100

export async function createPerson(
  tx: Db,
  agent: AgentKey,
  change: ProfileChange,
  { definitions, announce, world }: PeopleDeps & { world: World },
): Promise<Person> {
  const { peopleFields: fields } = await definitions.read(tx, agent)
  const made = buildNewPerson(change, { id: world.newId('per'), now: world.now(), fields })
  const [person] = (await insertPeople(tx, agent, [made])) as [Person]
  await announce(tx, createPersonCreatedEvent(agent, person))
  return person
}

/**
 * Updates the profile of a locked person; for the author `agent` (conversations and sends), locked fields stay
 * unchanged.
 */
export async function updatePerson(
  tx: Db,
  agent: AgentKey,
  { person: before, change, by }: { person: Person; change: ProfileChange; by: ChangeAuthor },
  { definitions, announce, world }: Pick<PeopleDeps, 'definitions' | 'announce'> & { world: World },
): Promise<Person> {
  const { peopleFields: fields } = await definitions.read(tx, agent)
  const { person: after, changed } = changePerson(before, change, { fields, by, now: world.now() })
  if (changed.length === 0) return before
  await updatePeople(tx, agent, [{ before, after }])
  await announce(tx, createPersonUpdatedEvent(agent, before, after, changed))
  return after
}

/** Returns a person with their identities and newest journal entries. */
export async function loadPersonResponse(db: Db, agent: AgentKey, person: Person): Promise<PersonResponse> {
  const identities = (await listIdentitiesByPerson(db, agent, [person.key])).get(person.key) ?? []
  const { data: journal } = await listJournalEntries(db, agent, person.key, { limit: shownJournalEntries })
  return serializePerson(person, identities, journal)
}

/** Values of a person for the slots of a message template, without the internal key. */
export async function readPersonSlots(db: Db, agent: AgentKey, personId: string) {
  const person = await findPerson(db, agent, personId)
  if (!person) return undefined
  const { key: _, ...slots } = person
  return slots
}
