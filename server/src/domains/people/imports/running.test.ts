import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitUntil } from '../../../platform/work/testing/jobs.ts'
import { realWorld } from '../../../platform/world.ts'
import { createTestAgent, type TestAgent, testAgentOf } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { countImportRows, importCsv, listEveryone, sendCsv } from '../../../testing/people-imports.ts'
import { failAbandonedImports, purgeOldImports } from './queries.ts'

/** Running imports: large ones, concurrent ones, interrupted ones. */

const server = await createTestApp()
const { pool, db } = server.database

function people(count: number): string {
  const rows = Array.from(
    { length: count },
    (_, n) => `Person ${n},p${n}@example.com,+1202${1_000_000 + n},fair;${n % 2 ? 'odd' : 'even'},${n % 3}\n`,
  )
  return `name,email,phone,tags,plan\n${rows.join('')}`
}

test('one import creates thousands of people, each once, and a second import matches them', async () => {
  const many = 6_000
  const agent = await createTestAgent(server)
  const first = await importCsv(agent, people(many), { channel: 'rcs' })
  assert.deepEqual([first.created, first.errors], [many, []])
  const after = await countImportRows(server, agent)
  assert.deepEqual([after.people, after.identities, after.outbox], [many, many, many])
  const again = await importCsv(agent, people(2_000), { channel: 'rcs' })
  assert.deepEqual([again.created, again.updated, again.skipped], [0, 0, 2_000])
  const { people: count, outbox, people_search_keys: terms } = await countImportRows(server, agent)
  assert.deepEqual([count, outbox, terms], [many, many, (after.people_search_keys ?? 0) + 2_000])
})

test('concurrent imports of the same file create every person once', async () => {
  const agent = await createTestAgent(server)
  const answers = await Promise.all(Array.from({ length: 4 }, () => importCsv(agent, people(1500), { channel: 'sms' })))
  assert.deepEqual(
    answers.map(({ created, skipped }) => [created, skipped]).toSorted((one, other) => other[0] - one[0]),
    [
      [1500, 0],
      [0, 1500],
      [0, 1500],
      [0, 1500],
    ],
  )
  assert.equal((await countImportRows(server, agent)).people, 1500)
})

/** Runs `act` while another transaction locks a person of the agent. */
async function held<T>(
  agent: TestAgent,
  personId: string,
  act: (release: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `select from people join agents using (agent_key)
        where agents.id = $1 and org_id = $2 and people.id = $3 for update of people`,
      [agent.id, agent.orgId, personId],
    )
    return await act(async () => void (await client.query('rollback')))
  } finally {
    client.release(true)
  }
}

const importsOf = async (agent: TestAgent): Promise<ReplyBody[]> =>
  assertStatus(await agent.get('/people/imports'), 200).data
const isRunning = async (agent: TestAgent): Promise<boolean> => (await importsOf(agent))[0]?.status === 'running'

test('people that a running import has not reached can be changed, and the import sees the change', async () => {
  const agent = await createTestAgent(server)
  await importCsv(agent, 'id,name\nfirst,First\nlast,Last\n')
  const others = Array.from({ length: 1500 }, (_, n) => `p${n},Person ${n},\n`).join('')
  await held(agent, 'first', async (release) => {
    const importing = importCsv(agent, `id,name,consent\nfirst,A,\n${others}last,B,granted\n`)
    await waitUntil(() => isRunning(agent))
    assertStatus(await agent.patch('/people/last', { notes: 'meanwhile' }), 200)
    assertStatus(await agent.put('/people/last/consent', { status: 'denied' }), 200)
    assert.equal(await isRunning(agent), true)
    await release()
    await importing
  })
  const { fullName, notes } = assertStatus(await agent.get('/people/last'), 200)
  assert.deepEqual([fullName, notes], ['B', 'meanwhile'])
  const { history, ...now } = assertStatus(await agent.get('/people/last/consent'), 200)
  assert.deepEqual(
    history.map(({ status }: ReplyBody) => status),
    ['granted', 'denied'],
  )
  assert.deepEqual([now.status, now.updatedAt], [history[0].status, history[0].at])
})

