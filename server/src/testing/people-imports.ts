import assert from 'node:assert/strict'
import type { TestAgent } from './agent.ts'
import type { TestApp } from './app.ts'
import { assertProblem, assertStatus, type ReplyBody, type TestReply } from './client.ts'

type ImportSettings = Record<string, string>

export function sendCsv(
  agent: TestAgent,
  file: string | Buffer,
  settings: ImportSettings = {},
  headers = {},
): Promise<TestReply> {
  const path = `/people/import?${new URLSearchParams(settings)}`
  return agent.raw('POST', path, file, { 'content-type': 'text/csv', ...headers })
}

/** Sends a CSV file and asserts that it is accepted. */
export async function importCsv(
  agent: TestAgent,
  file: string | Buffer,
  settings: ImportSettings = {},
): Promise<ReplyBody> {
  return assertStatus(await sendCsv(agent, file, settings), 200)
}

/** All people of the agent, oldest first, as the API returns them. */
export async function listEveryone(server: TestApp, agent: TestAgent): Promise<ReplyBody[]> {
  const { rows } = await server.database.pool.query<{ id: string }>(
    `select people.id from people join agents using (agent_key)
      where org_id = $1 and agents.id = $2 order by person_key`,
    [agent.orgId, agent.id],
  )
  return Promise.all(rows.map(async ({ id }) => assertStatus(await agent.get(`/people/${id}`), 200)))
}

const tables = ['people', 'people_search_keys', 'identities', 'consent_entries'] as const

export async function countImportRows(server: TestApp, agent: TestAgent): Promise<Record<string, number>> {
  const { pool } = server.database
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await pool.query(
      `select count(*) from ${table} join agents using (agent_key) where org_id = $1 and agents.id = $2`,
      [agent.orgId, agent.id],
    )
    counts[table] = rows[0].count
  }
  const { rows } = await pool.query(
    `select count(*) from outbox where data->>'agentId' = $1 and org_id = $2 and type like 'person.%'`,
    [agent.id, agent.orgId],
  )
  return { ...counts, outbox: rows[0].count }
}

/** Asserts a refusal that names the problem and writes nothing. */
export async function assertImportRefused(
  server: TestApp,
  agent: TestAgent,
  send: () => Promise<TestReply>,
  error: { field: string; message: string },
): Promise<ReplyBody> {
  const before = await countImportRows(server, agent)
  const reply = await send()
  assertProblem(reply, 422, 'request.invalid', error.field)
  assert.deepEqual({ field: reply.body.errors[0].field, message: reply.body.errors[0].message }, error)
  assert.deepEqual(await countImportRows(server, agent), before)
  return reply.body
}
