import type { Db } from '../../../platform/db/database.ts'
import { invalidRequest, notFound } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Person } from '../person/person.ts'
import { findPerson, lockPeople } from '../person/queries.ts'
import { setPreferredIdentity, transferIdentity } from './identities.ts'
import type { Identity } from './identity.ts'
import { findIdentityByAsid } from './queries.ts'

/** A person and one of the identities that are theirs. */
export type IdentityHolder = { person: Person; identity: Identity }

export async function findIdentityHolder(
  db: Db,
  agent: AgentKey,
  { personId, asid }: { personId: string; asid: string },
): Promise<IdentityHolder | undefined> {
  const person = await findPerson(db, agent, personId)
  const identity = await findIdentityByAsid(db, agent, asid)
  return person && identity?.personKey === person.key ? { person, identity } : undefined
}

/** Both people at once, in the order of their keys: two moves against each other must not wait for each other. */
export async function lockIdentityHolder(
  tx: Db,
  agent: AgentKey,
  { personId, asid, person, toId }: { personId: string; asid: string; person: Person; toId?: string },
): Promise<IdentityHolder & { to?: Person }> {
  const to = toId === undefined ? undefined : await findPerson(tx, agent, toId)
  const locked = await lockPeople(tx, agent, to ? [person.key, to.key] : [person.key])
  const held = await findIdentityHolder(tx, agent, { personId, asid })
  if (!held) throw notFound()
  if (toId === undefined) return held
  const target = locked.find(({ id }) => id === toId)
  if (!target) throw invalidRequest([{ field: 'personId', message: 'names no Person of this agent' }])
  return { ...held, to: target }
}

/** Answers the people whom it has changed. */
export async function patchIdentity(
  tx: Db,
  agent: AgentKey,
  { person, identity, to = person, preferred }: IdentityHolder & { to?: Person; preferred?: boolean },
  now: Date,
): Promise<Person[]> {
  if (to.key === person.key) {
    return preferred && !identity.preferred ? [await setPreferredIdentity(tx, agent, { person, identity }, now)] : []
  }
  const moved = await transferIdentity(tx, agent, { person, identity, to }, now)
  if (!preferred) return [moved.person, moved.to]
  return [moved.person, await setPreferredIdentity(tx, agent, { person: moved.to, identity }, now)]
}
