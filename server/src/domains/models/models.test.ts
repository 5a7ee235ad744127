// Quick run too: the models of an installation.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent, testAgentOf } from '../../testing/agent.ts'
import { createTestApp, type TestOrg } from '../../testing/app.ts'
import { assertProblem, assertStatus } from '../../testing/client.ts'
import { modelSecretKey, startModelServer } from '../../testing/models/model-server.ts'

const server = await createTestApp({ config: { allowPrivateNetwork: true } })
const price = { inputPerMillion: 3, outputPerMillion: 15, currency: 'USD' }
const fast = { provider: 'openai', model: 'gpt-4.1-mini' }

const put = (org: TestOrg, id: string, body: object) => org.api.put(`${org.path}/models/${id}`, body)
const newAgent = async (org: TestOrg) => {
  const { id } = assertStatus(await org.api.post(`${org.path}/agents`, { name: 'Harbour' }), 201)
  return testAgentOf(org.api, org.id, id)
}

test('an org has the embedded model, which cannot be written or deleted', async () => {
  const { api, path } = await server.org()
  const { data } = assertStatus(await api.get(`${path}/models`), 200)
  assert.deepEqual(
    data.map(({ id, provider, hasApiKey }: { id: string; provider: string; hasApiKey: boolean }) => [
      id,
      provider,
      hasApiKey,
    ]),
    [['embedded', 'embedded', false]],
  )
  for (const id of ['embedded', 'default']) {
    assertProblem(await api.put(`${path}/models/${id}`, fast), 409, 'resource.conflict')
    assertProblem(await api.del(`${path}/models/${id}`), 409, 'resource.conflict')
  }
  assertProblem(await api.get(`${path}/models/default`), 404, 'resource.not_found')
})

test('the model in MODEL is listed as default, without its key and its address', async (t) => {
  const models = await startModelServer()
  t.after(() => models.close())
  const choice = models.choice('anthropic')
  const other = await createTestApp({ config: { models: { turn: choice, judge: choice, author: choice } } })
  const { api, path } = await other.org()
  const listed = await api.get(`${path}/models`)
  assert.deepEqual(assertStatus(listed, 200).data[1], {
    id: 'default',
    name: 'Model of the installation',
    provider: 'anthropic',
    model: choice.model,
    hasApiKey: true,
  })
  assert.ok(!JSON.stringify(listed.body).includes(modelSecretKey))
  models.script = [{ text: 'OK' }]
  assert.equal(assertStatus(await api.post(`${path}/models/default/_test`), 200).ok, true)
})

test('PUT creates a model and replaces it; no response contains the key', async () => {
  const org = await server.org()
  const whole = {
    ...fast,
    name: 'Fast',
    baseUrl: 'https://llm.example.com/v1',
    temperature: 0,
    maxOutputTokens: 1,
    price,
  }
  const created = await put(org, 'fast', { ...whole, apiKey: 'sk-secret-1' })
  assert.deepEqual(assertStatus(created, 201), { id: 'fast', ...whole, hasApiKey: true })
  const read = await org.api.get(`${org.path}/models/fast`)
  assert.deepEqual(assertStatus(read, 200), { id: 'fast', ...whole, hasApiKey: true })
  assertStatus(await put(org, 'fast', read.body), 200)
  const log = await org.api.get(`${org.path}/audit-log`)
  for (const { body } of [created, read, log]) assert.ok(!JSON.stringify(body).includes('sk-secret-1'))
  assert.deepEqual(assertStatus(await put(org, 'fast', fast), 200), { id: 'fast', ...fast, hasApiKey: false })
})

test('PUT of a model that does not exist is refused with If-Match, and concurrent ones create it once', async () => {
  const org = await server.org()
  const path = `${org.path}/models/new`
  const refused = await org.api.call('PUT', path, fast, { 'if-match': '"another"' })
  assertProblem(refused, 412, 'request.precondition_failed')
  const replies = await Promise.all([1, 2, 3].map(() => put(org, 'new', fast)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 200, 201])
})

test('a key stays with its address: it is kept, replaced, cleared by null, and never follows to another host', async () => {
  const org = await server.org()
  const at = (baseUrl: string, apiKey?: string | null) =>
    put(org, 'fast', { provider: 'openai-compatible', model: 'm', baseUrl, ...(apiKey !== undefined && { apiKey }) })
  const keeps = async (reply: Awaited<ReturnType<typeof at>>) => reply.body.hasApiKey
  assert.equal(await keeps(await at('https://a.example.com/v1', 'sk-1')), true)
  assert.equal(await keeps(await at('https://a.example.com/v2')), true)
  assert.equal(await keeps(await at('https://b.example.com/v2')), false)
  assert.equal(await keeps(await at('https://b.example.com/v2', 'sk-2')), true)
  assert.equal(await keeps(await at('https://b.example.com/v2', null)), false)
})

