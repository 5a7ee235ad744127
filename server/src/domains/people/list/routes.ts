import { boundedText } from '@parley/findings'
import { z } from 'zod'
import { invalidRequest } from '../../../platform/http/problem.ts'
import { type AgentKey, agentRoute } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import type { Keyring } from '../../../platform/secrets/keyring.ts'
import { findPeopleByAsids } from '../identities/queries.ts'
import { PersonResponse } from '../person/person.ts'
import { findPeople } from '../person/queries.ts'
import type { ParsedFilter } from './filter.ts'
import { PeopleQuery } from './filter-schema.ts'
import { listPeople } from './queries/list.ts'
import { serializePeople } from './serializer.ts'
import type { ListPosition, Sort } from './sort.ts'

/** The list that a token continues; a token does not decrypt for any other list. */
type TokenScope = { agent: AgentKey; filter: ParsedFilter; sort: Sort }

const TokenPayload = z.tuple([z.string(), z.int()])

/** Encrypted, because the position in a list sorted by name is a name, and request URLs end up in logs. */
function encodePeoplePageToken(keyring: Keyring, list: TokenScope, { value, key }: ListPosition): string {
  return keyring.encrypt(JSON.stringify([value, key]), tokenAad(list)).toString('base64url')
}

function decodePeoplePageToken(
  keyring: Keyring,
  list: TokenScope,
  token: string | undefined,
): ListPosition | undefined {
  if (token === undefined) return undefined
  try {
    const [value, key] = TokenPayload.parse(
      JSON.parse(keyring.decrypt(Buffer.from(token, 'base64url'), tokenAad(list))),
    )
    return { value, key }
  } catch {
    throw invalidRequest([{ field: 'pageToken', message: 'must be a nextPageToken of the same list, filter and sort' }])
  }
}

function tokenAad({ agent, filter, sort }: TokenScope): string {
  return JSON.stringify(['people', agent.key, sort, filter])
}

const maxIds = 200

const ids = boundedText({ min: 1, max: 20_000 })
  .transform((list) => list.split(','))
  .refine((list) => list.length <= maxIds, `must have at most ${maxIds} ids`)
  .optional()
  .meta({ description: `Up to ${maxIds}, separated by commas.` })

const HoldersQuery = z
  .strictObject({ userIds: ids, personIds: ids })
  .refine(({ userIds, personIds }) => userIds ?? personIds, { path: ['userIds'], error: 'or personIds is needed' })

export const peopleListRoutes = ({ keyring }: { keyring: Keyring }) => [
  agentRoute({
    role: 'viewer',
    scope: 'people:read',
    tag: 'People',
    method: 'GET',
    path: '/people',
    summary: 'List the people of the agent, newest first by default',
    description:
      'All filters must match. A custom field is a filter too: `customFields.<key>=<value>`. Times are exclusive: after ' +
      'means strictly later, before means strictly earlier. A page token is valid only for the same filters and sort.',
    query: PeopleQuery,
    response: listSchema(PersonResponse),
    handle: async ({ tx, agent, query: { filter, sort, limit, pageToken } }) => {
      const list = { agent, filter, sort }
      const after = decodePeoplePageToken(keyring, list, pageToken)
      const { people, next } = await listPeople(tx, agent, { filter, sort, limit, after })
      const data = await serializePeople(tx, agent, people)
      return next ? { data, nextPageToken: encodePeoplePageToken(keyring, list, next) } : { data }
    },
  }),
  agentRoute({
    role: 'viewer',
    scope: 'people:read',
    tag: 'People',
    method: 'GET',
    path: '/people/holders',
    summary: 'Read the people behind userIds, as used in messages, conversations and logs, or behind personIds',
    description: 'Each person once, with their identities; deleted people and personas are not included.',
    query: HoldersQuery,
    response: z.strictObject({ data: z.array(PersonResponse) }),
    handle: async ({ tx, agent, query: { userIds = [], personIds = [] } }) => {
      const found = [...(await findPeopleByAsids(tx, agent, userIds)), ...(await findPeople(tx, agent, personIds))]
      const each = new Map(found.map((person) => [person.key, person]))
      return { data: await serializePeople(tx, agent, [...each.values()]) }
    },
  }),
]
