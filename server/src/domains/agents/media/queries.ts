import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { pageNewestFirst } from '../../../platform/db/newest-first.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import { type ListPage, type PageQuery, toListPage } from '../../../platform/http/page.ts'
import { notFound, problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { lockAgent } from '../queries.ts'
import { maxMediaItems, type StoredMedia } from './media.ts'
import type { ByteRange, PublicMedia } from './public-response.ts'

// Excludes the content, which may be large.
const listedColumns = ['id', 'name', 'content_type', 'bytes', 'width', 'height', 'token', 'created_at'] as const
type MediaRow = Pick<Selectable<Tables['media']>, (typeof listedColumns)[number]>

export type NewMedia = Omit<StoredMedia, 'bytes' | 'createdAt'> & { content: Buffer; sha256: Buffer; now: Date }

/** Locks the agent, so two concurrent uploads cannot both take the last free space. */
export async function insertMedia(tx: Db, agent: AgentKey, made: NewMedia): Promise<StoredMedia> {
  if (!(await lockAgent(tx, agent))) throw notFound()
  if ((await countMedia(tx, agent)) >= maxMediaItems) {
    throw problem('resource.conflict', 409, { detail: `An agent has at most ${maxMediaItems} media items` })
  }
  const row = await tx.insertInto('media').values(toRow(agent, made)).returning(listedColumns).executeTakeFirstOrThrow()
  return toMedia(row)
}

async function countMedia(db: Db, agent: AgentKey): Promise<number> {
  const { count } = await db
    .selectFrom('media')
    .select((each) => each.fn.countAll<string>().as('count'))
    .where('agent_key', '=', agent.key)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function listMedia(db: Db, agent: AgentKey, page: PageQuery): Promise<ListPage<StoredMedia>> {
  const rows = db.selectFrom('media').select(listedColumns).where('agent_key', '=', agent.key)
  const found = await pageNewestFirst(rows, page, { at: 'created_at', id: 'id' }).execute()
  return toListPage(found, page.limit, (row) => ({ at: row.created_at, id: row.id }), toMedia)
}

export async function findMedia(db: Db, agent: AgentKey, id: string): Promise<StoredMedia | undefined> {
  const row = await db
    .selectFrom('media')
    .select(listedColumns)
    .where('agent_key', '=', agent.key)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toMedia(row)
}

/** Locks the agent first, so nothing in it can start to reference the item before the transaction ends. */
export async function lockMedia(db: Db, agent: AgentKey, id: string): Promise<StoredMedia | undefined> {
  return (await lockAgent(db, agent)) && findMedia(db, agent, id)
}

export async function deleteMedia(db: Db, agent: AgentKey, id: string): Promise<void> {
  await db.deleteFrom('media').where('agent_key', '=', agent.key).where('id', '=', id).execute()
}

/** Returns all items; there are a few thousand at most. */
export async function listAllMedia(db: Db, agent: AgentKey): Promise<StoredMedia[]> {
  const rows = await db.selectFrom('media').select(listedColumns).where('agent_key', '=', agent.key).execute()
  return rows.map(toMedia)
}

/** Returns the ids that `image:<id>` may reference. */
export async function listMediaIds(db: Db, agent: AgentKey): Promise<Set<string>> {
  const rows = await db.selectFrom('media').select('id').where('agent_key', '=', agent.key).execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Finds an item by the token of its public URL, the only identifier available there.
 * @serves all tenants
 */
export async function findMediaByToken(db: Db, token: string): Promise<PublicMedia | undefined> {
  const row = await db
    .selectFrom('public_media')
    .select(['name', 'content_type', 'bytes', 'sha256'])
    .where('token', '=', token)
    .executeTakeFirst()
  return row && { name: row.name, contentType: row.content_type, bytes: row.bytes, sha256: row.sha256 }
}

const chunkLength = 512 * 1024

/**
 * Streams the content in chunks at the client's pace: a slow client occupies half a megabyte, not the whole file.
 * @serves all tenants
 */
export async function* streamMediaContent(db: Db, token: string, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  for (let from = start; from < end; from += chunkLength) {
    const length = Math.min(chunkLength, end - from)
    const row = await db
      .selectFrom('public_media')
      .select(sql<Buffer>`substring(content from ${from + 1}::int for ${length}::int)`.as('slice'))
      .where('token', '=', token)
      .executeTakeFirst()
    if (!row) throw new Error('the media item was deleted while it was being sent')
    yield row.slice
  }
}

function toRow(agent: AgentKey, made: NewMedia) {
  return {
    agent_key: agent.key,
    id: made.id,
    name: made.name,
    content_type: made.contentType,
    bytes: made.content.length,
    width: made.width ?? null,
    height: made.height ?? null,
    sha256: made.sha256,
    token: made.token,
    content: made.content,
    created_at: made.now,
  }
}

function toMedia(row: MediaRow): StoredMedia {
  return {
    id: row.id,
    name: row.name,
    contentType: row.content_type,
    bytes: row.bytes,
    width: row.width ?? undefined,
    height: row.height ?? undefined,
    token: row.token,
    createdAt: row.created_at.toISOString(),
  }
}
