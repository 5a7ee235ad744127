import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { assertStatus } from '../../../testing/client.ts'
import { startModelServer } from '../../../testing/models/model-server.ts'
import { createRuntimeBench, type RuntimeAgent } from '../../../testing/runtime-bench.ts'

/** Reviews of real conversations cost money, so they count; tests and authoring show their costs themselves. */

const bench = await createRuntimeBench({ config: { allowPrivateNetwork: true } })
const server = await startModelServer()
after(() => server.close())
beforeEach(() => {
  bench.stopScript()
  Object.assign(server, { script: [], requests: [] })
})

const price = { inputPerMillion: 1000, outputPerMillion: 2000, currency: 'USD' }
const usage = { input: 1000, output: 100 }
const cost = { amount: 1.2, currency: 'USD' }
const document = {
  goals: {
    goals: [{ id: 'happy', name: 'Happy', definition: { kind: 'judged', criterion: 'The person says thanks.' } }],
    defaultGoal: { goalId: 'happy' },
  },
  playbooks: [{ id: 'general', name: 'General', body: 'Ask for the email.', uses: ['people'], isDefault: true }],
}

async function createAgent(settings: object): Promise<RuntimeAgent> {
  const agent = await bench.agent(document, 'sms')
  const models = agent.api.path.replace(/\/agents\/.*/, '/models')
  const { provider, model, baseUrl, key: apiKey } = server.choice('openai-compatible')
  assertStatus(await agent.api.client.put(`${models}/paid`, { provider, model, baseUrl, apiKey, price }), 201)
  assertStatus(await agent.api.put('/settings/model', settings), 200)
  return agent
}

async function endSession(): Promise<void> {
  bench.world.advance(45 * 60_000)
  await bench.chore('end-sessions')
  await bench.work()
}

const costs = async (agent: RuntimeAgent, groupBy = 'model') =>
  assertStatus(await agent.api.get(`/usage/costs?groupBy=${groupBy}`), 200)

const review = [
  { text: 'Asked for a boat.', usage },
  { object: { reached: true, reason: 'They did.' }, usage },
]

test('the summary and the verdict on a goal count as costs of the playbook, and towards the budget', async () => {
  const budget = { amount: 2, currency: 'USD', per: 'month', whenSpent: 'embedded' }
  const agent = await createAgent({ modelId: 'embedded', judgeModelId: 'paid', budget })
  await agent.createPerson('sms').sendText('Thanks!')
  server.script = [...review]
  await endSession()
  const paid = (await costs(agent)).data.find(({ key }: { key: string }) => key === 'paid')
  assert.deepEqual([paid.calls, paid.inputTokens, paid.cost], [2, 2000, { amount: 2.4, currency: 'USD' }])
  assert.deepEqual((await costs(agent, 'playbook')).data[0].key, 'general')
  assert.equal((await costs(agent)).budget.spent, 2.4)
  const reached = await bench.readAnnounced(agent.api.orgId, 'budget.threshold_reached')
  assert.deepEqual(
    reached.map(({ threshold }) => threshold),
    [80, 100],
  )
})

test('a call of a review that fails is counted, and so is each retry', async () => {
  const agent = await createAgent({ modelId: 'embedded', judgeModelId: 'paid' })
  await agent.createPerson('sms').sendText('Thanks!')
  server.script = [{ status: 401 }]
  await endSession()
  const [paid] = (await costs(agent)).data.filter(({ key }: { key: string }) => key === 'paid')
  assert.deepEqual([paid.calls, paid.inputTokens], [1, 0])
  server.script = [...review]
  bench.world.advance(2 * 60_000)
  await bench.work()
  const [retried] = (await costs(agent)).data.filter(({ key }: { key: string }) => key === 'paid')
  assert.deepEqual([retried.calls, retried.cost], [3, { amount: 2.4, currency: 'USD' }])
})

test('a spent budget applies to reviews: the embedded model reviews, and the paid one is not called', async () => {
  const budget = { amount: 1, currency: 'USD', per: 'month', whenSpent: 'embedded' }
  const agent = await createAgent({ modelId: 'paid', judgeModelId: 'paid', budget })
  server.script = [{ text: 'Hello.', usage }]
  const person = agent.createPerson('sms')
  await person.sendText('Tell me a story')
  await endSession()
  assert.equal(server.requests.length, 1, 'only the turn')
  const { id } = await person.person()
  assert.equal(assertStatus(await agent.api.get(`/people/${id}/journal`), 200).data.length, 1)
  assert.equal((await costs(agent)).budget.spent, 1.2)
})

test('the flow author says what it cost, and counts neither as traffic nor towards the budget', async () => {
  const budget = { amount: 1, currency: 'USD', per: 'month', whenSpent: 'embedded' }
  const agent = await createAgent({ authoringModelId: 'paid', budget })
  const flow = { id: 'main', name: 'Main', slots: [], steps: [{ say: 'Hello.' }, { end: { outcome: 'greeted' } }] }
  server.script = [
    { text: 'not JSON', usage },
    { text: JSON.stringify({ flow }), usage },
  ]
  const written = assertStatus(await agent.api.post('/playbooks/general/flow:generate', {}), 200)
  assert.deepEqual(
    [written.ok, written.attempts, written.usage],
    [true, 2, { input: 2000, output: 200, cost: { ...cost, amount: 2.4 } }],
  )
  const { data, budget: state } = await costs(agent)
  assert.deepEqual([data, state.spent], [[], 0])
})

test('a test run has the costs of its agent and its judge, and its cases have theirs', async () => {
  const agent = await createAgent({ modelId: 'paid', judgeModelId: 'paid' })
  const suite = assertStatus(await agent.api.post('/tests/suites', { name: 'Costs' }), 201)
  const testCase = {
    title: 'Is kind',
    turns: ['Hello'],
    expect: { judge: { criteria: [{ id: 'kind', text: 'The agent is kind.' }] } },
  }
  assertStatus(await agent.api.post(`/tests/suites/${suite.id}/cases`, testCase), 201)
  const verdict = {
    criteria: [{ id: 'kind', pass: true, reason: 'It is.', evidence: 'Hi.' }],
    summary: '',
    worstTurn: 0,
  }
  server.script = [
    { text: 'Hi.', usage },
    { object: verdict, usage },
  ]
  const { id } = assertStatus(await agent.api.post('/tests/runs', { suiteIds: [suite.id] }), 202)
  await bench.work()
  const run = assertStatus(await agent.api.get(`/tests/runs/${id}`), 200)
  assert.deepEqual([run.status, run.usage.costs], ['completed', [{ ...cost, amount: 2.4 }]])
  const [result] = assertStatus(await agent.api.get(`/tests/runs/${id}/results`), 200).data
  const whole = assertStatus(await agent.api.get(`/tests/runs/${id}/results/${result.id}`), 200)
  assert.deepEqual(whole.usage.costs, [{ ...cost, amount: 2.4 }])
  assert.deepEqual((await costs(agent)).data, [], 'tests are not real traffic')
})
