import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createRegressionBench, modelOnlyAgent, type RegressionAgent } from '../../../testing/regression-bench.ts'

/** Simulated people talk with the agent in the sandbox. */

const bench = await createRegressionBench()
const { world, pool } = bench

const rent = {
  id: 'rent',
  name: 'Rent a boat',
  body: 'Rent boats.',
  uses: ['people'],
  isDefault: true,
  flow: {
    slots: [
      { name: 'kind', type: 'enum', options: ['Boat', 'Car'], prompt: 'Which kind?' },
      { name: 'email', type: 'email', bind: 'person.email', prompt: 'What is your email address?' },
    ],
    steps: [
      { say: 'Welcome to the harbor.' },
      { collect: ['kind', 'email'] },
      { say: 'The {kind} is yours, we write to {email}.' },
      { end: { outcome: 'rented' } },
    ],
  },
}
const goals = {
  goals: [{ id: 'contact', name: 'Leave a contact', definition: { kind: 'event', event: 'contact.captured' } }],
  defaultGoal: { goalId: 'contact' },
}
const harbor = { playbooks: [rent], goals }
const ada = { id: 'ada', goal: 'Rent a boat.', facts: { email: 'ada@example.com' }, manner: 'plain' }

const start = async (agent: RegressionAgent, body: object) => assertStatus(await agent.post('/simulations', body), 202)

async function simulate(agent: RegressionAgent, body: object): Promise<ReplyBody> {
  const { id } = await start(agent, body)
  return waitFor(agent, id)
}

async function waitFor(agent: RegressionAgent, id: string): Promise<ReplyBody> {
  for (let attempts = 0; attempts < 100; attempts++) {
    await bench.work()
    const simulation = assertStatus(await agent.get(`/simulations/${id}`), 200)
    if (simulation.status === 'completed') return simulation
    world.advance(1000)
  }
  return assert.fail('the simulation does not end')
}

const conversations = async (agent: RegressionAgent, id: string, query = '') =>
  assertStatus(await agent.get(`/simulations/${id}/conversations${query}`), 200).data as ReplyBody[]

const countSandboxes = async (agent: RegressionAgent) =>
  (await pool.query('select count(*)::int as count from sandbox_people where agent_key = $1', [agent.key.key])).rows[0]
    .count

test('people with facts fill a flow; their conversations have outcomes and transcripts, and leave nothing behind', async () => {
  const agent = await bench.agent(harbor)
  const started = await start(agent, { profiles: [ada], count: 3, seed: 1 })
  assert.deepEqual([started.status, started.count, started.done, started.maxTurns], ['queued', 3, 0, 20])
  const done = await waitFor(agent, started.id)
  assert.deepEqual([done.done, done.errors, done.goalRate, done.contained], [3, 0, 0, 3])
  assert.ok(done.medianTurns >= 2 && done.startedAt && done.endedAt)
  const all = await conversations(agent, started.id)
  assert.deepEqual(
    all.map(({ n, profileId, outcome }) => [n, profileId, outcome]),
    [1, 2, 3].map((n) => [n, 'ada', 'contained']),
  )
  for (const { transcript, reason } of all) {
    const text = transcript.map((line: ReplyBody) => `${line.role}: ${line.text}`).join('\n')
    assert.match(text, /^user: .*boat/i)
    assert.match(text, /agent: The Boat is yours, we write to ada@example.com/)
    assert.equal(reason, 'Ended with rented')
  }
  assert.deepEqual(done.failures, [{ cause: 'Ended with rented', count: 3, conversationId: all[0]?.id }])
  assert.equal(await countSandboxes(agent), 0)
})

test('the goal of the agent, by its name or id, ends a conversation', async () => {
  const agent = await bench.agent(harbor)
  const profiles = ['Leave a contact', 'contact'].map((goal) => ({ ...ada, id: goal, goal }))
  const { goalRate, outcomes, id } = await simulate(agent, { profiles, count: 4, seed: 3 })
  assert.deepEqual([goalRate, outcomes.goal], [1, 4])
  assert.equal((await conversations(agent, id, '?outcome=goal')).length, 4)
  assert.equal((await conversations(agent, id, '?outcome=error')).length, 0)
})

