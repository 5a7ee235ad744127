import { agentRoute } from '../../../platform/http/route.ts'
import { consentAuthorOf, recordConsent } from '../consent/consent.ts'

import type { PeopleDeps } from '../deps.ts'
import { erasePerson } from '../erase/erase.ts'
import { createPerson, loadPersonResponse, updatePerson } from './people.ts'
import { PersonBody, PersonCreate, PersonResponse } from './person.ts'
import { findPerson, lockPerson } from './queries.ts'

const tag = 'People'
const read = { role: 'viewer', scope: 'people:read', frontDesk: 'people:read', tag } as const
const write = { role: 'editor', scope: 'people:write', frontDesk: 'people:write', tag } as const

export const personRoutes = (deps: PeopleDeps) => [
  agentRoute({
    ...write,
    method: 'POST',
    path: '/people',
    summary: 'Add a Person to the agent',
    description:
      "The person's consent to messages may be included, and is recorded as a consent entry. " +
      'Channel identities and data learned in conversations have routes of their own.',
    body: PersonCreate,
    response: PersonResponse,
    status: 201,
    handle: async ({ tx, agent, body: { consent, ...profile }, caller, world }) => {
      const person = await createPerson(tx, agent, profile, { ...deps, world })
      const entry = consent && { ...consent, by: consentAuthorOf(caller), at: person.createdAt }
      return loadPersonResponse(tx, agent, entry ? await recordConsent(tx, agent, { person, entry }, deps) : person)
    },
  }),
  agentRoute({
    ...read,
    method: 'GET',
    path: '/people/:personId',
    summary: 'Read a Person',
    response: PersonResponse,
    find: ({ tx, agent, params }) => findPerson(tx, agent, params.personId),
    handle: ({ tx, agent, found }) => loadPersonResponse(tx, agent, found),
  }),
  agentRoute({
    ...write,
    method: 'PATCH',
    path: '/people/:personId',
    summary: 'Change a Person',
    description:
      'An omitted field keeps its value, null or an empty string clears it, a value replaces it; custom fields work per key.',
    body: PersonBody,
    response: PersonResponse,
    find: ({ tx, agent, params }) => lockPerson(tx, agent, params.personId),
    handle: async ({ tx, agent, body, found, world }) => {
      const change = { person: found, change: body, by: 'operator' } as const
      const after = await updatePerson(tx, agent, change, { ...deps, world })
      // Read back from the database, so the ETag of this response equals that of the next read.
      return loadPersonResponse(tx, agent, (await findPerson(tx, agent, found.id)) ?? after)
    },
  }),
  agentRoute({
    ...write,
    // The front desk erases nobody.
    frontDesk: undefined,
    method: 'DELETE',
    path: '/people/:personId',
    summary: 'Erase a Person and everything stored about them',
    description:
      'Also deletes messages, journal, consent, appointments and identities. For an address that replied STOP, a salted hash ' +
      'stays, so that it is never contacted again.',
    find: ({ tx, agent, params }) => lockPerson(tx, agent, params.personId),
    handle: ({ tx, agent, found }) => erasePerson(tx, agent, found, deps),
  }),
]
