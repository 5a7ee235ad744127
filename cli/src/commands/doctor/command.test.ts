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
    /^ok {4}server .*ready\nok {4}clock .*agree\nok {4}version .*\nok {4}key .*of org demo, editor: agents:read\nhm {4}model .*embedded model answers.*\nok {4}gateway .*ready\n$/,
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

test('without a key or without a server, doctor says what to do', async () => {
  const keyless = await examined({}, '--json')
  const { exitCode, checks } = JSON.parse(keyless.out)
  assert.deepEqual([keyless.exit, exitCode], [1, 1])
  assert.match(checks.find(({ name }: { name: string }) => name === 'key').says, /parley login/)
  const lost = await runCliTest(['doctor', '--url', 'http://127.0.0.1:1', '--gateway', 'http://127.0.0.1:1'])
  assert.equal(lost.exit, 1)
  assert.match(lost.out, /FAIL {2}server .*cannot be reached.*`parley start`/)
})