test('the same seed says the same, another one does not', async () => {
  const agent = await bench.agent(harbor)
  const profiles = ['chatty', 'typos', 'angry', 'confused', 'language', 'terse'].map((manner) => ({
    ...ada,
    id: manner,
    manner,
  }))
  const play = async (seed: number) => {
    const { id, errors } = await simulate(agent, { profiles, count: 12, seed })
    assert.equal(errors, 0)
    return (await conversations(agent, id)).map(({ transcript }) => transcript)
  }
  const first = await play(5)
  assert.deepEqual(await play(5), first)
  assert.notDeepEqual(await play(6), first)
})

test('a draft answers instead of live', async () => {
  const agent = await bench.agent(harbor)
  const { id: draftId } = assertStatus(await agent.post('/drafts', { name: 'Other words' }), 201)
  const [, collect, , end] = rent.flow.steps
  const flow = { ...rent.flow, steps: [collect, { say: 'The draft says that the {kind} is yours.' }, end] }
  assertStatus(await agent.patch('/playbooks/rent', { flow }, { 'x-svc-draft': draftId }), 200)
  const said = async (options: object) => {
    const { id } = await simulate(agent, { profiles: [ada], count: 1, seed: 1, ...options })
    return JSON.stringify(await conversations(agent, id))
  }
  assert.match(await said({ draftId }), /The draft says that the Boat is yours/)
  assert.doesNotMatch(await said({}), /The draft says/)
})

test('turns are limited, and conversations are paged in order', async () => {
  const agent = await bench.agent(harbor)
  const { id, outcomes, medianTurns } = await simulate(agent, { profiles: [ada], count: 5, maxTurns: 1, seed: 1 })
  assert.deepEqual([outcomes.maxTurns, medianTurns], [5, 1])
  const first = assertStatus(await agent.get(`/simulations/${id}/conversations?limit=3`), 200)
  assert.match(first.data[0].reason, /^Still asked for \w+ in rent$/)
  const second = assertStatus(
    await agent.get(`/simulations/${id}/conversations?limit=3&pageToken=${first.nextPageToken}`),
    200,
  )
  assert.deepEqual(
    [...first.data, ...second.data].map(({ n }) => n),
    [1, 2, 3, 4, 5],
  )
  assert.equal(second.nextPageToken, undefined)
})

test('the default suite is made from goals, playbooks and Facts', async () => {
  const facts = [{ id: 'hours', question: 'When are you open?', answer: 'From eight to eight.' }]
  const agent = await bench.agent(harbor)
  assertStatus(await agent.put('/knowledge/facts', { facts }), 200)
  const { profiles, suite, done, errors, id } = await simulate(agent, { suite: 'default', count: 6, seed: 2 })
  assert.deepEqual([suite, done, errors], ['default', 6, 0])
  assert.ok(
    ['goal-contact', 'playbook-rent', 'fact-hours'].every((wanted) =>
      profiles.some((one: ReplyBody) => one.id === wanted),
    ),
  )
  const { data } = assertStatus(await agent.get('/simulations'), 200)
  assert.deepEqual(
    data.map((one: ReplyBody) => one.id),
    [id],
  )
})

test('a conversation becomes a case that passes', async () => {
  const agent = await bench.agent(harbor)
  const { id } = await simulate(agent, { profiles: [ada], count: 1, seed: 1 })
  const [conversation] = await conversations(agent, id)
  const suiteId = await agent.suite()
  const path = `/simulations/${id}/conversations/${conversation?.id}/_makeCase`
  const made = assertStatus(await agent.post(path, { suiteId }), 201)
  assert.equal(made.turns.length, conversation?.turns)
  assert.deepEqual(made.expect.checks, { outcomes: ['rented'], finalReplyNonEmpty: true })
  const { results } = await agent.runAndWait({ suiteIds: [suiteId] })
  assert.deepEqual(
    results.map(({ state }) => state),
    ['passed'],
  )
  assertProblem(await agent.post(path, { suiteId: 'ste_none' }), 404, 'agent.test.not_found')
  assertProblem(
    await agent.post(path.replace(conversation?.id ?? '', 'smc_none'), { suiteId }),
    404,
    'resource.not_found',
  )
})

test('a canceled simulation stops, and stays as it is', async () => {
  const agent = await bench.agent(modelOnlyAgent)
  const gate = bench.gate()
  const { id } = await start(agent, { profiles: [ada], count: 30, seed: 1 })
  const working = bench.work()
  await gate.reached(1)
  const cancelled = assertStatus(await agent.post(`/simulations/${id}/cancel`), 200)
  assert.deepEqual([cancelled.status, cancelled.done], ['cancelled', 0])
  gate.open()
  await working
  bench.play()
  const after = assertStatus(await agent.post(`/simulations/${id}/cancel`), 200)
  assert.deepEqual([after.status, after.endedAt], ['cancelled', cancelled.endedAt])
  assert.equal(await countSandboxes(agent), 0)
})

