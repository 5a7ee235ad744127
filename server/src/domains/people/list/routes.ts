import { agentRoute } from '../../../platform/http/route.ts'
import { listOf } from '../../../platform/http/schemas.ts'
import type { Keyring } from '../../../platform/secrets/keyring.ts'
import { ShownPerson } from '../person/person.ts'
import { listPeople } from './queries.ts'
import { showPeople } from './show.ts'
import { readPageToken, writePageToken } from './token.ts'
import { PeopleQuery } from './vocabulary.ts'

export const peopleListRoutes = ({ keyring }: { keyring: Keyring }) => [
  agentRoute({
    role: 'viewer',
    scope: 'people:read',
    tag: 'People',
    method: 'GET',
    path: '/people',
    summary: 'List the people of the agent, newest first unless sorted otherwise',
    description:
      'All filters must apply. A custom field is a filter too: `customFields.<key>=<value>`. Times are exclusive: after ' +
      'is strictly later, before strictly earlier. A page token is good for the same filters and sort only.',
    query: PeopleQuery,
    answer: listOf(ShownPerson),
    handle: async ({ tx, agent, query: { filter, sort, limit, pageToken } }) => {
      const list = { agent, filter, sort }
      const after = readPageToken(keyring, list, pageToken)
      const { people, next } = await listPeople(tx, agent, { filter, sort, limit, after })
      const data = await showPeople(tx, agent, people)
      return next ? { data, nextPageToken: writePageToken(keyring, list, next) } : { data }
    },
  }),
]
