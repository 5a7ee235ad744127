import assert from 'node:assert/strict'
import { test } from 'node:test'
import manifest from '../../../package.json' with { type: 'json' }
import { type FakeParleyAnswer, type Routes, startFakeParley } from '../../testing/fake-parley.ts'
import { runCliTest } from '../../testing/run-cli.ts'

const ready: FakeParleyAnswer = { body: { status: 'ready' } }
const me: FakeParleyAnswer = {
  body: { caller: { id: 'key_1' }, org: { id: 'demo', role: 'editor' }, scopes: ['agents:read'] },
}
const models: FakeParleyAnswer = {
  body: { data: [{ id: 'embedded', provider: 'embedded', model: 'embedded', hasApiKey: false }] },
}
const well: Routes = {
  'GET /readyz': ready,
  'GET /openapi.json': { body: { info: { version: manifest.version } } },
  'GET /v1/me': me,
  'GET /v1/orgs/demo/models': models,
  'GET /v1/orgs/demo/agents': { body: { data: [{ id: 'desk', name: 'Desk' }] } },
  'GET /people/invalid-phone-numbers': { body: { data: [], checked: 12 } },
}

async function examined(routes: Routes, ...args: string[]) {
  const { url } = await startFakeParley({ ...well, ...routes })
  const result = await runCliTest(['doctor', '--url', url, '--gateway', `${url}/v4`, ...args])
  return { ...result, url }
}

test('doctor reports a healthy Parley line by line', async () => {
  const { exit, out } = await examined({}, '--key', 'sk-svc-own')
  assert.equal(exit, 0)
  assert.match(
    out,
    /^ok {4}server .*ready\nok {4}clock .*agree\nok {4}version .*\nok {4}key .*of org demo, editor: agents:read\nhm {4}model .*embedded model answers.*\nok {4}numbers .*checked 12 stored phone numbers; all of them can exist\nok {4}gateway .*ready\n$/,
  )
})

const troubles: [title: string, routes: Routes, says: RegExp][] = [
  [
    'it is not ready',
    { 'GET /readyz': { status: 503, body: { status: 'not ready', reason: 'the database is away' } } },
    /FAIL {2}server .*is not ready: the database is away/,
  ],
  ['something else answers', { 'GET /readyz': { text: '<html>' } }, /FAIL {2}server .*is not a Parley server/],
  [
    'the clocks differ',
    { 'GET /readyz': { ...ready, headers: { date: 'Mon, 01 Jan 2001 00:00:00 GMT' } } },
    /FAIL {2}clock .*ahead of/,
  ],
  ['the key is not accepted', { 'GET /v1/me': { status: 401, body: {} } }, /FAIL {2}key .*not accepted/],
]
for (const [title, routes, says] of troubles) {
  test(`doctor reports the problem and ends with 1: ${title}`, async () => {
    const { exit, out } = await examined(routes, '--key', 'sk-svc-own')
    assert.equal(exit, 1)
    assert.match(out, says)
  })
}

const numbersRoute = 'GET /people/invalid-phone-numbers'
const badNumbers = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ number: `+1${at}•••••20`, personId: `per_${at}` }))

test('doctor counts the stored phone numbers that cannot exist, in batches, with a few examples', async () => {
  const first = { body: { data: badNumbers(4), checked: 1900, nextPageToken: 't1' } }
  const last = { body: { data: [{ number: '+9•••9', asid: 'usr_1', channel: 'sms' }], checked: 100 } }
  const { url, called } = await startFakeParley({ ...well, [numbersRoute]: [first, last] })
  const { exit, out } = await runCliTest(['doctor', '--url', url, '--gateway', `${url}/v4`, '--key', 'sk-svc-own'])
  assert.equal(exit, 0)
  assert.match(
    out,
    /hm {4}numbers {3}5 of 2,000 stored phone numbers cannot exist: \+10•••••20 of per_0 at desk, .*per_2 at desk, …; correct them/,
  )
  assert.doesNotMatch(out, /per_3/)
  assert.deepEqual(
    called(numbersRoute).map(({ query }) => query),
    ['', '?pageToken=t1'],
  )
})

test('doctor stops at the first 200,000 rows and says so', async () => {
  const page = { body: { data: [], checked: 2000, nextPageToken: 'more' } }
  const { url, called } = await startFakeParley({ ...well, [numbersRoute]: page })
  const { out } = await runCliTest(['doctor', '--url', url, '--gateway', `${url}/v4`, '--key', 'sk-svc-own'])
  assert.match(out, /hm {4}numbers {3}checked 200,000 stored phone numbers, the first of more/)
  assert.equal(called(numbersRoute).length, 100)
})

test('doctor checks the numbers of one agent on request, and says why it cannot check them', async () => {
  const { url, called } = await startFakeParley(well)
  const args = ['doctor', '--url', url, '--gateway', `${url}/v4`, '--key', 'sk-svc-own']
  await runCliTest([...args, '--agent', 'desk'])
  assert.deepEqual([called(numbersRoute).length, called('GET /v1/orgs/demo/agents').length], [1, 0])
  const refusal = {
    status: 403,
    body: { status: 403, code: 'auth.scope_missing', title: 'Scope people:read is missing' },
  }
  const { exit, out } = await examined({ [numbersRoute]: refusal }, '--key', 'sk-svc-own')
  assert.equal(exit, 0)
  assert.match(out, /hm {4}numbers {3}cannot be checked: The API key does not allow this: Scope people:read is missing/)
})

test('without a key or without a server, doctor says what to do', async () => {
  const keyless = await examined({}, '--json')
  const { exitCode, checks } = JSON.parse(keyless.out)
  assert.deepEqual([keyless.exit, exitCode], [1, 1])
  assert.match(checks.find(({ name }: { name: string }) => name === 'key').says, /parley login/)
  const lost = await runCliTest(['doctor', '--url', 'http://127.0.0.1:1', '--gateway', 'http://127.0.0.1:1'])
  assert.equal(lost.exit, 1)
  assert.match(lost.out, /FAIL {2}server .*cannot be reached.*`parley start`/)
})
