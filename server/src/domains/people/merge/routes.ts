import { z } from 'zod'
import { agentRoute } from '../../../platform/http/route.ts'
import type { PeopleDeps } from '../deps.ts'
import { loadPersonResponse } from '../person/people.ts'
import { type Person, PersonResponse } from '../person/person.ts'
import { findPerson } from '../person/queries.ts'
import { assertDistinct, lockPersonPair, mergePeople } from './merge.ts'

const MergeBody = z
  .strictObject({ fromPersonId: z.string() })
  .meta({ id: 'MergeBody', examples: [{ fromPersonId: 'per_0m3k1' }] })

export const mergeRoutes = (deps: PeopleDeps) => [
  agentRoute({
    role: 'editor',
    scope: 'people:write',
    tag: 'People',
    method: 'POST',
    path: '/people/:personId/_merge',
    summary: 'Merge another Person into this one',
    description:
      'The Person in the path stays and keeps their values; missing values come from the other one. Identities, ' +
      'consent history, journal and appointments are combined, and values that conflict are noted in the journal.',
    body: MergeBody,
    response: PersonResponse,
    guardedBy: '',
    // The handler checks If-Match itself: both people are locked in a fixed order, and the other one is known only from
    // the body.
    checksIfMatch: true,
    find: ({ tx, agent, params }) => findPerson(tx, agent, params.personId),
    handle: async ({ tx, agent, body, found, world, checkIfMatch }) => {
      const locked = await lockPersonPair(tx, agent, found, body.fromPersonId)
      await checkIfMatch(tx)
      await mergePeople(tx, agent, assertDistinct(locked, body.fromPersonId), { ...deps, world })
      return loadPersonResponse(tx, agent, (await findPerson(tx, agent, found.id)) as Person)
    },
  }),
]
