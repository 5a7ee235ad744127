import type { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import type { Page } from '../../../platform/http/page.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { AgentLogEntry, AgentMessageEntry } from './entries.ts'
import { listLogs } from './queries/logs.ts'
import { listMessages } from './queries/messages.ts'
import { type Asked, type Place, readToken, tokenOf } from './token.ts'
import { type LogQuery, type MessageQuery, sandboxesOf, type Window, windowOf } from './window.ts'

export async function pageOfMessages(
  db: Db,
  agent: AgentKey,
  query: z.output<typeof MessageQuery>,
  now: Date,
): Promise<Page<AgentMessageEntry>> {
  const { limit, pageToken, ...filters } = query
  const { userId, sessionId, origin, type } = filters
  return pageOf(agent, { list: 'messages', filters }, { limit, pageToken, now }, (span) =>
    listMessages(db, agent, { userId, sessionId, origin, type, sandboxes: sandboxesOf(filters), ...span }),
  )
}

export async function pageOfLogs(
  db: Db,
  agent: AgentKey,
  query: z.output<typeof LogQuery>,
  now: Date,
): Promise<Page<AgentLogEntry>> {
  const { limit, pageToken, ...filters } = query
  const { userId, sessionId, level, event } = filters
  return pageOf(agent, { list: 'logs', filters }, { limit, pageToken, now }, (span) =>
    listLogs(db, agent, { userId, sessionId, level, event, ...span }),
  )
}

/** What is to be read: `most` is one more than asked for, which says that there is a next page. */
export type Stretch = { window: Window; after?: Place; most: number }
export type Placed<T> = { entry: T; place: Place }
type Wish = { limit: number; pageToken?: string; now: Date }

async function pageOf<T>(
  agent: AgentKey,
  asked: Asked,
  { limit, pageToken, now }: Wish,
  list: (stretch: Stretch) => Promise<Placed<T>[]>,
): Promise<Page<T>> {
  const given = windowOf(asked.filters, now)
  const { window, after } =
    pageToken === undefined ? { window: given, after: undefined } : readToken(agent, asked, pageToken)
  const placed = await list({ window, after, most: limit + 1 })
  const data = placed.slice(0, limit).map(({ entry }) => entry)
  const last = placed[limit - 1]
  if (placed.length <= limit || !last) return { data }
  return { data, nextPageToken: tokenOf(agent, asked, window, last.place) }
}
