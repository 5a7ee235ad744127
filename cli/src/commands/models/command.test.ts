import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Routes, startFakeParley } from '../../testing/fake-parley.ts'
import { runCliTest } from '../../testing/run-cli.ts'

const models = '/v1/orgs/demo/models'
const price = { inputPerMillion: 3, outputPerMillion: 15, currency: 'USD' }
const fast = { id: 'fast', provider: 'openai', model: 'gpt', hasApiKey: true, price }

async function modelsCalled(args: string[], routes: Routes, more: Record<string, string> = {}) {
  const parley = await startFakeParley(routes)
  const env = { PARLEY_URL: parley.url, PARLEY_API_KEY: 'sk-svc-own', PARLEY_ORG: 'demo', ...more }
  return { ...(await runCliTest(['models', ...args], { env })), parley }
}

test('models list shows provider, model, key and price', async () => {
  const { out } = await modelsCalled(['list'], { [`GET ${models}`]: { body: { data: [fast] } } })
  assert.match(out, /^ID +PROVIDER +MODEL +KEY +PRICE IN \/ OUT\nfast +openai +gpt +yes +3 \/ 15 USD\n$/)
})

test('models add sends the key of the environment and never prints it', async () => {
  const args = ['add', 'fast', 'openai:gpt', '--price', '3/15/USD']
  const { exit, out, err, parley } = await modelsCalled(
    args,
    { [`PUT ${models}/fast`]: { status: 201, body: fast } },
    { MODEL_KEY: 'sk-secret-key' },
  )
  assert.equal(exit, 0)
  assert.doesNotMatch(out + err, /sk-secret-key/)
  const body = { provider: 'openai', model: 'gpt', apiKey: 'sk-secret-key', price }
  assert.deepEqual(parley.called(`PUT ${models}/fast`)[0]?.body, body)
  for (const wrong of [
    ['add', 'fast', 'gpt'],
    ['add', 'fast', 'other:gpt'],
    [...args.slice(0, 4), 'cheap'],
  ])
    assert.equal((await modelsCalled(wrong, {})).exit, 2)
})

test('models test ends with 1 if the model does not answer', async () => {
  const route = `POST ${models}/fast/_test`
  const good = await modelsCalled(['test', 'fast'], { [route]: { body: { ok: true, milliseconds: 7 } } })
  assert.deepEqual([good.exit, good.out], [0, 'The model answered in 7 ms\n'])
  const body = { ok: false, milliseconds: 7, detail: 'The model answered 401.' }
  const bad = await modelsCalled(['test', 'fast'], { [route]: { body } })
  assert.deepEqual([bad.exit, bad.out], [1, 'The model answered 401.\n'])
})

test('models remove deletes a model', async () => {
  const route = `DELETE ${models}/fast`
  const { exit, parley } = await modelsCalled(['remove', 'fast', '--yes'], { [route]: { status: 204, text: '' } })
  assert.deepEqual([exit, parley.called(route).length], [0, 1])
})
