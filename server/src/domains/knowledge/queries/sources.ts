import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { pageNewestFirst } from '../../../platform/db/newest-first.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import { type ListPage, type PageQuery, toListPage } from '../../../platform/http/page.ts'
import type { AgentKey, OrgKey } from '../../../platform/http/route.ts'
import type { ReadableSource } from '../read-source.ts'
import type { NewSource, SourceResponse } from '../source.ts'

type SourceRow = Selectable<Tables['knowledge_sources']>
export type WorkColumns = Pick<SourceRow, 'due_at' | 'lease_token' | 'attempts' | 'crashes' | 'last_error'>

type SourceInsert = { id: string; source: NewSource; work: WorkColumns; now: Date }

export async function insertSource(
  db: Db,
  agent: AgentKey,
  { id, source, work, now }: SourceInsert,
): Promise<SourceResponse> {
  const row = await db
    .insertInto('knowledge_sources')
    .values({
      agent_key: agent.key,
      id,
      kind: source.kind,
      name: source.name,
      url: source.url ?? null,
      content_type: source.contentType ?? null,
      status: 'pending',
      created_at: now,
      updated_at: now,
      ...(work as { due_at: Date }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (source.bytes) {
    await db
      .insertInto('knowledge_contents')
      .values({ agent_key: agent.key, source_id: id, bytes: source.bytes })
      .execute()
  }
  return toSource(row)
}

/** Blocks concurrent additions of sources to this agent until the transaction ends, so that the count stays correct. */
export async function lockAndCountSources(db: Db, agent: AgentKey): Promise<number> {
  await sql`select from agents where agent_key = ${agent.key} for no key update`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select count(*) from knowledge_sources where agent_key = ${agent.key}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function listSources(db: Db, agent: AgentKey, page: PageQuery): Promise<ListPage<SourceResponse>> {
  const rows = db.selectFrom('knowledge_sources').selectAll().where('agent_key', '=', agent.key)
  const found = await pageNewestFirst(rows, page, { at: 'created_at', id: 'id' }).execute()
  return toListPage(found, page.limit, (row) => ({ at: row.created_at, id: row.id }), toSource)
}

export async function findSource(db: Db, agent: AgentKey, id: string): Promise<SourceResponse | undefined> {
  const row = await selectSource(db, agent, id).executeTakeFirst()
  return row && toSource(row)
}

export async function lockSource(db: Db, agent: AgentKey, id: string): Promise<SourceResponse | undefined> {
  const row = await selectSource(db, agent, id).forUpdate().executeTakeFirst()
  return row && toSource(row)
}

export async function readSourceWithBytes(db: Db, agent: AgentKey, id: string): Promise<ReadableSource | undefined> {
  const row = await selectSource(db, agent, id).executeTakeFirst()
  if (!row) return undefined
  const content = await db
    .selectFrom('knowledge_contents')
    .select('bytes')
    .where('agent_key', '=', agent.key)
    .where('source_id', '=', id)
    .executeTakeFirst()
  const { name, url, contentType } = toSource(row)
  return { id, name, url, contentType, bytes: content?.bytes }
}

/** Queues the source for another read; its passages remain until then. */
export async function markSourcePending(db: Db, agent: AgentKey, id: string, to: { work: WorkColumns; now: Date }) {
  const row = await db
    .updateTable('knowledge_sources')
    .set({ status: 'pending', updated_at: to.now, ...(to.work as { due_at: Date }) })
    .where('agent_key', '=', agent.key)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toSource(row)
}

export async function markSourceFailed(db: Db, agent: AgentKey, id: string, now: Date): Promise<void> {
  await db
    .updateTable('knowledge_sources')
    .set({ status: 'failed', updated_at: now })
    .where('agent_key', '=', agent.key)
    .where('id', '=', id)
    .execute()
}

/** Its content and passages are deleted by cascade. */
export async function deleteSource(db: Db, agent: AgentKey, id: string): Promise<void> {
  await db.deleteFrom('knowledge_sources').where('agent_key', '=', agent.key).where('id', '=', id).execute()
}

function selectSource(db: Db, agent: AgentKey, id: string) {
  return db.selectFrom('knowledge_sources').selectAll().where('agent_key', '=', agent.key).where('id', '=', id)
}

function toSource(row: SourceRow): SourceResponse {
  return {
    id: row.id,
    kind: row.kind as SourceResponse['kind'],
    name: row.name,
    url: row.url ?? undefined,
    contentType: row.content_type ?? undefined,
    status: row.status as SourceResponse['status'],
    lastError: row.last_error ?? undefined,
    passageCount: row.passage_count,
    refreshedAt: row.refreshed_at?.toISOString(),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

type FailedSource = { agentId: string; id: string; name: string; updatedAt: Date }

const rowLimit = 100

export async function listFailedSources(db: Db, org: OrgKey): Promise<FailedSource[]> {
  return db
    .selectFrom('knowledge_sources as source')
    .innerJoin('agents', 'agents.agent_key', 'source.agent_key')
    .select(['agents.id as agentId', 'source.id', 'source.name', 'source.updated_at as updatedAt'])
    .where('agents.org_id', '=', org.id)
    .where('source.status', '=', 'failed')
    .orderBy('source.updated_at', 'desc')
    .limit(rowLimit)
    .execute()
}
