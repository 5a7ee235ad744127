import type { CaseDocument } from '@parley/testcase'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { StoredSuite } from '../suite.ts'

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
