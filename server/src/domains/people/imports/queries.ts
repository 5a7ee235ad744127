import { setTimeout } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import type { RowError } from '../../../platform/csv/import-request.ts'
import type { Db } from '../../../platform/db/database.ts'
import { pageNewestFirst } from '../../../platform/db/newest-first.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import { type ListPage, type PageQuery, toListPage } from '../../../platform/http/page.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Person } from '../person/person.ts'
import { lockPeople } from '../person/queries.ts'
import { batchSearchKey } from '../person/search-keys.ts'
import type { ImportCounts, ImportReportResponse, ImportResponse, ImportStatus } from './import.ts'

/** Returns false when the agent no longer exists; otherwise prevents its deletion until the transaction ends. */
export async function lockAgentForImport(tx: Db, agent: AgentKey): Promise<boolean> {
  const rows = await tx.selectFrom('agents').select('id').where('agent_key', '=', agent.key).forKeyShare().execute()
  return rows.length > 0
}

const lockTimeoutMilliseconds = 5000
const lockPollMilliseconds = 50

/**
 * Allows one import per agent at a time: two that contain the same new people would create them twice. Returns false
 * when another is still running after a few seconds. It polls, because a statement that waits for long fails as if the
 * database were down.
 */
export async function acquireImportLock(tx: Db, agent: AgentKey): Promise<boolean> {
  const about = `people_imports ${agent.key}`
  for (let left = lockTimeoutMilliseconds / lockPollMilliseconds; ; left--) {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${about}, 0)) as mine`.execute(tx)
    if (rows[0]?.mine) return true
    if (left === 0) return false
    await setTimeout(lockPollMilliseconds)
  }
}

/** Runs `act` and rolls back all its changes. @serves all tenants */
export async function runAndRollBack<T>(tx: Db, act: () => Promise<T>): Promise<T> {
  await sql`savepoint importing`.execute(tx)
  const result = await act()
  await sql`rollback to savepoint importing`.execute(tx)
  return result
}

export type MatchKeys = { ids: string[]; phones: string[]; emailKeys: string[] }

/** Returns the people with these ids, and the oldest with each phone and email, locked until the transaction ends. */
export async function lockMatchingPeople(tx: Db, agent: AgentKey, wanted: MatchKeys): Promise<Person[]> {
  const { rows } = await sql<{ person_key: number }>`
    select person_key from people where agent_key = ${agent.key} and id = any(${wanted.ids}::text[])
    union
    select person_key from unnest(${wanted.phones}::text[]) as wanted (phone), lateral (
      select person_key from people where agent_key = ${agent.key} and phone = wanted.phone
       order by person_key limit 1) as oldest
    union
    select person_key from unnest(${wanted.emailKeys}::text[]) as wanted (email_key), lateral (
      select person_key from people where agent_key = ${agent.key} and email_key = wanted.email_key
       order by person_key limit 1) as oldest`.execute(tx)
  if (rows.length === 0) return []
  return lockPeople(
    tx,
    agent,
    rows.map(({ person_key }) => person_key),
  )
}

export type ImportProgress = { readBytes: number; rows: number; counts: ImportCounts }
export type ImportInsert = { id: string; dryRun: boolean; totalBytes: number; now: Date }

/** A transaction that is retried restarts its import. */
export async function insertImport(
  db: Db,
  agent: AgentKey,
  { id, dryRun, totalBytes, now }: ImportInsert,
): Promise<void> {
  const beginning = { status: 'running', read_bytes: 0, row_count: 0, created: 0, updated: 0, skipped: 0, failed: 0 }
  const row = { ...beginning, dry_run: dryRun, total_bytes: totalBytes, last_error: null, updated_at: now }
  await db
    .insertInto('people_imports')
    .values({ agent_key: agent.key, id, created_at: now, ...row })
    .onConflict((conflict) => conflict.columns(['agent_key', 'id']).doUpdateSet(row))
    .execute()
}

type ImportChange = { id: string; status: ImportStatus; now: Date } & Partial<ImportProgress> & {
    errors?: RowError[]
    error?: string
  }

/** Only while it is running: a late progress update must not overwrite the final state. */
export async function updateImport(
  db: Db,
  agent: AgentKey,
  { id, status, now, readBytes, rows, counts, errors, error }: ImportChange,
): Promise<void> {
  await db
    .updateTable('people_imports')
    .set({ status, read_bytes: readBytes, row_count: rows, ...counts, updated_at: now, last_error: error })
    .$if(errors !== undefined, (update) => update.set({ errors: sql<never>`${JSON.stringify(errors)}` }))
    .where('agent_key', '=', agent.key)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute()
}

const abandonedAfterMinutes = 2

/** Fails imports whose process died; their transactions were rolled back with it. @serves all tenants */
export async function failAbandonedImports(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('people_imports')
    .set({
      status: 'failed',
      last_error: 'The import was interrupted. Nothing was written; import the file again.',
      updated_at: now,
    })
    .where('status', '=', 'running')
    .where('updated_at', '<', new Date(now.getTime() - abandonedAfterMinutes * 60_000))
    .execute()
}

const retentionDays = 30

/** Deletes reports; people can still be found by their batch id. @serves all tenants */
export async function purgeOldImports(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('people_imports')
    .where('created_at', '<', new Date(now.getTime() - retentionDays * 86_400_000))
    .where('status', '!=', 'running')
    .execute()
}

/** Whether the import has a report, or any person has its batch id. */
export async function importExists(db: Db, agent: AgentKey, id: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from people_imports where agent_key = ${agent.key} and id = ${id})
        or exists (select from people_search_keys where agent_key = ${agent.key} and search_key = ${batchSearchKey(id)}) as known`.execute(
    db,
  )
  return rows[0]?.known ?? false
}

export async function listImports(db: Db, agent: AgentKey, page: PageQuery): Promise<ListPage<ImportResponse>> {
  const rows = await pageNewestFirst(selectImports(db, agent), page, { at: 'created_at', id: 'id' }).execute()
  return toListPage(rows, page.limit, ({ created_at, id }) => ({ at: created_at, id }), serializeImport)
}

export async function findImport(db: Db, agent: AgentKey, id: string): Promise<ImportReportResponse | undefined> {
  const row = await selectImports(db, agent).select('errors').where('id', '=', id).executeTakeFirst()
  return row && { ...serializeImport(row), errors: row.errors as unknown as RowError[] }
}

const selectImports = (db: Db, agent: AgentKey) =>
  db
    .selectFrom('people_imports')
    .select(['id', 'status', 'dry_run', 'total_bytes', 'read_bytes', 'row_count'])
    .select(['created', 'updated', 'skipped', 'failed', 'last_error', 'created_at', 'updated_at'])
    .where('agent_key', '=', agent.key)

type ImportRecord = Omit<Selectable<Tables['people_imports']>, 'agent_key' | 'errors'>

function serializeImport({ id, status, created, updated, skipped, failed, ...row }: ImportRecord): ImportResponse {
  return {
    importBatchId: id,
    status: status as ImportStatus,
    dryRun: row.dry_run,
    totalBytes: row.total_bytes,
    readBytes: row.read_bytes,
    rows: row.row_count,
    ...{ created, updated, skipped, failed },
    error: row.last_error ?? undefined,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
