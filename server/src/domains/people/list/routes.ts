import { channels } from '@parley/amf'
import { isPossibleNumber } from '@parley/definition'
import { boundedText } from '@parley/findings'
import { z } from 'zod'
import { findTextProblem } from '../../../platform/http/body.ts'
import { invalidRequest } from '../../../platform/http/problem.ts'
import { type AgentKey, agentRoute } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import type { Keyring } from '../../../platform/secrets/keyring.ts'
import { findPeopleByAsids } from '../identities/queries.ts'
import { PersonResponse } from '../person/person.ts'
import { findPeople } from '../person/queries.ts'
import type { ParsedFilter } from './filter.ts'
import { PeopleQuery } from './filter-schema.ts'
import { type NumberPosition, readStoredNumbers, type StoredNumber } from './queries/iterate.ts'
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

const NumbersQuery = z.strictObject({
  limit: z.coerce
    .number('must be a whole number')
    .int()
    .min(1)
    .max(5000)
    .default(2000)
    .meta({ description: 'How many people or identities a page checks.' }),
  pageToken: z.string().optional(),
})

const InvalidPhoneNumber = z
  .strictObject({
    number: z.string().meta({ description: 'The stored number with most of its digits masked.' }),
    personId: z.string().optional().meta({ description: 'Absent if no person has the identity.' }),
    asid: z
      .string()
      .optional()
      .meta({ description: 'The identity whose address it is. Absent for a phone of a profile.' }),
    channel: z.enum(channels).optional(),
  })
  .meta({ id: 'InvalidPhoneNumber', examples: [{ number: '+12•••••••43', personId: 'per_01' }] })

const firstNumbers: NumberPosition = { table: 'people', after: '' }
const NumberToken = z.tuple([
  z.enum(['people', 'identities']),
  z.string().refine((id) => findTextProblem(id) === undefined),
])

function parseNumberToken(token: string | undefined): NumberPosition {
  if (token === undefined) return firstNumbers
  try {
    const [table, after] = NumberToken.parse(JSON.parse(Buffer.from(token, 'base64url').toString('utf8')))
    return { table, after }
  } catch {
    throw invalidRequest([{ field: 'pageToken', message: 'must be a nextPageToken of the same list' }])
  }
}

const formatNumberToken = ({ table, after }: NumberPosition): string =>
  Buffer.from(JSON.stringify([table, after])).toString('base64url')

function serializeInvalidNumber({ number, personId, asid, channel }: StoredNumber): z.input<typeof InvalidPhoneNumber> {
  const masked = maskNumber(number)
  return { number: masked, personId, ...(asid && { asid, channel: channels.find((known) => known === channel) }) }
}

/** Shows at most two characters at each end, and at most half of all: enough to recognize a known number. */
function maskNumber(number: string): string {
  const total = number.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  const shown = Math.min(2, Math.floor(total / 4))
  let at = 0
  return number.replace(/[\p{L}\p{N}]/gu, (character) => {
    at++
    return at <= shown || at > total - shown ? character : '•'
  })
}

export const peopleListRoutes = ({ keyring }: { keyring: Keyring }) => [
  agentRoute({
    role: 'viewer',
    scope: 'people:read',
    frontDesk: 'people:read',
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
    frontDesk: 'people:read',
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
  agentRoute({
    role: 'viewer',
    scope: 'people:read',
    tag: 'People',
    method: 'GET',
    path: '/people/invalid-phone-numbers',
    summary: 'List the stored phone numbers that cannot exist: of people, then of identities',
    description:
      'Numbers that were stored before they were checked, or that a carrier reported. Their country does not exist or has ' +
      'no numbers of this length. A page checks `limit` rows and may be empty before the end; `checked` counts the ' +
      'numbers in them.',
    query: NumbersQuery,
    response: z.object({
      data: z.array(InvalidPhoneNumber),
      checked: z.int().min(0),
      nextPageToken: z.string().optional(),
    }),
    handle: async ({ tx, agent, query: { limit, pageToken } }) => {
      const { numbers, next } = await readStoredNumbers(tx, agent, parseNumberToken(pageToken), limit)
      const invalid = numbers.filter(({ number }) => !isPossibleNumber(number))
      const page = { data: invalid.map(serializeInvalidNumber), checked: numbers.length }
      return next ? { ...page, nextPageToken: formatNumberToken(next) } : page
    },
  }),
]
