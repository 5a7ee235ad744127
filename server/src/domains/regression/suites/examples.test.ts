import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'

const server = await createTestApp()
const path = '/tests/suites'

const history = (...lines: string[]) => lines.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'agent', content }))
const lamp = history('I want to return a lamp', 'Which lamp is it?', 'The brass one', 'A label is on its way.')
const used = history('Can I return a used lamp?', 'Within thirty days, yes. [[chips: Start a return | Talk to us]]')
const refund = history('How long does a refund take?', 'About a week.')

async function returns(examples: object[] = [lamp, used]): Promise<TestAgent> {
  const agent = await createTestAgent(server)
  const playbook = { id: 'returns', name: 'Returns', whenToUse: 'Somebody returns something.', body: 'Help.', examples }
  assertStatus(await agent.post('/playbooks', playbook), 201)
  return agent
}

const suites = async (agent: TestAgent): Promise<ReplyBody[]> => assertStatus(await agent.get(path), 200).data
async function suiteOf(agent: TestAgent, playbookId = 'returns'): Promise<ReplyBody> {
  const found = (await suites(agent)).find((suite) => suite.playbookId === playbookId)
  assert.equal(found?.system, true, `a system suite of ${playbookId}`)
  return found
}
async function casesOf(agent: TestAgent, suite: ReplyBody): Promise<Record<string, ReplyBody>> {
  const { data } = assertStatus(await agent.get(`${path}/${suite.id}/cases`), 200)
  return Object.fromEntries(data.map((one: ReplyBody) => [one.key, one]))
}
const edit = async (agent: TestAgent, change: object): Promise<ReplyBody> =>
  assertStatus(await agent.patch('/playbooks/returns', change), 200)

test('a playbook with Examples has a system suite with a case for each', async () => {
  const agent = await returns()
  const suite = await suiteOf(agent)
  assert.equal(suite.name, 'Examples: Returns')
  const cases = await casesOf(agent, suite)
  assert.deepEqual(Object.keys(cases).sort(), ['example-1', 'example-2'])
  assert.deepEqual(cases['example-1'].turns, ['I want to return a lamp', 'The brass one'])
  assert.deepEqual(cases['example-2'].origin, { kind: 'playbookExample', playbookId: 'returns', exampleIndex: 1 })
  assert.deepEqual(cases['example-1'].scenario.start, { resume: { activePlaybook: 'returns' } })
  assert.deepEqual(
    cases['example-1'].lint.filter(({ severity }: ReplyBody) => severity === 'error'),
    [],
  )
})

test('the suite follows edited Examples: cases keep their ids, new ones are added, superfluous ones are deleted', async () => {
  const agent = await returns()
  const suite = await suiteOf(agent)
  const before = await casesOf(agent, suite)
  await edit(agent, {
    examples: [history('I would like to send a lamp back', 'Which lamp?'), used, refund],
    name: 'Goods',
  })
  const followed = await suiteOf(agent)
  assert.deepEqual([followed.id, followed.name], [suite.id, 'Examples: Goods'])
  const after = await casesOf(agent, suite)
  assert.deepEqual(Object.keys(after).sort(), ['example-1', 'example-2', 'example-3'])
  assert.deepEqual(after['example-1'].turns, ['I would like to send a lamp back'])
  assert.equal(after['example-1'].id, before['example-1'].id)
  assert.deepEqual(after['example-2'], before['example-2'], 'what says the same is left alone')
  await edit(agent, { examples: [lamp] })
  assert.deepEqual(Object.keys(await casesOf(agent, suite)), ['example-1'])
})

test('the suite is deleted with the Examples or the playbook, by any route', async () => {
  const agent = await returns()
  await edit(agent, { examples: [] })
  assert.deepEqual(await suites(agent), [])
  await edit(agent, { examples: [lamp] })
  await suiteOf(agent)
  assertStatus(await agent.del('/playbooks/returns'), 204)
  assert.deepEqual(await suites(agent), [])
})

test('the cases of the default playbook start inbound, and those of the former default no longer do', async () => {
  const agent = await returns([lamp])
  const start = async () => (await casesOf(agent, await suiteOf(agent)))['example-1'].scenario.start
  assert.deepEqual(await start(), { resume: { activePlaybook: 'returns' } })
  assertStatus(await agent.post('/playbooks/returns/_setDefault'), 200)
  assert.deepEqual(await start(), { inbound: true })
})

test('a change that does not affect Examples writes nothing', async () => {
  const agent = await returns()
  const suite = await suiteOf(agent)
  const rows = async () => {
    const { rows } = await server.database.pool.query('select id, xmin::text from test_cases where suite_id = $1', [
      suite.id,
    ])
    return new Map(rows.map(({ id, xmin }) => [id, xmin]))
  }
  const before = await rows()
  await edit(agent, { body: 'Help with returns.' })
  assertStatus(await agent.put('/personality', { text: 'Be brief.' }), 200)
  await suites(agent)
  await edit(agent, { name: 'Returned goods' })
  assert.deepEqual(await rows(), before)
})

