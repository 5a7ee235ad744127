import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { modelSecretKey, startModelServer } from '../../../testing/models/model-server.ts'
import { createRuntimeBench, type RuntimeAgent } from '../../../testing/runtime-bench.ts'

/** Agents with models of their own, on real channels. */

const bench = await createRuntimeBench({ config: { allowPrivateNetwork: true } })
const servers = [await startModelServer(), await startModelServer()] as const
const [main, spare] = servers
after(() => {
  for (const server of servers) server.close()
})
beforeEach(() => {
  bench.stopScript()
  for (const server of servers) Object.assign(server, { script: [], requests: [] })
})

const price = { inputPerMillion: 1000, outputPerMillion: 2000, currency: 'USD' }
const usage = { input: 1000, output: 100 }

type AgentOptions = {
  settings?: object
  document?: object
  channel?: 'sms' | 'rcs'
  mainModel?: object
  spareModel?: object
}

/** An agent whose model is `main`, with `spare` as its fallback. */
async function createAgent({ settings = {}, document, channel = 'sms', mainModel, spareModel }: AgentOptions = {}) {
  const agent = await bench.agent(document, channel)
  const models = agent.api.path.replace(/\/agents\/.*/, '/models')
  const add = async (id: string, server: typeof main, more: object = {}) => {
    const { provider, model, baseUrl, key: apiKey } = server.choice('openai-compatible')
    const reply = await agent.api.client.put(`${models}/${id}`, { provider, model, baseUrl, apiKey, price, ...more })
    assertStatus(reply, 201)
  }
  await add('main', main, mainModel)
  await add('spare', spare, spareModel)
  assertStatus(
    await agent.api.put('/settings/model', { modelId: 'main', fallbackModelIds: ['spare'], ...settings }),
    200,
  )
  return { agent, person: agent.createPerson(channel, '+12025550143') }
}

const callsOf = (turn: ReplyBody) =>
  turn.modelCalls.map(({ modelId, ok, error }: ReplyBody) => [
    modelId,
    ok,
    ...(error ? [error.split(' ').slice(3).join(' ')] : []),
  ])

const costs = async (agent: RuntimeAgent, groupBy = 'model') =>
  assertStatus(await agent.api.get(`/usage/costs?groupBy=${groupBy}`), 200)

test("the agent's model answers, and its calls are recorded with tokens and cost", async () => {
  const { agent, person } = await createAgent({ mainModel: { temperature: 0.2, maxOutputTokens: 300 } })
  main.script = [{ text: 'Hello from main.', usage }]
  assert.deepEqual(await person.sendText('Tell me a story'), ['Hello from main.'])
  const [call] = (await person.turn()).modelCalls
  assert.deepEqual(
    [call.modelId, call.provider, call.inputTokens, call.outputTokens, call.cost, call.ok],
    ['main', 'openai-compatible', 1000, 100, { amount: 1.2, currency: 'USD' }, true],
  )
  const { temperature, max_tokens } = main.requests[0]?.body ?? {}
  assert.deepEqual([temperature, max_tokens], [0.2, 300])
  const row = { calls: 1, inputTokens: 1000, outputTokens: 100, cost: { amount: 1.2, currency: 'USD' } }
  assert.deepEqual((await costs(agent)).data, [{ key: 'main', ...row }])
  assert.deepEqual((await costs(agent, 'day')).data, [{ key: bench.world.now().toISOString().slice(0, 10), ...row }])
  assert.deepEqual((await costs(agent, 'playbook')).data, [{ key: 'general', ...row }])
})

