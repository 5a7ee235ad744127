import type { EmulatedChannel } from '@parley/amf'
import type { CaseDocument } from '@parley/testcase'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { pageNewestFirst } from '../../../platform/db/newest-first.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import { type ListPage, type PageQuery, toListPage } from '../../../platform/http/page.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { StoredSuite, TestSchedule } from './suite.ts'
import { createScheduleWork } from './worker.ts'

type SuiteRow = Selectable<Tables['test_suites']>

export async function listSuites(db: Db, agent: AgentKey, page: PageQuery): Promise<ListPage<StoredSuite>> {
  const rows = await pageNewestFirst(selectFromSuites(db, agent), page, { at: 'created_at', id: 'id' }).execute()
  return toListPage(rows, page.limit, (row) => ({ at: row.created_at, id: row.id }), toSuite)
}

export async function findSuite(db: Db, agent: AgentKey, id: string): Promise<StoredSuite | undefined> {
  const row = await selectFromSuites(db, agent).where('id', '=', id).executeTakeFirst()
  return row && toSuite(row)
}

/** Locks the suite and, by convention, its cases until the transaction ends. */
export async function lockSuite(tx: Db, agent: AgentKey, id: string): Promise<StoredSuite | undefined> {
  const row = await selectFromSuites(tx, agent).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && toSuite(row)
}

/** Blocks the creation of suites until the transaction ends. Suites that follow Examples do not count. */
export async function countSuites(tx: Db, agent: AgentKey): Promise<number> {
  await tx.selectFrom('agents').select('agent_key').where('agent_key', '=', agent.key).forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('test_suites')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('agent_key', '=', agent.key)
    .where('playbook_id', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export type SuiteFields = Pick<
  StoredSuite,
  'name' | 'description' | 'channel' | 'schedule' | 'nextRunAt' | 'playbookId'
>

export async function insertSuite(
  tx: Db,
  agent: AgentKey,
  { id, now, ...made }: SuiteFields & { id: string; now: Date },
): Promise<StoredSuite> {
  const row = {
    agent_key: agent.key,
    id,
    ...toSuiteColumns(made),
    ...toScheduleColumns(made),
    created_at: now,
    updated_at: now,
  }
  return toSuite(await tx.insertInto('test_suites').values(row).returningAll().executeTakeFirstOrThrow())
}

/** Reschedules the next run only when the request contains a schedule. */
export async function updateSuite(
  tx: Db,
  agent: AgentKey,
  id: string,
  { now, reschedules, ...change }: SuiteFields & { now: Date; reschedules: boolean },
): Promise<StoredSuite> {
  const row = await updateSuites(tx, agent, id)
    .set({ ...toSuiteColumns(change), ...(reschedules && toScheduleColumns(change)), updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toSuite(row)
}

/** Returns false when the schedule was changed or another process has the lease. */
export async function lockSchedule(
  tx: Db,
  agent: AgentKey,
  { id, token }: { id: string; token: string | null },
): Promise<boolean> {
  const row = await selectFromSuites(tx, agent)
    .where('id', '=', id)
    .where('lease_token', '=', token)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Records that a scheduled run started or was refused. The worker that holds the lease sets `due_at`. */
export async function advanceSchedule(
  tx: Db,
  agent: AgentKey,
  id: string,
  { nextRunAt, runId }: { nextRunAt: Date; runId?: string },
): Promise<void> {
  await updateSuites(tx, agent, id)
    .set({ next_run_at: nextRunAt, ...(runId !== undefined && { last_scheduled_run_id: runId }) })
    .execute()
}

/** Its cases are deleted with it; their results remain. */
export async function deleteSuite(tx: Db, agent: AgentKey, id: string): Promise<void> {
  await tx.deleteFrom('test_suites').where('agent_key', '=', agent.key).where('id', '=', id).execute()
}

const selectFromSuites = (db: Db, agent: AgentKey) =>
  db.selectFrom('test_suites').selectAll().where('agent_key', '=', agent.key)
const updateSuites = (tx: Db, agent: AgentKey, id: string) =>
  tx.updateTable('test_suites').where('agent_key', '=', agent.key).where('id', '=', id)

const toSuiteColumns = ({ name, description, channel, playbookId }: SuiteFields) =>
  ({
    name,
    description: description ?? null,
    channel: channel ?? null,
    playbook_id: playbookId ?? null,
  }) satisfies Partial<Insertable<Tables['test_suites']>>

const toScheduleColumns = ({ schedule, nextRunAt }: SuiteFields) => ({
  schedule: schedule ? JSON.stringify(schedule) : null,
  next_run_at: nextRunAt ?? null,
  ...createScheduleWork(nextRunAt),
})

export function toSuite(row: SuiteRow): StoredSuite {
  return {
    id: row.id,
    name: row.name,
    description: row.description ?? undefined,
    channel: (row.channel as EmulatedChannel | null) ?? undefined,
    schedule: (row.schedule as TestSchedule | null) ?? undefined,
    nextRunAt: row.next_run_at ?? undefined,
    lastScheduledRunId: row.last_scheduled_run_id ?? undefined,
    playbookId: row.playbook_id ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export type SystemSuite = Pick<StoredSuite, 'id' | 'name'> & {
  playbookId: string
  cases: Map<string, { id: string; document: CaseDocument }>
}

type SystemSuiteRow = {
  id: string
  name: string
  playbook_id: string
  case_id: string | null
  key: string
  document: CaseDocument
}

/** System suites of the given playbooks, or of all. */
export async function findSystemSuites(
  db: Db,
  agent: AgentKey,
  playbookIds?: readonly string[],
): Promise<Map<string, SystemSuite>> {
  const { rows } = await sql<SystemSuiteRow>`
    select s.id, s.name, s.playbook_id, c.id as case_id, c.key, c.document
      from test_suites s left join test_cases c on c.agent_key = s.agent_key and c.suite_id = s.id
     where s.agent_key = ${agent.key} and s.playbook_id is not null
       and (${playbookIds ?? null}::text[] is null or s.playbook_id = any(${playbookIds ?? null}::text[]))
     order by c.created_at, c.id`.execute(db)
  const found = new Map<string, SystemSuite>()
  for (const { id, name, playbook_id: playbookId, case_id, key, document } of rows) {
    const suite = found.get(playbookId) ?? { id, name, playbookId, cases: new Map() }
    if (case_id !== null) suite.cases.set(key, { id: case_id, document })
    found.set(playbookId, suite)
  }
  return found
}

export async function renameSuite(tx: Db, agent: AgentKey, id: string, to: { name: string; now: Date }): Promise<void> {
  await tx
    .updateTable('test_suites')
    .set({ name: to.name, updated_at: to.now })
    .where('agent_key', '=', agent.key)
    .where('id', '=', id)
    .execute()
}