test('a model that does not fit is refused with its field', async () => {
  const org = await server.org()
  const refused: [object, string][] = [
    [{ model: 'gpt' }, 'provider'],
    [{ provider: 'other', model: 'gpt' }, 'provider'],
    [{ provider: 'openai', model: ' ' }, 'model'],
    [{ provider: 'openai-compatible', model: 'm' }, 'baseUrl'],
    [{ ...fast, baseUrl: 'ftp://example.com' }, 'baseUrl'],
    [{ ...fast, baseUrl: 'https://user:pass@example.com' }, 'baseUrl'],
    [{ ...fast, apiKey: 'two words' }, 'apiKey'],
    [{ ...fast, apiKey: 'line\r\nx-other: 1' }, 'apiKey'],
    [{ ...fast, temperature: 3 }, 'temperature'],
    [{ ...fast, maxOutputTokens: 0 }, 'maxOutputTokens'],
    [{ ...fast, price: { ...price, currency: 'dollars' } }, 'price.currency'],
    [{ ...fast, price: { ...price, inputPerMillion: -1 } }, 'price.inputPerMillion'],
    [{ ...fast, bogus: 1 }, 'bogus'],
  ]
  for (const [body, field] of refused) {
    const refusal = await put(org, 'fast', body)
    assertProblem(refusal, 422, 'request.invalid')
    const { errors } = refusal.body
    assert.equal(errors[0].field, field)
  }
  assertProblem(await put(org, 'Not%20a%20slug', fast), 422, 'request.invalid')
})

test('an address in a private network is refused unless the installation allows it', async () => {
  const strict = await createTestApp({ config: { allowPrivateNetwork: false } })
  const org = await strict.org()
  for (const baseUrl of [
    'http://llm.example.com/v1',
    'https://127.0.0.1/v1',
    'https://localhost/v1',
    'https://[::1]/v1',
  ])
    assertProblem(await put(org, 'fast', { ...fast, baseUrl }), 422, 'request.invalid')
  assertStatus(await put(org, 'fast', { ...fast, baseUrl: 'https://llm.example.com/v1' }), 201)
})

test('an org has at most 100 models, however many requests arrive at once', async () => {
  const org = await server.org()
  await server.database.pool.query(
    `insert into org_models (org_id, id, provider, model, created_at, updated_at)
     select $1, 'm' || n, 'openai', 'gpt', now(), now() from generate_series(1, 98) as n`,
    [org.id],
  )
  const replies = await Promise.all(['a', 'b', 'c', 'd'].map((id) => put(org, id, fast)))
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [201, 201, 409, 409])
})

test('a model in use cannot be deleted, and the referrers say where', async () => {
  const org = await server.org()
  const agent = await newAgent(org)
  assertStatus(await put(org, 'fast', fast), 201)
  for (const [field, settings] of Object.entries({
    modelId: { modelId: 'fast' },
    fallbackModelIds: { fallbackModelIds: ['embedded', 'fast'] },
    judgeModelId: { judgeModelId: 'fast' },
    authoringModelId: { authoringModelId: 'fast' },
  })) {
    assertStatus(await agent.put('/settings/model', settings), 200)
    const refusal = await org.api.del(`${org.path}/models/fast`)
    assertProblem(refusal, 409, 'resource.in_use')
    const { referrers } = refusal.body
    assert.deepEqual(referrers, [{ agentId: agent.id, name: 'Harbour', field }])
  }
  assertStatus(await agent.put('/settings/model', {}), 200)
  assertStatus(await org.api.del(`${org.path}/models/fast`), 204)
  assertProblem(await org.api.del(`${org.path}/models/fast`), 404, 'resource.not_found')
})

test('settings and deletion at the same time never leave an agent with a model that is gone', async () => {
  const org = await server.org()
  const agent = await newAgent(org)
  for (let round = 0; round < 5; round++) {
    assertStatus(await agent.put('/settings/model', {}), 200)
    await put(org, 'fast', fast)
    const [chosen, deleted] = await Promise.all([
      agent.put('/settings/model', { modelId: 'fast' }),
      org.api.del(`${org.path}/models/fast`),
    ])
    assert.ok(
      chosen.status === 200 ? deleted.status === 409 : deleted.status === 204,
      `${chosen.status} ${deleted.status}`,
    )
  }
})

