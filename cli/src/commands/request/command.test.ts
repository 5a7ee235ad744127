import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startFakeParley } from '../../testing/fake-parley.ts'
import { runCliTest } from '../../testing/run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-cli-'))
after(() => rmSync(folder, { recursive: true }))

const parley = await startFakeParley({
  'GET /people': { body: { data: [{ id: 'per_1' }], hasMore: false } },
  'GET /export': { text: '<all/>' },
  'POST /people': { status: 201, body: { id: 'per_2', token: 'sk-svc-0123456789' } },
  'DELETE /people/per_2': { status: 204, text: '' },
  'GET /v1/me': { body: { id: 'key_1' } },
  'GET /refused': { status: 422, body: { code: 'request.invalid', title: 'The request is not valid', detail: 'no' } },
})
const env = { PARLEY_URL: parley.url, PARLEY_API_KEY: 'sk-svc-0123', PARLEY_ORG: 'demo', PARLEY_AGENT: 'desk' }
const run = (args: string[], input?: string) => runCliTest(args, { env, workingDirectory: folder, home: folder, input })

const people = '/orgs/{org}/agents/{agent}/people'

test('get prints what a route answers, with the org and agent filled in and the query as typed', async () => {
  const listed = await run(['get', `${people}?limit=1&tag=a%20b`])
  assert.deepEqual([listed.exit, JSON.parse(listed.out)], [0, { data: [{ id: 'per_1' }], hasMore: false }])
  assert.equal(parley.called('GET /people').at(-1)?.query, '?limit=1&tag=a%20b')
  assert.equal((await run(['get', people, '--json'])).out, '{"data":[{"id":"per_1"}],"hasMore":false}\n')
  assert.equal((await run(['get', '/v1/me'])).out, '{\n  "id": "key_1"\n}\n')
  assert.equal((await run(['get', '/orgs/demo/agents/desk/export'])).out, '<all/>')
})

test('post sends JSON, a file or the standard input, and prints secrets that are never shown again', async () => {
  writeFileSync(join(folder, 'ada.yaml'), 'fullName: Ada\n')
  const fromData = await run(['post', people, '--data', '{"fullName":"Ada"}'])
  assert.deepEqual(JSON.parse(fromData.out), { id: 'per_2', token: 'sk-svc-0123456789' })
  await run(['post', people, '--file', 'ada.yaml'])
  await run(['post', people, '--file', '-'], '{"fullName":"Ada"}')
  const bodies = parley.called('POST /people').map(({ body }) => body)
  assert.deepEqual(bodies, [{ fullName: 'Ada' }, { fullName: 'Ada' }, { fullName: 'Ada' }])
  await run(['post', people, '--data', '{}', '--draft', 'dft_1'])
  assert.equal(parley.called('POST /people').at(-1)?.headers['x-svc-draft'], 'dft_1')
})

test('delete without a response prints nothing', async () => {
  assert.deepEqual(await run(['delete', `${people}/per_2`]), { exit: 0, out: '', err: '' })
})

test('a wrong path, a wrong body and a refusal say what to do', async () => {
  for (const [args, said] of [
    [['get'], /PATH is missing: the path of a route/],
    [['get', 'people'], /Pass the path of a route/],
    [['post', people, '--data', '{'], /--data must be JSON/],
    [['put', people, '--data', '{}', '--file', 'ada.yaml'], /not both/],
    [['patch', people, '--file', 'missing.json'], /no such file/],
    [['get', '/orgs/{org}/agents/{agent}/unknown'], /Not found/],
  ] as const) {
    const { exit, err, out } = await run([...args])
    assert.deepEqual([exit, out], [2, ''], err)
    assert.match(err, said)
  }
  const refused = await run(['get', '/orgs/{org}/agents/{agent}/refused'])
  assert.equal(refused.exit, 3)
  assert.match(refused.err, /422: no/)
})
