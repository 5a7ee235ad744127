import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertStatus } from '../../../testing/client.ts'

/** A publish, a restore and a rebase that fail between two statements, as in a process that dies, change nothing. */

const server = await createTestApp()
const { pool } = server.database
const fact = (id: string, answer = `Answer of ${id}.`) => ({ id, question: `What about ${id}?`, answer })

const writtenTables = [
  ...['definitions', 'agents', 'agent_versions', 'agent_version_sections', 'agent_drafts', 'agent_draft_sections'],
  ...['agent_draft_edits', 'outbox', 'audit_log'],
]

await pool.query(`create function fail_here() returns trigger language plpgsql as $$ begin raise 'killed here'; end $$`)

/** Every write of the table fails while `act` runs. */
async function withFault<T>(table: string, act: () => Promise<T>): Promise<T> {
  await pool.query(`create trigger fault after insert or update or delete on ${table} execute function fail_here()`)
  try {
    return await act()
  } finally {
    await pool.query(`drop trigger fault on ${table}`)
  }
}

/** Live with three versions, and a draft of the second that changes another Fact. */
async function prepare(): Promise<{ agent: TestAgent; draftId: string }> {
  const agent = await createTestAgent(server)
  const put = async (facts: object[], headers?: Record<string, string>) =>
    assertStatus(await agent.put('/knowledge/facts', { facts }, headers), 200)
  await put([fact('one')])
  const { id: draftId } = assertStatus(await agent.post('/drafts', { name: 'Draft' }), 201)
  await put([fact('one'), fact('mine')], { 'x-svc-draft': draftId })
  await put([fact('one'), fact('theirs')])
  return { agent, draftId }
}

async function readAll(agent: TestAgent): Promise<unknown[]> {
  const read = async (path: string) => assertStatus(await agent.get(path), 200)
  const { data: drafts } = await read('/drafts')
  const diffs = []
  for (const { id } of drafts) diffs.push(await read(`/drafts/${id}/diff`))
  return [await read('/export?format=json'), await read('/versions'), drafts, diffs]
}

const actions: Record<string, (agent: TestAgent, draftId: string) => ReturnType<TestAgent['post']>> = {
  publish: (agent, draftId) => agent.post(`/drafts/${draftId}/_publish`, {}),
  restore: (agent) => agent.post('/versions/1/_restore'),
  rebase: (agent, draftId) => agent.post(`/drafts/${draftId}/_rebase`, {}),
}

for (const [name, act] of Object.entries(actions)) {
  test(`a ${name} that dies between two statements leaves everything as it was, and succeeds when repeated`, async () => {
    const failed = []
    for (const table of writtenTables) {
      const { agent, draftId } = await prepare()
      const before = await readAll(agent)
      const { status } = await withFault(table, () => act(agent, draftId))
      if (status === 200) continue
      failed.push(table)
      assert.equal(status, 500, table)
      assert.deepEqual(await readAll(agent), before, table)
      assertStatus(await act(agent, draftId), 200)
      assert.notDeepEqual(await readAll(agent), before, table)
    }
    assert.ok(failed.length >= 2, `only ${failed.join(', ')} were written`)
  })
}