for (const [name, script, error] of [
  ['401', [{ status: 401 }], 'answered 401'],
  ['429 after its retry', [{ status: 429 }, { status: 429 }], 'answered 429 (2 tries)'],
  ['5xx after its retry', [{ status: 503 }, { status: 503 }], 'answered 503 (2 tries)'],
  ['a broken connection', ['drop', 'drop'], 'could not be reached (2 tries)'],
  ['garbage', [{ status: 200, body: '<html>' }], 'returned an invalid answer'],
  ['an empty answer', [{ text: ' ' }], 'returned an empty answer'],
  ['a refusal', [{ text: '', filtered: true }], 'refused to answer'],
] as const) {
  test(`${name} goes to the fallback, and the record says why`, async () => {
    const { person } = await createAgent()
    main.script = [...script]
    spare.script = [{ text: 'Hello from spare.' }]
    assert.deepEqual(await person.sendText('Tell me a story'), ['Hello from spare.'])
    const turn = await person.turn()
    assert.deepEqual(callsOf(turn), [
      ['main', false, error],
      ['spare', true],
    ])
    assert.ok(!JSON.stringify(turn).includes(modelSecretKey))
  })
}

test('when every model fails, the person gets the fallback reply', async () => {
  const { person } = await createAgent()
  main.script = [{ status: 401 }]
  spare.script = [{ status: 401 }]
  assert.match((await person.sendText('Tell me a story'))[0] ?? '', /I am sorry/)
  assert.deepEqual(callsOf(await person.turn()), [
    ['main', false, 'answered 401'],
    ['spare', false, 'answered 401'],
  ])
})

test('a fallback in the middle of a turn continues with the tool results and repeats no call', async () => {
  const document = { playbooks: [{ id: 'general', name: 'General', body: 'Help.', uses: ['people'], isDefault: true }] }
  const { person } = await createAgent({ document })
  main.script = [{ calls: [{ id: 'c1', name: 'people__save', given: { firstName: 'Ada' } }] }, { status: 401 }]
  spare.script = [{ text: 'Nice to meet you, Ada.' }]
  assert.deepEqual(await person.sendText('I am Ada'), ['Nice to meet you, Ada.'])
  const turn = await person.turn()
  assert.deepEqual(callsOf(turn), [
    ['main', true],
    ['main', false, 'answered 401'],
    ['spare', true],
  ])
  assert.equal(turn.toolCalls.length, 1)
  assert.match(JSON.stringify(spare.requests[0]?.body), /firstName/)
})

/** Resolves when the first message of the agent is stored. */
async function firstBubble(agent: RuntimeAgent): Promise<void> {
  for (let stored = 0; stored === 0; ) {
    await new Promise((next) => setTimeout(next, 20))
    const { rows } = await bench.pool.query('select count(*)::int as n from messages where agent_key = $1', [
      agent.key.key,
    ])
    stored = rows[0].n
  }
}

test('the first paragraph leaves before the second is written, where the channel shows typing', async () => {
  const { agent, person } = await createAgent({ channel: 'rcs' })
  main.script = [{ pieces: ['We open at nine.\n\n', firstBubble(agent), 'And we close at five.'], usage }]
  assert.deepEqual(await person.sendText('Tell me a story'), ['We open at nine.', 'And we close at five.'])
  assert.equal(main.requests[0]?.body.stream, true)
  assert.equal((await person.turn()).messages.length, 2)
})

test('an answer of one paragraph is one message, streamed or not', async () => {
  const { person } = await createAgent({ channel: 'rcs' })
  main.script = [{ pieces: ['We open ', 'at nine.', '\n\n'] }]
  assert.deepEqual(await person.sendText('Tell me a story'), ['We open at nine.'])
})

test('a connection that breaks after the first bubble: the fallback continues and nothing is repeated', async () => {
  const { agent, person } = await createAgent({ channel: 'rcs' })
  main.script = [{ pieces: ['We open at nine.\n\n', firstBubble(agent), 'And we cl', 'break'] }]
  spare.script = [{ text: 'We close at five.' }]
  assert.deepEqual(await person.sendText('Tell me a story'), ['We open at nine.', 'We close at five.'])
  assert.match(JSON.stringify(spare.requests[0]?.body), /We open at nine.*interrupted/)
  assert.deepEqual(callsOf(await person.turn()), [
    ['main', false, 'could not be reached'],
    ['spare', true],
  ])
})

