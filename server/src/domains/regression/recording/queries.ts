import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'

/** The oldest editable suite of that name. */
export async function findSuiteByName(db: Db, agent: AgentKey, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('test_suites')
    .select('id')
    .where('agent_key', '=', agent.key)
    .where('name', '=', name)
    .where('playbook_id', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Blocks the creation of suites until the transaction ends. */
export async function lockSuites(tx: Db, agent: AgentKey): Promise<void> {
  await tx.selectFrom('agents').select('agent_key').where('agent_key', '=', agent.key).forNoKeyUpdate().execute()
}

export async function findActiveRunsByOrigin(db: Db, agent: AgentKey, asids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct runs.id from test_results as results
      join test_runs as runs on runs.agent_key = results.agent_key and runs.id = results.run_id
     where results.agent_key = ${agent.key} and origin_asid = any(${asids}::text[])
       and status in ('queued', 'running', 'paused') order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes the cases recorded from these conversations together with their results, and returns their ids. */
export async function deleteRecordedCases(
  tx: Db,
  agent: AgentKey,
  asids: readonly string[],
): Promise<{ id: string; sandbox: string | null }[]> {
  const theirs = sql`agent_key = ${agent.key} and origin_asid = any(${asids}::text[])`
  const cases = await sql<{ id: string }>`delete from test_cases where ${theirs} returning id`.execute(tx)
  // A separate statement, so that it sees results that a run inserted while the first one waited for its lock.
  const results = await sql<{ id: string; sandbox: string | null }>`
    delete from test_results where ${theirs} returning id, asid as sandbox`.execute(tx)
  return [...cases.rows.map(({ id }) => ({ id, sandbox: null })), ...results.rows]
}

export async function exportCases(db: Db, agent: AgentKey, { asids }: { asids: readonly string[] }): Promise<object[]> {
  const { rows } = await sql<object>`
    select id, suite_id as "suiteId", created_at as "createdAt", document from test_cases
     where agent_key = ${agent.key} and origin_asid = any(${asids}::text[]) order by created_at, id`.execute(db)
  return rows
}