test('a conversation that a killed process left is played again from the start, and says the same', async () => {
  const agent = await bench.agent(harbor)
  const expected = await simulate(agent, { profiles: [ada], count: 2, seed: 9 })
  const { id } = await start(agent, { profiles: [ada], count: 2, seed: 9 })
  await pool.query(
    `update simulated_conversations set state = 'running', lease_token = 'killed', due_at = $2, asid = null where simulation_id = $1`,
    [id, world.now()],
  )
  world.advance(60_000)
  await waitFor(agent, id)
  const said = async (simulation: string) =>
    (await conversations(agent, simulation)).map(({ transcript }) => transcript)
  assert.deepEqual(await said(id), await said(expected.id))
  assert.equal(await countSandboxes(agent), 0)
})

test('an agent whose model fails has errors, grouped by cause', async () => {
  const agent = await bench.agent(modelOnlyAgent)
  bench.play(new Error('out of order'))
  const { errors, failures, goalRate } = await simulate(agent, { profiles: [ada], count: 2, seed: 1 })
  bench.play()
  assert.deepEqual([errors, goalRate, failures.length, failures[0].count], [2, 0, 1, 2])
})

test('at most three simulations of an agent are open at once', async () => {
  const agent = await bench.agent(harbor)
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push((await start(agent, { profiles: [ada], count: 1 })).id)
  assertProblem(await agent.post('/simulations', { profiles: [ada], count: 1 }), 409, 'resource.conflict')
  for (const id of ids) assertStatus(await agent.post(`/simulations/${id}/cancel`), 200)
  await start(agent, { profiles: [ada], count: 1 })
  await bench.work()
})

test('another agent sees nothing of a simulation', async () => {
  const agent = await bench.agent(harbor)
  const { id } = await simulate(agent, { profiles: [ada], count: 1, seed: 1 })
  const other = await bench.agent(harbor)
  for (const reply of [
    await other.get(`/simulations/${id}`),
    await other.get(`/simulations/${id}/conversations`),
    await other.get(`/simulations/${id}/progress`),
    await other.post(`/simulations/${id}/cancel`),
  ])
    assertProblem(reply, 404, 'resource.not_found')
  assert.deepEqual(assertStatus(await other.get('/simulations'), 200).data, [])
})

test('simulations are deleted after 90 days', async () => {
  const agent = await bench.agent(harbor)
  const { id } = await simulate(agent, { profiles: [ada], count: 1, seed: 1 })
  await pool.query(`update simulations set created_at = created_at - interval '91 days' where id = $1`, [id])
  await bench.chore('delete-old-results')
  assertProblem(await agent.get(`/simulations/${id}`), 404, 'resource.not_found')
})

test('a body that does not fit is refused by field', async () => {
  const agent = await bench.agent(harbor)
  const wrong: [object, string][] = [
    [{ profiles: [ada], count: 0 }, 'count'],
    [{ profiles: [ada], count: 501 }, 'count'],
    [{ count: 2 }, 'profiles'],
    [{ profiles: [], count: 1 }, 'profiles'],
    [{ profiles: [ada, ada], count: 1 }, 'profiles'],
    [{ profiles: [ada], suite: 'default', count: 1 }, 'suite'],
    [{ suite: 'other', count: 1 }, 'suite'],
    [{ profiles: [{ ...ada, manner: 'rude' }], count: 1 }, 'profiles.0.manner'],
    [{ profiles: [ada], count: 1, maxTurns: 41 }, 'maxTurns'],
    [{ profiles: [ada], count: 1, seed: -1 }, 'seed'],
    [{ profiles: [ada], count: 1, color: 'red' }, 'color'],
  ]
  for (const [body, field] of wrong) {
    const reply = await agent.post('/simulations', body)
    assertProblem(reply, 422, 'request.invalid')
    const named = (reply.body as ReplyBody).errors.map((error: ReplyBody) => error.field)
    assert.ok(
      named.some((one: string) => one.replaceAll(/[[\]]+/g, '.').startsWith(field.split('.')[0] ?? field)),
      `${field}: ${named}`,
    )
  }
  assertProblem(
    await agent.post('/simulations', { profiles: [ada], count: 1, draftId: 'none' }),
    404,
    'agent.draft.not_found',
  )
})