test('a connection that breaks after the first bubble without a fallback: the bubble stays, and no apology follows', async () => {
  const { agent, person } = await createAgent({ channel: 'rcs', settings: { fallbackModelIds: [] } })
  main.script = [{ pieces: ['We open at nine.\n\n', firstBubble(agent), 'break'] }]
  assert.deepEqual(await person.sendText('Tell me a story'), ['We open at nine.'])
  assert.ok((await person.turn()).warnings.includes('The reply ended after the part that was already sent'))
})

const rules = {
  rules: [
    {
      id: 'no-prices',
      text: 'Never name a price.',
      check: { kind: 'pattern', patterns: ['/\\$\\d+/'] },
      onMatch: 'retry',
    },
  ],
}

test('rules judge a streamed bubble before it leaves', async () => {
  const { person } = await createAgent({ channel: 'rcs', document: rules })
  main.script = [{ pieces: ['It costs $5.\n\n', 'Really.'] }, { text: 'I cannot name a price.' }]
  assert.deepEqual(await person.sendText('Tell me a story'), ['I cannot name a price.'])
  assert.deepEqual(
    (await person.turn()).ruleHits.map(({ ruleId }: ReplyBody) => ruleId),
    ['no-prices'],
  )
})

test('a rule that the second paragraph violates: only the rest is written again', async () => {
  const { agent, person } = await createAgent({ channel: 'rcs', document: rules })
  main.script = [
    { pieces: ['We have boats.\n\n', firstBubble(agent), 'One costs $5.'] },
    { text: 'Ask us for prices.' },
  ]
  assert.deepEqual(await person.sendText('Tell me a story'), ['We have boats.', 'Ask us for prices.'])
  assert.match(JSON.stringify(main.requests[1]?.body), /already received.*We have boats/)
})

test('an answer that the output limit cut ends with its last complete sentence', async () => {
  const { person } = await createAgent()
  main.script = [{ text: 'We open at nine. We close at f', cut: true }]
  assert.deepEqual(await person.sendText('Tell me a story'), ['We open at nine.'])
  assert.ok((await person.turn()).warnings.some((warning: string) => /output limit/.test(warning)))
})

const scheduling = {
  playbooks: [{ id: 'general', name: 'General', body: 'Help.', uses: ['scheduling'], isDefault: true }],
  capabilities: {
    scheduling: {
      timezone: 'UTC',
      availableHours: [1, 2, 3, 4, 5].map((dayOfWeek) => ({ dayOfWeek, startTime: '09:00', endTime: '17:00' })),
    },
  },
}

test('two pickers from parallel tool calls become one, and no markup reaches the person', async () => {
  const { person } = await createAgent({ document: scheduling })
  const offer = (id: string, from: string) => ({ id, name: 'scheduling__offerTimes', given: { from, to: from } })
  main.script = [
    { calls: [offer('a', '2030-02-04'), offer('b', '2030-02-05')] },
    { text: 'Here you are. [[chips: Morning | Afternoon]]' },
  ]
  const texts = (await person.sendText('I need an appointment')).join('\n')
  assert.doesNotMatch(texts, /\[\[|\]\]/)
  const turn = await person.turn()
  assert.deepEqual(
    turn.toolCalls.map(({ ok }: ReplyBody) => ok),
    [true, true],
  )
  const [{ message }] = turn.messages
  const pickers = message.parts.filter(({ type }: ReplyBody) => type === 'ask.time')
  assert.equal(pickers.length, 1)
  const days = new Set(pickers[0].slots.map(({ id }: ReplyBody) => id.slice(0, 10)))
  assert.deepEqual([...days], ['2030-02-04', '2030-02-05'])
})

test('markup that stays broken after a rewrite is removed', async () => {
  const { person } = await createAgent()
  const broken = 'Choose one. [[chips Morning, Afternoon]] [[card: '
  main.script = [{ text: broken }, { text: broken }]
  const texts = (await person.sendText('Tell me a story')).join('\n')
  assert.match(texts, /Choose one\./)
  assert.doesNotMatch(texts, /\[\[|\]\]|chips/)
})

