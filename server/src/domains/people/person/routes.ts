import { agentRoute } from '../../../platform/http/route.ts'
import { consentAuthorOf, recordConsent } from '../consent/consent.ts'

import type { PeopleDeps } from '../deps.ts'
import { erasePerson } from '../erase/erase.ts'
import { createPerson, loadPersonResponse, updatePerson } from './people.ts'
import { PersonBody, PersonCreate, PersonResponse } from './person.ts'
import { findPerson, lockPerson } from './queries.ts'

const tag = 'People'
const read = { role: 'viewer', scope: 'people:read', tag } as const
const write = { role: 'editor', scope: 'people:write', tag } as const

export const personRoutes = (deps: PeopleDeps) => [
  agentRoute({
    ...write,
    method: 'POST',
    path: '/people',
    summary: 'Add a Person to the agent',
    description:
      'What the person has said to being written to may come with them, and is recorded as an entry of their consent. ' +
      'Channel identities and what conversations learn have routes and owners of their own.',
    body: PersonCreate,
    answer: PersonResponse,
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
    answer: PersonResponse,
    find: ({ tx, agent, params }) => findPerson(tx, agent, params.personId),
    handle: ({ tx, agent, found }) => loadPersonResponse(tx, agent, found),
  }),
  agentRoute({
    ...write,
    method: 'PATCH',
    path: '/people/:personId',
    summary: 'Change a Person',
    description: 'Absent keeps, null or an empty text clears, a value replaces; custom fields go key by key.',
    body: PersonBody,
    answer: PersonResponse,
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
    method: 'DELETE',
    path: '/people/:personId',
    summary: 'Erase a Person and all that is known of them',
    description:
      'Messages, journal, consent, appointments and identities go too. Of an address that has said STOP a salted hash ' +
      'stays, so that it is not written to again.',
    find: ({ tx, agent, params }) => lockPerson(tx, agent, params.personId),
    handle: ({ tx, agent, found }) => erasePerson(tx, agent, found, deps),
  }),
]
