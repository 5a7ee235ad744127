import type { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import type { Page } from '../../../platform/http/page.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { AgentLogEntry, AgentMessageEntry } from './entries.ts'
import { listLogs } from './queries/logs.ts'
import { listMessages } from './queries/messages.ts'
import { type List, type Place, readToken, tokenOf } from './token.ts'
import {
  LogFilters,
  type LogQuery,
  MessageFilters,
  type MessageQuery,
  sandboxesOf,
  type Window,
  windowOf,
} from './window.ts'

export function pageOfMessages(
  db: Db,
  agent: AgentKey,
  query: z.output<typeof MessageQuery>,
  now: Date,
): Promise<Page<AgentMessageEntry>> {
  return pageOf(agent, { list: 'messages', schema: MessageFilters, query, now }, (filters, stretch) =>
    listMessages(db, agent, { ...filters, sandboxes: sandboxesOf(filters), ...stretch }),
  )
}

export function pageOfLogs(
  db: Db,
  agent: AgentKey,
  query: z.output<typeof LogQuery>,
  now: Date,
): Promise<Page<AgentLogEntry>> {
  return pageOf(agent, { list: 'logs', schema: LogFilters, query, now }, (filters, stretch) =>
    listLogs(db, agent, { ...filters, ...stretch }),
  )
}

/** What is to be read: `most` is one more than asked for, which says that there is a next page. */
export type Stretch = { window: Window; after?: Place; most: number }
export type Placed<T> = { entry: T; place: Place }

type Asked<F extends z.ZodObject> = {
  list: List
  schema: F
  query: z.output<F> & { start?: Date; end?: Date; limit: number; pageToken?: string }
  now: Date
}

async function pageOf<F extends z.ZodObject, T>(
  agent: AgentKey,
  { list, schema, query, now }: Asked<F>,
  read: (filters: z.output<F>, stretch: Stretch) => Promise<Placed<T>[]>,
): Promise<Page<T>> {
  const { limit, pageToken, start, end, ...filters } = query
  const asked = { list, schema, filters: filters as z.output<F>, start, end }
  const from =
    pageToken === undefined
      ? { filters: asked.filters, window: windowOf(query, now), after: undefined }
      : readToken(agent, asked, pageToken)
  const placed = await read(from.filters, { window: from.window, after: from.after, most: limit + 1 })
  const data = placed.slice(0, limit).map(({ entry }) => entry)
  const last = placed[limit - 1]
  if (placed.length <= limit || !last) return { data }
  return { data, nextPageToken: tokenOf(agent, list, { ...from, after: last.place }) }
}
