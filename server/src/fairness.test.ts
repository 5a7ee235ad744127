import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createApi, createServices } from './app.ts'
import { createBackgroundWork } from './background-work.ts'
import { createMetrics } from './platform/metrics.ts'
import { waitUntil } from './platform/work/testing/jobs.ts'
import { createTestAgent, type TestAgent, testAgentOf } from './testing/agent.ts'
import { createTestApp } from './testing/app.ts'
import { assertProblem, assertStatus, type TestReply } from './testing/client.ts'
import { createGatewayClients, rotateAccessToken } from './testing/gateway-clients.ts'
import { importCsv, sendCsv } from './testing/people-imports.ts'

/** An organization that blocks the database does not use up the connections and slots of others. */

// As long as in production: a call that waits longer is refused.
const server = await createTestApp({ waitMilliseconds: 5_000 })
const gateway = createGatewayClients(server)
const { slots, pool } = server.database
/** The pool size of `createTestDatabase`. */
const connections = 8
const [busy, quiet] = [await createTestAgent(server), await createTestAgent(server)]
const gatewayOf = async (agent: typeof busy) => gateway.anyone('/v4').as(await rotateAccessToken(agent))
const [busyGateway, quietGateway] = [await gatewayOf(busy), await gatewayOf(quiet)]

/** Runs `act` while another transaction holds a lock. */
async function whileHeld<T>(lock: string, act: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(lock)
    return await act()
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const whileLocked = <T>(table: string, act: () => Promise<T>): Promise<T> =>
  whileHeld(`lock table ${table} in access exclusive mode`, act)

type Case = { title: string; table: string; stalls(): Promise<TestReply>; answers(): Promise<TestReply> }

const message = { id: 'm1', spec: 'amf/1', parts: [{ type: 'text', text: 'Hello' }] }
const cases: Case[] = [
  {
    title: '/v1 reads a locked table, and another org reads and writes',
    table: 'people',
    stalls: () => busy.get('/people'),
    answers: () => quiet.put('/standing-instructions', { standingInstructions: ['Be brief.'] }),
  },
  {
    title: '/v4 sends messages into a locked table, and another org is served',
    table: 'messages',
    stalls: () => busyGateway.post('/messages', { userId: 'somebody', messages: [message] }),
    answers: () => quietGateway.post('/compile', { aml: 'Hello' }),
  },
  {
    title: '/v4 looks up people in a locked table by the connection that all orgs share, and another org is served',
    table: 'identities',
    stalls: () => busyGateway.get('/capabilities?userId=somebody'),
    answers: () => quietGateway.post('/compile', { aml: 'Hello' }),
  },
]

for (const { title, table, stalls, answers } of cases) {
  test(`150 calls of one org: ${title}`, async () => {
    const stalled = await whileLocked(table, async () => {
      const calls = Array.from({ length: 150 }, stalls)
      // Without competition, it gets everything.
      await waitUntil(async () => slots.state().busiestOrg === connections && slots.state().waiting > 0, 20)
      for (let call = 0; call < 5; call++) assert.ok((await answers()).status < 300)
      await waitUntil(async () => slots.state().busiestOrg === connections, 20)
      assert.equal(slots.state().refusals, 0)
      return calls
    })
    for (const reply of await Promise.all(stalled)) assert.notEqual(reply.status, 500)
    await waitUntil(async () => slots.state().used === 0)
  })
}

test('a call that waits too long for a connection gets a Retry-After, and /metrics shows the connections per org', async () => {
  await whileLocked('people', async () => {
    const calls = Array.from({ length: connections + 1 }, () => busy.get('/people'))
    await waitUntil(async () => slots.state().waiting === 1)
    const metrics = (await server.app.inject({ url: '/metrics' })).body
    for (const line of [
      `parley_database_slots{state="used"} ${connections}`,
      'parley_database_slots{state="waiting"} 1',
      'parley_database_slot_orgs{state="using"} 1',
      'parley_database_slot_orgs{state="waiting"} 1',
      `parley_database_slots_busiest_org ${connections}`,
    ]) {
      assert.ok(metrics.includes(`${line}\n`), line)
    }
    const refused = await Promise.race(calls)
    assertProblem(refused, 503, 'service.unavailable')
    assert.equal(refused.headers['retry-after'], '2')
    void Promise.all(calls)
  })
})

test('/metrics shows no connection and no org while only the scrape itself reads the database', async () => {
  const idle = await createTestApp()
  // Like `main.ts`, this creates the work before the server: then the queues come first in a scrape.
  const services = createServices({ ...idle.context, metrics: createMetrics() })
  createBackgroundWork(services)
  const app = createApi(services)
  after(() => app.close())
  await app.ready()
  for (let scrape = 0; scrape < 2; scrape++) {
    const metricsText = (await app.inject({ url: '/metrics' })).body
    assert.match(metricsText, /^parley_queue_depth\{/m)
    assert.match(metricsText, /^parley_database_slots\{state="used"\} 0$/m)
    assert.match(metricsText, /^parley_database_slot_orgs\{state="using"\} 0$/m)
    assert.match(metricsText, /^parley_database_slots_busiest_org 0$/m)
  }
})

test('/metrics counts work that belongs to no org as connections, and not as an org', async () => {
  await whileLocked('webhook_deliveries', async () => {
    const claim = server.database.db.selectFrom('webhook_deliveries').selectAll().execute()
    await waitUntil(async () => slots.state().used === 1)
    const metrics = (await server.app.inject({ url: '/metrics' })).body
    assert.match(metrics, /^parley_database_slots\{state="used"\} 1$/m)
    assert.match(metrics, /^parley_database_slot_orgs\{state="using"\} 0$/m)
    assert.match(metrics, /^parley_database_slots_busiest_org 0$/m)
    return { claim }
  }).then(({ claim }) => claim)
})

test('imports of one org that wait for a lock do not delay another org, and one import over its limit gets a Retry-After', async () => {
  const others = await Promise.all([2, 3, 4, 5, 6, 7].map(() => sibling(busy)))
  const agents = [busy, ...others]
  for (const agent of agents) await importCsv(agent, 'id,fullName\nada,Ada\n')
  await whileHeld('select from people for update', async () => {
    const imports = agents.slice(0, 6).map((agent) => importCsv(agent, 'id,fullName\nada,Ada L.\n'))
    await waitUntil(async () => (await runningImports()) === 3)
    assert.equal((await importCsv(quiet, 'fullName\nBob\n')).created, 1)
    const refused = await sendCsv(agents[6] as TestAgent, 'fullName\nCyd\n')
    assertProblem(refused, 503, 'service.unavailable')
    assert.ok(Number(refused.headers['retry-after']) > 0)
    return imports
  }).then((imports) => Promise.all(imports))
})

async function sibling(agent: TestAgent): Promise<TestAgent> {
  const { id } = assertStatus(await agent.client.post(`/orgs/${agent.orgId}/agents`, { name: 'Quay' }), 201)
  return testAgentOf(agent.client, agent.orgId, id)
}

async function runningImports(): Promise<number> {
  const { rows } = await pool.query(`select from people_imports where status = 'running'`)
  return rows.length
}
