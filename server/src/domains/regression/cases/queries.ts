import type { EmulatedChannel } from '@parley/amf'
import type { CaseDocument } from '@parley/testcase'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { pageNewestFirst } from '../../../platform/db/newest-first.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import { type ListPage, type PageQuery, toListPage } from '../../../platform/http/page.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { TestCase } from './case.ts'

type CaseRow = Pick<Selectable<Tables['test_cases']>, (typeof caseColumns)[number]>

const caseColumns = ['id', 'suite_id', 'document', 'origin_asid', 'created_at', 'updated_at'] as const
const selectFromCases = (db: Db, agent: AgentKey) => db.selectFrom('test_cases').where('agent_key', '=', agent.key)

export async function listCases(
  db: Db,
  agent: AgentKey,
  suiteId: string,
  page: PageQuery,
): Promise<ListPage<TestCase>> {
  const cases = selectFromCases(db, agent).select(caseColumns).where('suite_id', '=', suiteId)
  const listed = pageNewestFirst(cases, page, { at: 'created_at', id: 'id' }).as('listed')
  const sized = db
    .selectFrom(listed)
    .selectAll()
    .select([sumLengthBefore(1).as('before'), sumLengthBefore(2).as('beforeLast')])
    .as('sized')
  const rows = await db
    .selectFrom(sized)
    .select([...caseColumns, sql<boolean>`before < ${maxPageLength}`.as('fits')])
    .where(sql<boolean>`"beforeLast" < ${maxPageLength}`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const fitting = rows.filter(({ fits }) => fits).length
  return toListPage(rows, Math.min(page.limit, fitting), (row) => ({ at: row.created_at, id: row.id }), toCase)
}

/** Maximum document characters per page. A page always has at least one case. */
const maxPageLength = 8 * 2 ** 20

/** Total document length of all rows at least `by` places earlier in the list. */
const sumLengthBefore = (by: number) => sql<number>`
  coalesce(sum(length(document::text)) over
    (order by created_at desc, id desc rows between unbounded preceding and ${sql.lit(by)} preceding), 0)`

export async function findCase(db: Db, agent: AgentKey, id: string): Promise<TestCase | undefined> {
  const row = await selectFromCases(db, agent).select(caseColumns).where('id', '=', id).executeTakeFirst()
  return row && toCase(row)
}

type CaseSelection = { suiteIds?: readonly string[]; caseIds?: readonly string[]; tags?: readonly string[] }

/**
 * Returns the cases that match every given filter, sorted by suite and then by case. The share lock blocks changes and
 * deletions until the transaction ends: the erasure of a person waits and then also deletes what this run recorded.
 */
export async function selectCases(
  tx: Db,
  agent: AgentKey,
  selected: CaseSelection,
): Promise<(TestCase & { suiteChannel?: EmulatedChannel })[]> {
  const { rows } = await sql<CaseRow & { channel: EmulatedChannel | null }>`
    select c.id, c.suite_id, c.document, c.origin_asid, c.created_at, c.updated_at, s.channel
      from test_cases c join test_suites s on s.agent_key = c.agent_key and s.id = c.suite_id
     where ${isSelected(agent, selected)}
     order by s.created_at, s.id, c.created_at, c.id
       for share of c`.execute(tx)
  return rows.map((row) => ({ ...toCase(row), ...(row.channel && { suiteChannel: row.channel }) }))
}

export async function countSelectedCases(
  db: Db,
  agent: AgentKey,
  selected: CaseSelection,
): Promise<{ cases: number; samples: number }> {
  const { rows } = await sql<{ cases: number; samples: number }>`
    select count(*)::int as cases, coalesce(sum(coalesce((c.document->>'samples')::int, 1)), 0)::int as samples
      from test_cases c where ${isSelected(agent, selected)}`.execute(db)
  return rows[0] ?? { cases: 0, samples: 0 }
}

const isSelected = (agent: AgentKey, { suiteIds = null, caseIds = null, tags = null }: Nullable<CaseSelection>) => sql`
  c.agent_key = ${agent.key}
    and (${suiteIds}::text[] is null or c.suite_id = any(${suiteIds}::text[]))
    and (${caseIds}::text[] is null or c.id = any(${caseIds}::text[]))
    and (${tags}::text[] is null or c.tags && ${tags}::text[])`
type Nullable<T> = { [Key in keyof T]: T[Key] | null }

export async function countCases(db: Db, agent: AgentKey, suiteId: string): Promise<number> {
  const { count } = await selectFromCases(db, agent)
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('suite_id', '=', suiteId)
    .executeTakeFirstOrThrow()
  return count
}

export async function findCaseKeys(db: Db, agent: AgentKey, suiteId: string, start: string): Promise<Set<string>> {
  const rows = await selectFromCases(db, agent)
    .select('key')
    .where('suite_id', '=', suiteId)
    .where(sql<boolean>`starts_with(key, ${start})`)
    .execute()
  return new Set(rows.flatMap(({ key }) => key ?? []))
}

export type NewCase = { id: string; document: CaseDocument; originAsid?: string }

/** Skips cases whose key already exists. */
export async function insertCases(
  tx: Db,
  agent: AgentKey,
  suiteId: string,
  { cases, now }: { cases: readonly NewCase[]; now: Date },
): Promise<TestCase[]> {
  const { rows } = await sql<CaseRow>`
    ${buildInsert(agent, suiteId, { cases, now })} on conflict do nothing
    returning ${returnedColumns}`.execute(tx)
  return sortAsGiven(rows, cases)
}

/** A case whose key already exists replaces that case and takes over its id. */
export async function upsertCases(
  tx: Db,
  agent: AgentKey,
  suiteId: string,
  { cases, now }: { cases: readonly NewCase[]; now: Date },
): Promise<TestCase[]> {
  const { rows } = await sql<CaseRow>`
    ${buildInsert(agent, suiteId, { cases, now })}
    on conflict (agent_key, suite_id, key) where key is not null do update
       set document = excluded.document, tags = excluded.tags, origin_asid = null, updated_at = excluded.updated_at
    returning ${returnedColumns}`.execute(tx)
  return sortAsGiven(rows, cases)
}

/** Returns undefined when another case of the suite has the key. The suite is locked, so no other writer interferes. */
export async function replaceCase(
  tx: Db,
  agent: AgentKey,
  { id, suiteId, document, now }: { id: string; suiteId: string; document: CaseDocument; now: Date },
): Promise<TestCase | undefined> {
  const { rows } = await sql<CaseRow>`
    update test_cases set key = ${document.key ?? null}, document = ${JSON.stringify(document)},
           tags = ${document.tags ?? []}::text[], updated_at = ${now}
     where agent_key = ${agent.key} and id = ${id} and not exists (
           select from test_cases other where other.agent_key = ${agent.key} and other.suite_id = ${suiteId}
              and other.key = ${document.key ?? null} and other.id <> ${id})
    returning ${returnedColumns}`.execute(tx)
  return rows[0] && toCase(rows[0])
}

export async function deleteCases(tx: Db, agent: AgentKey, ids: readonly string[]): Promise<void> {
  await sql`delete from test_cases where agent_key = ${agent.key} and id = any(${[...ids]}::text[])`.execute(tx)
}

const returnedColumns = sql`id, suite_id, document, origin_asid, created_at, updated_at`

function buildInsert(agent: AgentKey, suiteId: string, { cases, now }: { cases: readonly NewCase[]; now: Date }) {
  const rows = cases.map(({ id, document, originAsid }) => ({
    ...{ id, document, originAsid },
    ...{ key: document.key, tags: document.tags ?? [] },
  }))
  return sql`
    insert into test_cases (agent_key, id, suite_id, key, document, tags, origin_asid, created_at, updated_at)
    select ${agent.key}, r.id, ${suiteId}, r.key, r.document, r.tags, r."originAsid", ${now}, ${now}
      from json_to_recordset(${JSON.stringify(rows)}::json)
           as r (id text, key text, document json, tags text[], "originAsid" text)`
}

/** Sorts rows in input order; a case is identified by its key, or else by its id. */
function sortAsGiven(rows: readonly CaseRow[], given: readonly NewCase[]): TestCase[] {
  const made = rows.map(toCase)
  const byKey = new Map(made.map((one) => [one.document.key ?? one.id, one]))
  return given.flatMap(({ id, document }) => byKey.get(document.key ?? id) ?? [])
}

function toCase({ id, suite_id, document, origin_asid, created_at, updated_at }: CaseRow): TestCase {
  const stored = document as CaseDocument
  const originAsid = origin_asid ?? undefined
  return { id, suiteId: suite_id, document: stored, originAsid, createdAt: created_at, updatedAt: updated_at }
}