test('settings are empty at first, replaced by PUT, and refused with the field that does not fit', async () => {
  const org = await server.org()
  const agent = await newAgent(org)
  assert.deepEqual(assertStatus(await agent.get('/settings/model'), 200), {})
  for (const id of ['a', 'b', 'c', 'd']) await put(org, id, { ...fast, ...(id === 'd' && { price }) })
  const budget = { amount: 20, currency: 'USD', per: 'month', whenSpent: 'fallback' }
  const whole = { modelId: 'd', fallbackModelIds: ['a', 'embedded'], judgeModelId: 'b', authoringModelId: 'c', budget }
  assert.deepEqual(assertStatus(await agent.put('/settings/model', whole), 200), whole)
  assert.deepEqual(assertStatus(await agent.get('/settings/model'), 200), whole)
  const refused: [object, string][] = [
    [{ modelId: 'gone' }, 'modelId'],
    [{ modelId: 'default' }, 'modelId'],
    [{ fallbackModelIds: ['a', 'gone'] }, 'fallbackModelIds[1]'],
    [{ fallbackModelIds: ['a', 'b', 'c', 'd'] }, 'fallbackModelIds'],
    [{ judgeModelId: 'gone' }, 'judgeModelId'],
    [{ authoringModelId: 'gone' }, 'authoringModelId'],
    [{ modelId: 'd', budget: { ...budget, currency: 'EUR' } }, 'budget.currency'],
    [{ fallbackModelIds: ['d'], budget: { ...budget, currency: 'EUR' } }, 'budget.currency'],
    [{ budget: { ...budget, amount: 0 } }, 'budget.amount'],
    [{ budget: { ...budget, per: 'week' } }, 'budget.per'],
  ]
  for (const [body, field] of refused) {
    const refusal = await agent.put('/settings/model', body)
    assertProblem(refusal, 422, 'request.invalid')
    const { errors } = refusal.body
    assert.equal(errors[0].field, field)
  }
  const other = await put(org, 'd', { ...fast, price: { ...price, currency: 'EUR' } })
  assertProblem(other, 422, 'request.invalid', 'price.currency')
  assert.deepEqual(assertStatus(await agent.get('/settings/model'), 200), whole)
})

test('models belong to their org, and the settings are no part of an export', async () => {
  const [mine, theirs] = [await server.org(), await server.org()]
  assertStatus(await put(theirs, 'secret-model', fast), 201)
  assertProblem(await mine.api.get(`${mine.path}/models/secret-model`), 404, 'resource.not_found')
  const agent = await newAgent(mine)
  assertProblem(await agent.put('/settings/model', { modelId: 'secret-model' }), 422, 'request.invalid')
  assertStatus(await put(mine, 'ours', fast), 201)
  assertStatus(await agent.put('/settings/model', { modelId: 'ours' }), 200)
  const exported = await agent.get('/export')
  assert.ok(!JSON.stringify(assertStatus(exported, 200)).includes('ours'))
})

test('a test says whether the model answers, in plain words and without the key', async (t) => {
  const models = await startModelServer()
  t.after(() => models.close())
  const org = await server.org()
  for (const provider of ['openai', 'anthropic', 'google', 'openai-compatible'] as const) {
    const { model, baseUrl, key } = models.choice(provider)
    assertStatus(await put(org, provider, { provider, model, baseUrl, apiKey: key }), 201)
    const run = async (...script: typeof models.script) => {
      models.script = script
      return assertStatus(await org.api.post(`${org.path}/models/${provider}/_test`), 200)
    }
    const good = await run({ text: 'OK' })
    assert.equal(good.ok, true)
    assert.equal(good.detail, undefined)
    for (const [script, detail] of [
      [{ status: 401 }, /answered 401/],
      [{ status: 200, body: 'nothing like JSON' }, /invalid answer/],
      [{ text: '' }, /empty answer/],
    ] as const) {
      const bad = await run(script)
      assert.equal(bad.ok, false)
      assert.match(bad.detail, detail)
      assert.doesNotMatch(bad.detail, /Error|undefined|key-that-nobody/)
    }
    assert.match((await run('drop', 'drop')).detail, /could not be reached/)
  }
  assertStatus(
    await put(org, 'gone', { provider: 'openai-compatible', model: 'm', baseUrl: 'http://127.0.0.1:9/v1' }),
    201,
  )
  assert.match(assertStatus(await org.api.post(`${org.path}/models/gone/_test`), 200).detail, /could not be reached/)
  assert.equal(assertStatus(await org.api.post(`${org.path}/models/embedded/_test`), 200).ok, true)
  assertProblem(await org.api.post(`${org.path}/models/none/_test`), 404, 'resource.not_found')
})

test('costs refuse windows and groupings that do not fit', async () => {
  const agent = await createTestAgent(server)
  assert.deepEqual(assertStatus(await agent.get('/usage/costs'), 200), { data: [] })
  for (const query of [
    'groupBy=moon',
    'start=yesterdayish',
    'start=2030-02-01&end=2030-01-01',
    'start=2020-01-01&end=2030-01-01',
  ])
    assertProblem(await agent.get(`/usage/costs?${query}`), 422, 'request.invalid')
})
