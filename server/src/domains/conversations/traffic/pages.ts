import type { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import type { ListPage } from '../../../platform/http/page.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { AgentLogEntry, AgentMessageEntry } from './entries.ts'
import { decodeTrafficToken, encodeTrafficToken, type PagePosition, type TrafficList } from './page-token.ts'
import { listLogs } from './queries/logs.ts'
import { listMessages } from './queries/messages.ts'
import {
  LogFilters,
  type LogQuery,
  MessageFilters,
  type MessageQuery,
  parseTrafficWindow,
  sandboxFilterOf,
  type TrafficWindow,
} from './query.ts'

export function listMessagePage(
  db: Db,
  agent: AgentKey,
  query: z.output<typeof MessageQuery>,
  now: Date,
): Promise<ListPage<AgentMessageEntry>> {
  return readPage(agent, { list: 'messages', schema: MessageFilters, query, now }, (filters, stretch) =>
    listMessages(db, agent, { ...filters, sandboxes: sandboxFilterOf(filters), ...stretch }),
  )
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

/** What is to be read: `most` is one more than asked for, which says that there is a next page. */
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
  const asked = { list, schema, filters: filters as z.output<F>, start, end }
  const from =
    pageToken === undefined
      ? { filters: asked.filters, window: parseTrafficWindow(query, now), after: undefined }
      : decodeTrafficToken(agent, asked, pageToken)
  const placed = await read(from.filters, { window: from.window, after: from.after, most: limit + 1 })
  const data = placed.slice(0, limit).map(({ entry }) => entry)
  const last = placed[limit - 1]
  if (placed.length <= limit || !last) return { data }
  return { data, nextPageToken: encodeTrafficToken(agent, list, { ...from, after: last.position }) }
}
