import type { DerivedFrom } from '@parley/definition'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { TestSelection } from '../run.ts'

export async function findMissingSelection(
  db: Db,
  agent: AgentKey,
  { suiteIds = [], caseIds = [] }: TestSelection,
): Promise<{ noun: 'suite' | 'case'; id: string } | undefined> {
  const { rows } = await sql<{ noun: 'suite' | 'case'; id: string }>`
    select 'suite' as noun, wanted.id from unnest(${[...suiteIds]}::text[]) as wanted (id)
     where not exists (select from test_suites as s where s.agent_key = ${agent.key} and s.id = wanted.id)
     union all
    select 'case', wanted.id from unnest(${[...caseIds]}::text[]) as wanted (id)
     where not exists (select from test_cases as c where c.agent_key = ${agent.key} and c.id = wanted.id)
     limit 1`.execute(db)
  return rows[0]
}

/** Names by suite id. Deleted suites are absent. */
export async function findSuiteNames(db: Db, agent: AgentKey, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('test_suites')
    .select(['id', 'name'])
    .where('agent_key', '=', agent.key)
    .where('id', 'in', [...ids, ''])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function findRunDefinition(
  db: Db,
  agent: AgentKey,
): Promise<{ updatedAt: string; templateRef?: DerivedFrom }> {
  const row = await db
    .selectFrom('agents')
    .select(['updated_at', 'template_ref'])
    .where('agent_key', '=', agent.key)
    .executeTakeFirstOrThrow()
  const templateRef = (row.template_ref as DerivedFrom | null) ?? undefined
  return { updatedAt: row.updated_at.toISOString(), templateRef }
}
