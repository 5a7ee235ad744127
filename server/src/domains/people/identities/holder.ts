import type { Db } from '../../../platform/db/database.ts'
import { invalid, notFound } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Person } from '../person/person.ts'
import { findPerson, lockPeople } from '../person/queries.ts'
import { chooseIdentity, moveIdentity } from './identities.ts'
import type { Identity } from './identity.ts'
import { findByAsid } from './queries.ts'

/** A person and one of the identities that are theirs. */
export type Holder = { person: Person; identity: Identity }

export async function findHolder(
  db: Db,
  agent: AgentKey,
  { personId, asid }: { personId: string; asid: string },
): Promise<Holder | undefined> {
  const person = await findPerson(db, agent, personId)
  const identity = await findByAsid(db, agent, asid)
  return person && identity?.personKey === person.key ? { person, identity } : undefined
}

/** Both people at once, in the order of their keys: two moves against each other must not wait for each other. */
export async function lockHolder(
  tx: Db,
  agent: AgentKey,
  { personId, asid, person, toId }: { personId: string; asid: string; person: Person; toId?: string },
): Promise<Holder & { to?: Person }> {
  const to = toId === undefined ? undefined : await findPerson(tx, agent, toId)
  const locked = await lockPeople(tx, agent, to ? [person.key, to.key] : [person.key])
  const held = await findHolder(tx, agent, { personId, asid })
  if (!held) throw notFound()
  if (toId === undefined) return held
  const target = locked.find(({ id }) => id === toId)
  if (!target) throw invalid([{ field: 'personId', message: 'names no Person of this agent' }])
  return { ...held, to: target }
}

/** Answers the people whom it has changed. */
export async function patchIdentity(
  tx: Db,
  agent: AgentKey,
  { person, identity, to = person, preferred }: Holder & { to?: Person; preferred?: boolean },
  now: Date,
): Promise<Person[]> {
  if (to.key === person.key) {
    return preferred && !identity.preferred ? [await chooseIdentity(tx, agent, { person, identity }, now)] : []
  }
  const moved = await moveIdentity(tx, agent, { person, identity, to }, now)
  if (!preferred) return [moved.person, moved.to]
  return [moved.person, await chooseIdentity(tx, agent, { person: moved.to, identity }, now)]
}
