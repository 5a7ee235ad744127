import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../../platform/work/testing/jobs.ts'
import { realWorld } from '../../../platform/world.ts'
import { newAgent } from '../../../testing/agent.ts'
import { testApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus, type Body } from '../../../testing/client.ts'
import { everyone, footprint, importCsv, sendCsv } from '../../../testing/importing.ts'
import { failLostImports } from './queries.ts'

/** Imports while they run: large ones, several at once, ones that break off. */

const server = await testApp()
const { pool, db } = server.database

function people(count: number): string {
  const rows = Array.from(
    { length: count },
    (_, n) => `Person ${n},p${n}@example.com,+1202${1_000_000 + n},fair;${n % 2 ? 'odd' : 'even'},${n % 3}\n`,
  )
  return `name,email,phone,tags,plan\n${rows.join('')}`
}

test('20,000 people come in by one import, each once, and a second import knows them', async () => {
  const agent = await newAgent(server)
  const first = await importCsv(agent, people(20_000), { channel: 'rcs' })
  assert.deepEqual([first.created, first.errors], [20_000, []])
  const after = await footprint(server, agent)
  assert.deepEqual([after.people, after.identities, after.outbox], [20_000, 20_000, 20_000])
  const again = await importCsv(agent, people(2_000), { channel: 'rcs' })
  assert.deepEqual([again.created, again.updated, again.skipped], [0, 0, 2_000])
  const { people: count, outbox, people_terms: terms } = await footprint(server, agent)
  assert.deepEqual([count, outbox, terms], [20_000, 20_000, (after.people_terms ?? 0) + 2_000])
})

test('the same file imported by several at once brings everyone once', async () => {
  const agent = await newAgent(server)
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
  assert.equal((await footprint(server, agent)).people, 1500)
})

test('a change of a person waits for nothing but that person', async () => {
  const agent = await newAgent(server)
  await importCsv(agent, people(50))
  const [one] = await everyone(server, agent)
  const changes = Array.from({ length: 20 }, (_, n) => agent.patch(`/people/${one.id}`, { notes: `note ${n}` }))
  const imports = Array.from({ length: 3 }, () => importCsv(agent, people(50).replaceAll('Person', 'Human')))
  for (const reply of await Promise.all(changes)) assertStatus(reply, 200)
  await Promise.all(imports)
  assert.equal((await footprint(server, agent)).people, 50)
})

/** The import of an agent whose people somebody else holds still. */
async function held<T>(agentId: string, act: (letGo: () => Promise<void>) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select from people join agents using (agent_key) where agents.id = $1 for update of people', [
      agentId,
    ])
    return await act(async () => void (await client.query('rollback')))
  } finally {
    client.release(true)
  }
}

test('how far an import has come is seen while it runs, and what came of it with its people', async () => {
  const agent = await newAgent(server)
  await importCsv(agent, 'id,name\nlast,Last\n')
  const shownOf = async (): Promise<Body> => assertStatus(await agent.get('/people/imports'), 200).data[0]
  await held(agent.id, async (letGo) => {
    const importing = importCsv(
      agent,
      `id,name\n${people(3000)
        .replaceAll(/^[^,]*,([^,]*),.*$/gm, '$1x,Somebody')
        .replaceAll('@example.com', '')}last,Changed\n`,
    )
    await until(async () => (await shownOf()).status === 'running')
    const running = await shownOf()
    assert.ok(running.totalBytes > 0 && running.readBytes <= running.totalBytes)
    assert.equal((await footprint(server, agent)).people, 1)
    await letGo()
    const { importBatchId } = await importing
    const { status, rows, importBatchId: shown } = await shownOf()
    assert.deepEqual([status, shown, rows], ['done', importBatchId, 3002])
  })
})

test('an import whose process is gone is failed after two minutes without a sign of life', async () => {
  const agent = await newAgent(server)
  const { importBatchId } = await importCsv(agent, 'name\nAda\n')
  await pool.query(`update people_imports set status = 'running' where id = $1`, [importBatchId])
  const now = Date.now()
  const statusOf = async () => assertStatus(await agent.get(`/people/imports/${importBatchId}`), 200)
  await failLostImports(db, new Date(now + 110_000))
  assert.equal((await statusOf()).status, 'running')
  await failLostImports(db, new Date(now + 130_000))
  const lost = await statusOf()
  assert.deepEqual(
    [lost.status, lost.error],
    ['failed', 'The import broke off. Nothing was written; import the file again.'],
  )
})

test('when too many imports are under way, one more is asked to come back', async () => {
  const agents = await Promise.all(Array.from({ length: 7 }, () => newAgent(server)))
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

test('a transaction that is run again counts nobody twice, and is one import', async () => {
  let failures = 1
  const stumbling = await testApp({
    world: {
      ...realWorld,
      // The last event of the first run fails as a deadlock would.
      newId(prefix) {
        if (prefix === 'evt' && failures-- === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
        return realWorld.newId(prefix)
      },
    },
  })
  const agent = await newAgent(stumbling)
  failures = 1
  const { importBatchId, created } = await importCsv(agent, people(10))
  assert.equal(created, 10)
  const { data } = assertStatus(await agent.get('/people/imports'), 200)
  assert.deepEqual(
    data.map(({ importBatchId: id, status, created: count }: Body) => [id, status, count]),
    [[importBatchId, 'done', 10]],
  )
  assert.equal((await everyone(stumbling, agent)).length, 10)
})