test('the progress of an import is visible while it runs, and its result together with its people', async () => {
  let ahead = 0
  // So that each batch publishes progress.
  const hasty = await createTestApp({ world: { ...realWorld, now: () => new Date(Date.now() + ahead++ * 1000) } })
  const agent = await createTestAgent(hasty)
  await importCsv(agent, 'id,name\nlast,Last\n')
  const rows = Array.from({ length: 4000 }, (_, n) => `p${n},${'Somebody '.repeat(20)}\n`)
  const client = await hasty.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('select from people for update')
    const importing = importCsv(agent, `id,name\n${rows.join('')}last,Changed\n`)
    const shownOf = async (): Promise<ReplyBody> => (await importsOf(agent))[0]
    await waitUntil(() => isRunning(agent))
    await waitUntil(async () => (await shownOf()).readBytes > 0)
    const running = await shownOf()
    assert.equal(running.status, 'running')
    assert.ok(running.readBytes < running.totalBytes)
    await waitUntil(async () => (await shownOf()).created >= 1000)
    assert.equal((await countImportRows(hasty, agent)).people, 1)
    await client.query('rollback')
    const { importBatchId } = await importing
    const { status, rows: count, readBytes, importBatchId: shownBatchId } = await shownOf()
    assert.deepEqual([status, shownBatchId, count, readBytes], ['done', importBatchId, 4001, running.totalBytes])
  } finally {
    client.release(true)
  }
})

test('a second import of the same agent waits some seconds and is then asked to retry', async () => {
  const agent = await createTestAgent(server)
  await importCsv(agent, 'id,name\na,Ada\n')
  await held(agent, 'a', async (release) => {
    const first = importCsv(agent, 'id,name\na,Bob\n')
    await waitUntil(() => isRunning(agent))
    const second = await sendCsv(agent, 'id,name\nb,Bob\n')
    assertProblem(second, 503, 'service.unavailable')
    assert.equal(second.body.detail, 'Another import of this agent is running')
    assert.equal(second.headers['retry-after'], '10')
    await release()
    await first
  })
  assert.deepEqual(
    (await importsOf(agent)).map(({ status }) => status),
    ['done', 'done'],
  )
})

test('the result of an import is deleted after thirty days', async () => {
  const agent = await createTestAgent(server)
  const { importBatchId } = await importCsv(agent, 'name\nAda\n')
  const day = 86_400_000
  const at = Date.parse((await importsOf(agent))[0].createdAt)
  await purgeOldImports(db, new Date(at + 30 * day))
  assert.equal((await importsOf(agent)).length, 1)
  await purgeOldImports(db, new Date(at + 30 * day + 1))
  assert.deepEqual(await importsOf(agent), [])
  const [ada] = await listEveryone(server, agent)
  assert.equal(ada.importBatchId, importBatchId)
})

test('an import whose process died fails after two minutes without a heartbeat', async () => {
  const agent = await createTestAgent(server)
  const { importBatchId } = await importCsv(agent, 'name\nAda\n')
  await pool.query(`update people_imports set status = 'running' where id = $1`, [importBatchId])
  const now = Date.now()
  const statusOf = async () => assertStatus(await agent.get(`/people/imports/${importBatchId}`), 200)
  await failAbandonedImports(db, new Date(now + 110_000))
  assert.equal((await statusOf()).status, 'running')
  await failAbandonedImports(db, new Date(now + 130_000))
  const lost = await statusOf()
  assert.deepEqual(
    [lost.status, lost.error],
    ['failed', 'The import was interrupted. Nothing was written; import the file again.'],
  )
})

test('an import beyond the limit of concurrent imports of an org is asked to retry', async () => {
  const org = await server.org()
  const agents = await Promise.all(
    Array.from({ length: 7 }, async (_, n) => {
      const { id } = assertStatus(await org.api.post(`${org.path}/agents`, { name: `Harbour ${n}` }), 201)
      return testAgentOf(org.api, org.id, id)
    }),
  )
  for (const agent of agents) await importCsv(agent, 'id,name\na,Ada\n')
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select from people for update')
    const replies = agents.map((agent) => sendCsv(agent, 'id,name\na,Bob\n'))
    const refused = await Promise.race(replies)
    assertProblem(refused, 503, 'service.unavailable')
    assert.equal(refused.headers['retry-after'], '10')
    await client.query('rollback')
    const statuses = (await Promise.all(replies)).map(({ status }) => status).toSorted()
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 503])
  } finally {
    client.release(true)
  }
})

test('a retried transaction counts no one twice and is one import', async () => {
  let failures = 1
  const stumbling = await createTestApp({
    world: {
      ...realWorld,
      // The last event of the first run fails like a deadlock.
      newId(prefix) {
        if (prefix === 'evt' && failures-- === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
        return realWorld.newId(prefix)
      },
    },
  })
  const agent = await createTestAgent(stumbling)
  failures = 1
  const { importBatchId, created } = await importCsv(agent, people(10))
  assert.equal(created, 10)
  const { data } = assertStatus(await agent.get('/people/imports'), 200)
  assert.deepEqual(
    data.map(({ importBatchId: id, status, created: count }: ReplyBody) => [id, status, count]),
    [[importBatchId, 'done', 10]],
  )
  assert.equal((await listEveryone(stumbling, agent)).length, 10)
})
