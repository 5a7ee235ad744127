import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { pageNewestFirst } from '../../../platform/db/newest-first.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import { type ListPage, type PageQuery, toListPage } from '../../../platform/http/page.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { PeopleFilter } from '../list/filter-schema.ts'
import type { Segment, SegmentBody } from './segment.ts'

type SegmentRow = Selectable<Tables['segments']>

export async function listSegments(db: Db, agent: AgentKey, page: PageQuery): Promise<ListPage<Segment>> {
  const rows = await pageNewestFirst(selectSegments(db, agent), page, { at: 'created_at', id: 'id' }).execute()
  return toListPage(rows, page.limit, (row) => ({ at: row.created_at, id: row.id }), toSegment)
}

export async function findSegment(db: Db, agent: AgentKey, id: string): Promise<Segment | undefined> {
  const row = await selectSegments(db, agent).where('id', '=', id).executeTakeFirst()
  return row && toSegment(row)
}

export async function lockSegment(tx: Db, agent: AgentKey, id: string): Promise<Segment | undefined> {
  const row = await selectSegments(tx, agent).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && toSegment(row)
}

/** For callers about to reference it: prevents its deletion until the transaction ends. */
export async function shareLockSegment(tx: Db, agent: AgentKey, id: string): Promise<Segment | undefined> {
  const row = await selectSegments(tx, agent).where('id', '=', id).forKeyShare().executeTakeFirst()
  return row && toSegment(row)
}

/** Counts the segments under a lock that prevents adding one. */
export async function countSegments(tx: Db, agent: AgentKey): Promise<number> {
  await tx.selectFrom('agents').select('agent_key').where('agent_key', '=', agent.key).forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('segments')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('agent_key', '=', agent.key)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertSegment(
  tx: Db,
  agent: AgentKey,
  made: SegmentBody & { id: string; now: Date },
): Promise<Segment> {
  const { id, now } = made
  const row = { agent_key: agent.key, id, ...columns(made), created_at: now, updated_at: now }
  return toSegment(await tx.insertInto('segments').values(row).returningAll().executeTakeFirstOrThrow())
}

export async function updateSegment(
  tx: Db,
  agent: AgentKey,
  id: string,
  change: SegmentBody & { now: Date },
): Promise<Segment> {
  const row = await tx
    .updateTable('segments')
    .set({ ...columns(change), updated_at: change.now })
    .where('agent_key', '=', agent.key)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toSegment(row)
}

export async function deleteSegment(tx: Db, agent: AgentKey, id: string): Promise<void> {
  await tx.deleteFrom('segments').where('agent_key', '=', agent.key).where('id', '=', id).execute()
}

function selectSegments(db: Db, agent: AgentKey) {
  return db.selectFrom('segments').selectAll().where('agent_key', '=', agent.key)
}

function columns({ name, filter }: SegmentBody): Pick<Insertable<Tables['segments']>, 'name' | 'filter'> {
  return { name, filter: JSON.stringify(filter) }
}

function toSegment(row: SegmentRow): Segment {
  return {
    id: row.id,
    name: row.name,
    filter: row.filter as PeopleFilter,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