test('unknown tools, arguments that do not fit and endless loops each end in a record that explains them', async () => {
  const { person } = await createAgent({ document: scheduling })
  main.script = [
    {
      calls: [
        { id: 'a', name: 'no__such', given: {} },
        { id: 'b', name: 'scheduling__offerTimes', given: { from: 7 } },
      ],
    },
    { text: 'Sorry about that.' },
  ]
  assert.deepEqual(await person.sendText('I need an appointment'), ['Sorry about that.'])
  const { toolCalls } = await person.turn()
  assert.deepEqual(
    toolCalls.map(({ name, called }: ReplyBody) => [name, called]),
    [
      ['no.such', false],
      ['scheduling.offerTimes', false],
    ],
  )
  main.script = Array.from({ length: 9 }, (_, n) => ({ calls: [{ id: `c${n}`, name: 'no__such', given: {} }] }))
  assert.match((await person.sendText('And again'))[0] ?? '', /I am sorry/)
  const turn = await person.turn()
  assert.equal(turn.modelCalls.length, 8)
  assert.ok(turn.warnings.includes('The model kept calling tools'))
})

const budget = (amount: number, whenSpent: string) => ({ budget: { amount, currency: 'USD', per: 'day', whenSpent } })
const announced = async (agent: RuntimeAgent) =>
  (await bench.readAnnounced(agent.api.orgId, 'budget.threshold_reached')).map(({ threshold }) => threshold)

test('80 % and 100 % of a budget are announced once, and attention lists them', async () => {
  const { agent, person } = await createAgent({ settings: budget(1.45, 'warn') })
  main.script = Array.from({ length: 3 }, () => ({ text: 'Hello.', usage }))
  await person.sendText('One')
  assert.deepEqual(await announced(agent), [80])
  await person.sendText('Two')
  await person.sendText('Three')
  assert.deepEqual(await announced(agent), [80, 100])
  const [data] = await bench.readAnnounced(agent.api.orgId, 'budget.threshold_reached')
  assert.deepEqual(data, {
    agentId: agent.api.id,
    threshold: 80,
    amount: 1.45,
    spent: 1.2,
    currency: 'USD',
    per: 'day',
    resetsAt: '2030-02-01T00:00:00.000Z',
  })
  const path = agent.api.path.replace(/\/agents\/.*/, '/attention')
  const alerts = assertStatus(await agent.api.client.get(path), 200).data
  assert.deepEqual(
    alerts.filter(({ kind }: ReplyBody) => kind === 'budget.reached').map(({ severity }: ReplyBody) => severity),
    ['error'],
  )
  assert.deepEqual((await costs(agent)).budget.spent, 3.6)
})

test('a spent budget hands over to the fallbacks, or to the embedded model', async () => {
  const { agent, person } = await createAgent({ settings: budget(1, 'fallback') })
  main.script = [{ text: 'Expensive.', usage }]
  spare.script = [{ text: 'Cheap.', usage }]
  assert.deepEqual(await person.sendText('One'), ['Expensive.'])
  assert.deepEqual(await person.sendText('Two'), ['Cheap.'])
  assert.ok((await person.turn()).warnings[0].includes('budget'))
  assert.equal((await costs(agent)).budget.spent, 2.4)
  assertStatus(await agent.api.put('/settings/model', { modelId: 'main', ...budget(1, 'fallback') }), 200)
  await person.sendText('Three')
  assert.deepEqual(callsOf(await person.turn()), [['embedded', true]])
})

test('calls that several processes count at once reach each threshold once', async () => {
  const { agent } = await createAgent({ settings: budget(10, 'warn') })
  const { recordModelCall } = await import('../../models/index.ts')
  const { db } = bench.server.database
  const { announce } = bench.server.services.agents
  const at = bench.world.now()
  const call = (n: number) => ({
    modelId: 'main',
    playbookId: `p${n % 3}`,
    inputTokens: 1,
    outputTokens: 1,
    cost: { amount: 1, currency: 'USD' },
    at,
  })
  const deps = { db, world: bench.world, announce }
  await Promise.all(Array.from({ length: 12 }, (_, n) => recordModelCall(agent.key, call(n), deps)))
  assert.deepEqual((await announced(agent)).toSorted(), [100, 80])
  assert.equal((await costs(agent)).budget.spent, 12)
})
