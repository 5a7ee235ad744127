import { createHash } from 'node:crypto'
import { logLevels } from '@parley/definition/vocabulary'
import { boundedText } from '@parley/findings'
import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { type ListPage, pageQuery } from '../../../platform/http/page.ts'
import { invalidRequest } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { instantQuery } from '../../../platform/http/schemas.ts'
import { dayMilliseconds } from '../../../platform/world.ts'
import { addBubbles } from './bubbles.ts'
import { type AgentLogEntry, type AgentMessageEntry, trafficOrigins, trafficTypes } from './entries.ts'
import { listLogs } from './queries/logs.ts'
import { listMessages } from './queries/messages.ts'

const idFilter = boundedText({ min: 1, max: 200 }).optional()
const window = {
  limit: pageQuery.shape.limit,
  start: instantQuery.optional().meta({ description: 'ISO-8601 or milliseconds; default: 24 hours before `end`.' }),
  end: instantQuery.optional().meta({ description: 'ISO-8601 or milliseconds, exclusive; default: now.' }),
}
const { pageToken } = pageQuery.shape
const includeTest = z.enum(['true', 'false']).optional().meta({ description: 'Includes rehearsals; default: false.' })

const MessageFilters = z.strictObject({
  userId: idFilter,
  sessionId: idFilter,
  origin: z.enum(trafficOrigins).optional(),
  type: z.enum(trafficTypes).optional(),
  includeTest,
})
export const MessageQuery = z.strictObject({ ...window, ...MessageFilters.shape, pageToken })
export const ConversationQuery = z.strictObject({ ...window, userId: idFilter, includeTest })
export const UserQuery = z.strictObject({ ...window, includeTest })
const LogFilters = z.strictObject({
  userId: idFilter,
  sessionId: idFilter,
  level: z.enum(logLevels).optional(),
  event: idFilter.meta({ description: 'A catalog log-event, for example `llm.call`.' }),
  includeTest: includeTest.meta({
    description: 'Accepted as in the other lists; the log always includes rehearsals.',
  }),
})
export const LogQuery = z.strictObject({ ...window, ...LogFilters.shape, pageToken })

/** From `start` (inclusive) to `end` (exclusive). */
export type TrafficWindow = { start: Date; end: Date }

export function parseTrafficWindow(range: { start?: Date; end?: Date }, now: Date): TrafficWindow {
  const { end = now } = range
  const start = range.start ?? new Date(end.getTime() - dayMilliseconds)
  if (range.end && start > end) throw invalidRequest([{ field: 'start', message: 'must not be after end' }])
  // Up to and including the current millisecond.
  return { start, end: range.end ?? new Date(now.getTime() + 1) }
}

export const sandboxFilterOf = ({ includeTest }: { includeTest?: 'true' | 'false' }): boolean[] =>
  includeTest === 'true' ? [false, true] : [false]

/** Position of the end of a page: the time to the microsecond, and the entry. */
type PagePosition = { at: string; entry: number }

type TrafficList = 'messages' | 'logs'

/** A page token with the filters and window of the first page, so that later entries do not appear in it. */
type NextPage<F> = { filters: F; window: TrafficWindow; after: PagePosition }

/** PostgreSQL has no year 0. */
const year = /^(?!0000)/

const Token = z.tuple([
  z.string(),
  z.record(z.string(), z.string()),
  z.iso.datetime().regex(year),
  z.iso.datetime().regex(year),
  z.iso.datetime({ precision: 6 }).regex(year),
  z.int().nonnegative(),
])

function encodeTrafficToken(agent: AgentKey, list: TrafficList, { filters, window, after }: NextPage<object>): string {
  const { start, end } = window
  const token = [tokenSignatureOf(agent, list), filters, start.toISOString(), end.toISOString(), after.at, after.entry]
  return Buffer.from(JSON.stringify(token)).toString('base64url')
}

type TokenRequest<F extends z.ZodType> = {
  list: TrafficList
  schema: F
  filters: z.output<F>
  start?: Date
  end?: Date
}

/** Query parameters next to the token must match those of the first page, or be absent. */
export function decodeTrafficToken<F extends z.ZodObject>(
  agent: AgentKey,
  request: TokenRequest<F>,
  token: string,
): NextPage<z.output<F>> {
  try {
    const read = Token.parse(JSON.parse(Buffer.from(token, 'base64url').toString('utf8')))
    const [sign, storedFilters, start, end, at, entry] = read
    if (sign !== tokenSignatureOf(agent, request.list)) throw new Error('belongs to another list')
    const window = { start: new Date(start), end: new Date(end) }
    const given = Object.entries({ ...request.filters, start: request.start, end: request.end })
    const known: Record<string, unknown> = { includeTest: 'false', ...storedFilters, ...window }
    for (const [name, value] of given) {
      if (value !== undefined && JSON.stringify(value) !== JSON.stringify(known[name]))
        throw new Error('belongs to other filters')
    }
    return { filters: request.schema.parse(storedFilters), window, after: { at, entry } }
  } catch {
    throw invalidRequest([
      { field: 'pageToken', message: 'must be a nextPageToken of the same list with the same filters' },
    ])
  }
}

const tokenSignatureOf = ({ key }: AgentKey, list: TrafficList): string =>
  createHash('sha256')
    .update(JSON.stringify([key, list]))
    .digest('base64url')
    .slice(0, 12)

export async function listMessagePage(
  db: Db,
  agent: AgentKey,
  query: z.output<typeof MessageQuery>,
  now: Date,
): Promise<ListPage<AgentMessageEntry>> {
  const page = await readPage(agent, { list: 'messages', schema: MessageFilters, query, now }, (filters, stretch) =>
    listMessages(db, agent, { ...filters, sandboxes: sandboxFilterOf(filters), ...stretch }),
  )
  return { ...page, data: await addBubbles(db, agent, page.data) }
}

export function listLogPage(
  db: Db,
  agent: AgentKey,
  query: z.output<typeof LogQuery>,
  now: Date,
): Promise<ListPage<AgentLogEntry>> {
  return readPage(agent, { list: 'logs', schema: LogFilters, query, now }, (filters, stretch) =>
    listLogs(db, agent, { ...filters, ...stretch }),
  )
}

/** The range to read: `most` is one more than requested, which shows whether there is a next page. */
export type PageRange = { window: TrafficWindow; after?: PagePosition; most: number }
export type PositionedEntry<T> = { entry: T; position: PagePosition }

type PageRequest<F extends z.ZodObject> = {
  list: TrafficList
  schema: F
  query: z.output<F> & { start?: Date; end?: Date; limit: number; pageToken?: string }
  now: Date
}

async function readPage<F extends z.ZodObject, T>(
  agent: AgentKey,
  { list, schema, query, now }: PageRequest<F>,
  read: (filters: z.output<F>, stretch: PageRange) => Promise<PositionedEntry<T>[]>,
): Promise<ListPage<T>> {
  const { limit, pageToken, start, end, ...filters } = query
  const request = { list, schema, filters: filters as z.output<F>, start, end }
  const from =
    pageToken === undefined
      ? { filters: request.filters, window: parseTrafficWindow(query, now), after: undefined }
      : decodeTrafficToken(agent, request, pageToken)
  const placed = await read(from.filters, { window: from.window, after: from.after, most: limit + 1 })
  const data = placed.slice(0, limit).map(({ entry }) => entry)
  const last = placed[limit - 1]
  if (placed.length <= limit || !last) return { data }
  return { data, nextPageToken: encodeTrafficToken(agent, list, { ...from, after: last.position }) }
}
