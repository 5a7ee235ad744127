import type { Db } from '../../../platform/db/database.ts'
import { invalidRequest, notFound } from '../../../platform/http/problem.ts'
import { type AgentKey, agentRoute } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import type { PeopleDeps } from '../deps.ts'
import { createPersonUpdatedEvent } from '../events.ts'
import type { Person } from '../person/person.ts'
import { findPerson, lockPeople, lockPerson } from '../person/queries.ts'
import { claimIdentity, detachIdentity, setPreferredIdentity, transferIdentity } from './identities.ts'
import { type Identity, IdentityBody, IdentityResponse, PersonIdentityPatch, serializeIdentity } from './identity.ts'
import { findIdentityByAsid, listIdentitiesByPerson } from './queries.ts'

const tag = 'People'
const read = { role: 'viewer', scope: 'people:read', frontDesk: 'people:read', tag } as const
const write = { role: 'editor', scope: 'people:write', frontDesk: 'people:write', tag } as const

export const personIdentityRoutes = ({ announce }: Pick<PeopleDeps, 'announce'>) => [
  agentRoute({
    ...read,
    method: 'GET',
    path: '/people/:personId/identities',
    summary: 'List the channel identities of a Person, oldest first',
    response: listSchema(IdentityResponse),
    find: ({ tx, agent, params }) => findPerson(tx, agent, params.personId),
    handle: async ({ tx, agent, found }) => ({
      data: (await listIdentitiesByPerson(tx, agent, [found.key])).get(found.key) ?? [],
    }),
  }),
  agentRoute({
    ...write,
    method: 'POST',
    path: '/people/:personId/identities',
    summary: 'Add a channel identity to a Person',
    description:
      'The asid belongs to the address: it stays the same whenever the address is added again, to any Person. The first ' +
      'identity of a Person is the preferred one.',
    body: IdentityBody,
    response: IdentityResponse,
    status: 201,
    problems: ['resource.conflict'],
    find: ({ tx, agent, params }) => lockPerson(tx, agent, params.personId),
    handle: async ({ tx, agent, body, found, world }) => {
      const { person, identity, changed } = await claimIdentity(tx, agent, { person: found, ...body }, world)
      if (changed) await announce(tx, identitiesChanged(agent, person))
      return serializeIdentity(identity)
    },
  }),
  agentRoute({
    ...write,
    method: 'PATCH',
    path: '/people/:personId/identities/:asid',
    summary: 'Prefer a channel identity, or move it to another Person',
    body: PersonIdentityPatch,
    response: IdentityResponse,
    find: ({ tx, agent, params }) => findIdentityHolder(tx, agent, params),
    handle: async ({ tx, agent, params, body, found, world }) => {
      const locked = await lockIdentityHolder(tx, agent, { ...params, person: found.person, toId: body.personId })
      const people = await patchIdentity(tx, agent, { ...locked, preferred: body.preferred }, world.now())
      await announce(tx, ...people.map((person) => identitiesChanged(agent, person)))
      return serializeIdentity((await findIdentityByAsid(tx, agent, params.asid)) as Identity)
    },
  }),
  agentRoute({
    ...write,
    method: 'DELETE',
    path: '/people/:personId/identities/:asid',
    summary: 'Remove a channel identity from a Person',
    description: 'Another Person can then have it. Its opt-out status stays.',
    find: async ({ tx, agent, params }) => {
      await lockPerson(tx, agent, params.personId)
      return findIdentityHolder(tx, agent, params)
    },
    handle: async ({ tx, agent, found, world }) => {
      const person = await detachIdentity(tx, agent, found, world.now())
      await announce(tx, identitiesChanged(agent, person))
    },
  }),
]

const identitiesChanged = (agent: AgentKey, person: Person) =>
  createPersonUpdatedEvent(agent, person, person, ['identities'])

type IdentityHolder = { person: Person; identity: Identity }

async function findIdentityHolder(
  db: Db,
  agent: AgentKey,
  { personId, asid }: { personId: string; asid: string },
): Promise<IdentityHolder | undefined> {
  const person = await findPerson(db, agent, personId)
  const identity = await findIdentityByAsid(db, agent, asid)
  return person && identity?.personKey === person.key ? { person, identity } : undefined
}

/** Locks both people in key order, so two opposite transfers cannot deadlock. */
async function lockIdentityHolder(
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
  if (!target) throw invalidRequest([{ field: 'personId', message: 'does not match any Person of this agent' }])
  return { ...held, to: target }
}

/** Returns the people it changed. */
async function patchIdentity(
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