test('clients cannot write to a system suite', async () => {
  const agent = await returns()
  const suite = await suiteOf(agent)
  const one = `${path}/${suite.id}`
  const { id } = (await casesOf(agent, suite))['example-1']
  const document = { title: 'Mine', turns: ['Hello'] }
  const calls = [
    agent.patch(one, { name: 'Mine' }),
    agent.patch(one, { schedule: { every: 'daily' } }),
    agent.del(one),
    agent.post(`${one}/cases`, document),
    agent.put(`${one}/cases/${id}`, document),
    agent.del(`${one}/cases/${id}`),
    agent.post(`${one}/cases/generate`, { source: 'faqs' }),
    agent.post(`${one}/cases/${id}/copy`, { suiteId: suite.id }),
  ]
  for (const reply of await Promise.all(calls)) assertProblem(reply, 409, 'agent.test.system_suite')
  const own = assertStatus(await agent.post(path, { name: 'Mine' }), 201)
  const copy = assertStatus(await agent.post(`${one}/cases/${id}/copy`, { suiteId: own.id }), 201)
  assert.deepEqual([copy.origin, copy.suiteId, copy.key], [undefined, own.id, 'example-1'])
  assertStatus(await agent.put(`${path}/${own.id}/cases/${copy.id}`, document), 200)
})

test('the first list creates the suite of Examples that existed before', async () => {
  const agent = await returns()
  await server.database.pool.query('delete from test_suites where playbook_id is not null')
  // Changes the agent's version: the current one is known to be in sync.
  assertStatus(await agent.put('/personality', { text: 'Be brief.' }), 200)
  const [one, two] = await Promise.all([suiteOf(agent), suiteOf(agent)])
  assert.equal(one.id, two.id)
  assert.deepEqual(Object.keys(await casesOf(agent, one)).sort(), ['example-1', 'example-2'])
})

test('pass rates come from the newest run that decided any of the cases', async () => {
  const agent = await returns([lamp, used, refund])
  const rates = async () => assertStatus(await agent.get('/tests/pass-rates'), 200).data
  const suite = await suiteOf(agent)
  assert.deepEqual(await rates(), [{ playbookId: 'returns', suiteId: suite.id, passed: 0, total: 0 }])
  const cases = await casesOf(agent, suite)
  const [one, two, three] = ['example-1', 'example-2', 'example-3'].map((key) => cases[key].id)
  await played(agent, suite.id, {
    id: 'run_old',
    at: '2030-01-01T09:00:00Z',
    states: [
      [one, 'failed'],
      [two, 'passed'],
    ],
  })
  await played(agent, suite.id, {
    id: 'run_new',
    at: '2030-01-02T09:00:00Z',
    states: [
      [one, 'passed'],
      [one, 'passed'],
      [two, 'passed'],
      [two, 'failed'],
      [three, 'errored'],
    ],
  })
  await played(agent, suite.id, { id: 'run_last', at: '2030-01-03T09:00:00Z', states: [[one, 'errored']] })
  const lastRunAt = '2030-01-02T09:00:00.000Z'
  assert.deepEqual(await rates(), [
    { playbookId: 'returns', suiteId: suite.id, passed: 1, total: 2, runId: 'run_new', lastRunAt },
  ])
  const history = assertStatus(await agent.get(`${path}/${suite.id}/cases/${one}/history`), 200).data
  assert.deepEqual(
    history.map(({ runId, state }: ReplyBody) => `${runId} ${state}`),
    ['run_last errored', 'run_new passed', 'run_new passed', 'run_old failed'],
  )
  const some = assertStatus(await agent.get(`${path}/${suite.id}/cases/${one}/history?limit=1`), 200).data
  assert.deepEqual(some, history.slice(0, 1))
  for (const limit of ['0', '201', 'x'])
    assertProblem(await agent.get(`${path}/${suite.id}/cases/${one}/history?limit=${limit}`), 422, 'request.invalid')
})

/** Inserts a completed run. */
async function played(
  agent: TestAgent,
  suiteId: string,
  { id, at, states }: { id: string; at: string; states: [caseId: string, state: string][] },
): Promise<void> {
  const { pool } = server.database
  await pool.query(
    `insert into test_runs (agent_key, id, selection, status, requested_by, attribution, estimate, total, created_at,
                            updated_at, started_at, completed_at)
     select agent_key, $3, '{}', 'completed', '{}', '{}', '{}', $5, $4, $4, $4, $4 from agents
      where org_id = $1 and id = $2`,
    [agent.orgId, agent.id, id, at, states.length],
  )
  for (const [n, [caseId, state]] of states.entries()) {
    await pool.query(
      `insert into test_results (agent_key, id, run_id, n, suite_id, case_id, case_title, sample, case_snapshot, state,
                                 created_at, updated_at, finished_at)
       select agent_key, $3, $4, $5, $6, $7, 'One', 1, '{}', $8, $9, $9, $9 from agents where org_id = $1 and id = $2`,
      [agent.orgId, agent.id, `${id}_${n}`, id, n + 1, suiteId, caseId, state, at],
    )
  }
}
