import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FakeParley, type Routes, startFakeParley } from '../../testing/fake-parley.ts'
import { type CliResult, type CliTestOptions, runCliTest } from '../../testing/run-cli.ts'
import { parseExpiry } from './command.ts'

const keys = '/v1/orgs/demo/api-keys'
const ci = {
  id: 'key_1',
  name: 'CI',
  prefix: 'sk-svc-Ab3dE',
  scopes: ['agents:read'],
  createdAt: '2030-01-31T09:00:00Z',
}
const other = { ...ci, id: 'key_2', prefix: 'sk-svc-Zz9yX', lastUsedAt: '2030-02-01T09:00:00Z' }
const made = { ...ci, key: 'sk-svc-Ab3dEsecretsecret' }

async function keysCalled(
  args: string[],
  routes: Routes,
  world: CliTestOptions = {},
): Promise<CliResult & { parley: FakeParley }> {
  const parley = await startFakeParley(routes)
  const env = { PARLEY_URL: parley.url, PARLEY_API_KEY: 'sk-svc-own', PARLEY_ORG: 'demo' }
  return { ...(await runCliTest(['keys', ...args], { env, ...world })), parley }
}

test('creating a key prints the key once, and nothing else, on the standard output', async () => {
  const args = ['create', 'CI', '--scopes', 'agents:read, people:read', '--expires', '2999-01-31']
  const { exit, out, err, parley } = await keysCalled(args, { [`POST ${keys}`]: { status: 201, body: made } })
  assert.deepEqual([exit, out], [0, `${made.key}\n`])
  assert.doesNotMatch(err, /secret/)
  assert.match(err, /it is not shown again. `parley keys revoke key_1` revokes it/)
  const body = { name: 'CI', scopes: ['agents:read', 'people:read'], expiresAt: '2999-01-31T00:00:00.000Z' }
  assert.deepEqual(parley.called(`POST ${keys}`)[0]?.body, body)
  const inJson = await keysCalled(['create', 'CI', '--json'], { [`POST ${keys}`]: { status: 201, body: made } })
  assert.equal(JSON.parse(inJson.out).key, made.key)
})

test('keys list shows the first letters of each key', async () => {
  const { out } = await keysCalled(['list'], { [`GET ${keys}`]: { body: { data: [ci, other] } } })
  assert.match(
    out,
    /^ID +NAME +KEY +EXPIRES +LAST USED +SCOPES\nkey_1 +CI +sk-svc-Ab3dE… +never +never +agents:read\nkey_2 .*2030-02-01/,
  )
})

test('revoke accepts an id, a name or the first letters of a key, and asks for confirmation', async () => {
  const routes = {
    [`GET ${keys}`]: { body: { data: [ci, other] } },
    [`DELETE ${keys}/key_1`]: { status: 204, text: '' },
  }
  const confirmed = await keysCalled(['revoke', 'key_1'], routes, { typed: ['yes'] })
  assert.deepEqual([confirmed.exit, confirmed.parley.called(`DELETE ${keys}/key_1`).length], [0, 1])
  assert.equal((await keysCalled(['revoke', 'sk-svc-Ab3dE', '--yes'], routes)).exit, 0)
  assert.equal((await keysCalled(['revoke', 'key_1'], routes, { typed: [''] })).exit, 3)
  const several = await keysCalled(['revoke', 'CI', '--yes'], routes)
  assert.equal(several.exit, 2)
  assert.match(several.err, /Several keys are named CI; use the id: key_1, key_2/)
  assert.match((await keysCalled(['revoke', 'nope', '--yes'], routes)).err, /No key has the id, name or prefix nope/)
})

test('an expiry is a duration, a day or a point in time, and must be in the future', () => {
  const now = new Date('2030-01-31T09:00:00Z')
  assert.equal(parseExpiry(undefined, now), undefined)
  assert.equal(parseExpiry('12h', now), '2030-01-31T21:00:00.000Z')
  assert.equal(parseExpiry('2d', now), '2030-02-02T09:00:00.000Z')
  assert.equal(parseExpiry('2030-03-01', now), '2030-03-01T00:00:00.000Z')
  assert.equal(parseExpiry('2030-03-01T09:00:00+02:00', now), '2030-03-01T07:00:00.000Z')
  for (const wrong of ['soon', '3', '2030-13-01', '2029-01-01', '0d'])
    assert.throws(() => parseExpiry(wrong, now), /--expires/)
})

test('rolling a key asks first, names the overlap and prints nothing but the new key', async () => {
  const roll = `POST ${keys}/key_1/_roll`
  const rolled = { ...made, id: 'key_3', replaced: { id: 'key_1' } }
  const routes = { [`GET ${keys}`]: { body: { data: [ci] } }, [roll]: { status: 201, body: rolled } }
  const { exit, out, err, parley } = await keysCalled(['roll', 'CI', '--overlap', '60'], routes, { typed: ['yes'] })
  assert.deepEqual([exit, out], [0, `${made.key}\n`])
  assert.match(err, /Replace CI \(key_1\)\? The old key ends in 60 minutes/)
  assert.equal(parley.called(roll)[0]?.query, '?overlapMinutes=60')
  const refused = await keysCalled(['roll', 'CI'], routes, { typed: [''] })
  assert.deepEqual([refused.exit, refused.parley.called(roll).length], [3, 0])
})
