import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { pageNewestFirst } from '../../../platform/db/newest-first.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import { type ListPage, type PageQuery, toListPage } from '../../../platform/http/page.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { SavedReply, SavedReplyBody } from '../replies.ts'

type ReplyRow = Selectable<Tables['desk_replies']>

const selectReplies = (db: Db, agent: AgentKey) =>
  db.selectFrom('desk_replies').selectAll().where('agent_key', '=', agent.key)

export async function listReplies(db: Db, agent: AgentKey, page: PageQuery): Promise<ListPage<SavedReply>> {
  const rows = await pageNewestFirst(selectReplies(db, agent), page, { at: 'created_at', id: 'id' }).execute()
  return toListPage(rows, page.limit, (row) => ({ at: row.created_at, id: row.id }), toReply)
}

export async function findReply(db: Db, agent: AgentKey, id: string): Promise<SavedReply | undefined> {
  const row = await selectReplies(db, agent).where('id', '=', id).executeTakeFirst()
  return row && toReply(row)
}

export async function lockReply(tx: Db, agent: AgentKey, id: string): Promise<SavedReply | undefined> {
  const row = await selectReplies(tx, agent).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && toReply(row)
}

/** Counts under a lock that prevents adding one. */
export async function countReplies(tx: Db, agent: AgentKey): Promise<number> {
  await tx.selectFrom('agents').select('agent_key').where('agent_key', '=', agent.key).forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('desk_replies')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('agent_key', '=', agent.key)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns undefined if another reply has the id or the shortcut. */
export async function insertReply(
  tx: Db,
  agent: AgentKey,
  { id, now, ...body }: SavedReplyBody & { id: string; now: Date },
): Promise<SavedReply | undefined> {
  const row = await tx
    .insertInto('desk_replies')
    .values({ agent_key: agent.key, id, ...columnsOf(body), created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && toReply(row)
}

/** Whether another reply has the shortcut. */
export async function hasShortcut(
  tx: Db,
  agent: AgentKey,
  { shortcut, exceptId }: { shortcut: string; exceptId: string },
): Promise<boolean> {
  const row = await selectReplies(tx, agent)
    .where((row) => row(row.fn<string>('lower', ['shortcut']), '=', shortcut.toLowerCase()))
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  return row !== undefined
}

export async function updateReply(
  tx: Db,
  agent: AgentKey,
  id: string,
  { now, ...body }: SavedReplyBody & { now: Date },
): Promise<SavedReply> {
  const row = await tx
    .updateTable('desk_replies')
    .set({ ...columnsOf(body), updated_at: now })
    .where('agent_key', '=', agent.key)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toReply(row)
}

export async function deleteReply(tx: Db, agent: AgentKey, id: string): Promise<void> {
  await tx.deleteFrom('desk_replies').where('agent_key', '=', agent.key).where('id', '=', id).execute()
}

const columnsOf = ({ title, shortcut, aml }: SavedReplyBody) => ({ title, shortcut: shortcut ?? null, aml })

function toReply({ id, title, shortcut, aml, created_at, updated_at }: ReplyRow): SavedReply {
  return {
    id,
    title,
    ...(shortcut !== null && { shortcut }),
    aml,
    createdAt: created_at.toISOString(),
    updatedAt: updated_at.toISOString(),
  }
}
