import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type FakeParleyAnswer, type Routes, startFakeParley } from '../../testing/fake-parley.ts'
import { type CliTestOptions, runCliTest } from '../../testing/run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-cli-'))
after(() => rmSync(folder, { recursive: true }))
let homes = 0
const newHome = () => join(folder, `home-${homes++}`)
const fileIn = (home: string) => join(home, '.config/parley/config.json')
const profilesIn = (home: string) => JSON.parse(readFileSync(fileIn(home), 'utf8')).profiles

const password = 'correct horse'
const session = { token: 'jwt-secret', expiresAt: '2030-01-31T21:00:00Z', user: {}, org: { id: 'demo', role: 'admin' } }
const me: FakeParleyAnswer = {
  body: { caller: { id: 'key_1' }, org: { id: 'demo', role: 'admin' }, scopes: ['agents:read', 'org:admin'] },
}
const keys = '/v1/orgs/demo/api-keys'
const usual: Routes = {
  'POST /v1/auth/sign-in': { body: session },
  'GET /v1/me': me,
  [`POST ${keys}`]: { status: 201, body: { id: 'key_1', key: 'sk-svc-made' } },
  [`DELETE ${keys}/key_1`]: { status: 204, text: '' },
}

async function startLogin(routes: Routes = {}) {
  const parley = await startFakeParley({ ...usual, ...routes })
  const home = newHome()
  const run = async (args: string[], world: CliTestOptions = {}) => {
    const result = await runCliTest(args, { workingDirectory: folder, home, ...world })
    assert.doesNotMatch(result.out + result.err, /correct horse|jwt-secret|sk-svc-(made|given)/, 'no secret is printed')
    return result
  }
  return { parley, home, run }
}

test('login creates a key for this machine with all permissions of the user and stores it', async () => {
  const { parley, home, run } = await startLogin()
  const { exit, out, err } = await run(['login'], { typed: [parley.url, 'ada@example.com', password] })
  assert.equal(exit, 0, err)
  assert.match(
    out,
    /Signed in to http.*, org demo\. Saved in .*config\.json, profile default\nThe key for this machine is key_1; `parley logout` revokes it/,
  )
  const account = { email: 'ada@example.com', password }
  assert.deepEqual(parley.called('POST /v1/auth/sign-in')[0]?.body, account)
  const [request] = parley.called(`POST ${keys}`)
  assert.equal(request?.key, 'Bearer jwt-secret')
  const { name, scopes } = (request?.body ?? {}) as { name: string; scopes: string[] }
  assert.deepEqual([name, scopes], ['parley on desk.example.com', ['agents:read', 'org:admin']])
  const { url, key, org, keyId } = profilesIn(home).default
  assert.deepEqual([url, key, org, keyId], [parley.url, 'sk-svc-made', 'demo', 'key_1'])

  const who = await run(['whoami'])
  assert.match(
    who.out,
    /org demo, as key_1, admin\nThe key is from the profile default; its scopes: agents:read org:admin/,
  )
  assert.equal(parley.called('GET /v1/me').at(-1)?.key, 'Bearer sk-svc-made')

  const logout = await run(['logout'])
  assert.equal(logout.exit, 0, logout.err)
  assert.match(logout.out, /the key is revoked/)
  assert.equal(parley.called(`DELETE ${keys}/key_1`).length, 1)
  assert.deepEqual(profilesIn(home), {})
  assert.equal((await run(['logout'])).exit, 2)
})

test('a user who may not create keys gets a stored session, and login prints how long it lasts', async () => {
  const refusal = { status: 403, body: { code: 'auth.forbidden', title: 'Not allowed' } }
  const { parley, home, run } = await startLogin({ [`POST ${keys}`]: refusal })
  const { exit, out } = await run(['sign-in', '--url', parley.url, '--email', 'ada@example.com'], { typed: [password] })
  assert.equal(exit, 0)
  assert.match(out, /It expires at 2030-01-31T21:00:00Z: your role cannot create API keys/)
  assert.deepEqual([profilesIn(home).default.key, profilesIn(home).default.keyId], ['jwt-secret', undefined])
})

test('login checks and stores an API key that the user supplies, and logout deletes it locally without revoking it', async () => {
  const { parley, home, run } = await startLogin()
  const args = ['login', '--url', parley.url, '--profile', 'work', '--key-stdin', '--json']
  const { exit, out } = await run(args, { input: 'sk-svc-given\n' })
  assert.deepEqual([exit, JSON.parse(out).org], [0, 'demo'])
  assert.equal(profilesIn(home).work.key, 'sk-svc-given')
  const logout = await run(['logout', '--profile', 'work'])
  assert.match(logout.out, /is deleted from this machine/)
  assert.equal(parley.calls.filter(({ route }) => route.startsWith('DELETE')).length, 0)
})

test('a password can come from the standard input; login accepts one method at a time', async () => {
  const { parley, run } = await startLogin()
  const args = ['login', '--url', parley.url, '--email', 'ada@example.com', '--password-stdin']
  assert.equal((await run(args, { input: `${password}\n` })).exit, 0)
  assert.deepEqual(parley.called('POST /v1/auth/sign-in')[0]?.body, { email: 'ada@example.com', password })
  assert.match((await run([...args, '--key-stdin'])).err, /Use only one of/)
  assert.match((await run(args)).err, /Standard input is empty/)
})

const wanted: FakeParleyAnswer = {
  status: 401,
  body: { code: 'auth.second_factor_required', title: 'A code is required' },
}

test('login asks for a code once it knows that the account has a second factor', async () => {
  const { parley, run } = await startLogin({ 'POST /v1/auth/sign-in': [wanted, { body: session }] })
  const { exit, err } = await run(['login', '--url', parley.url, '--email', 'ada@example.com'], {
    typed: [password, '123456'],
  })
  assert.equal(exit, 0, err)
  const [first, second] = parley.called('POST /v1/auth/sign-in').map(({ body }) => body)
  assert.deepEqual(
    [first, second],
    [
      { email: 'ada@example.com', password },
      { email: 'ada@example.com', password, code: '123456' },
    ],
  )
})

test('a code can be an option; without one and without a terminal login says what is missing', async () => {
  const { parley, run } = await startLogin({ 'POST /v1/auth/sign-in': wanted })
  const args = ['login', '--url', parley.url, '--email', 'ada@example.com', '--password-stdin']
  assert.match((await run(args, { input: `${password}\n` })).err, /has a second factor: pass a code with --code/)
  const { exit, err } = await run([...args, '--code', '654321'], { input: `${password}\n` })
  assert.deepEqual([exit, /The code is wrong, or was already used/.test(err)], [2, true])
  assert.deepEqual(parley.called('POST /v1/auth/sign-in').at(-1)?.body, {
    ...{ email: 'ada@example.com', password },
    code: '654321',
  })
})

test('a second login revokes the previous key of this machine', async () => {
  const { parley, run } = await startLogin()
  const again = () => run(['login', '--url', parley.url, '--email', 'ada@example.com'], { typed: [password] })
  await again()
  await again()
  assert.equal(parley.called(`DELETE ${keys}/key_1`).length, 1)
})

test('login stores no credentials that the server refuses', async () => {
  const wrong = { status: 401, body: { code: 'auth.unauthenticated' } }
  const { parley, home, run } = await startLogin({ 'POST /v1/auth/sign-in': wrong, 'GET /v1/me': wrong })
  const mistyped = await run(['login', '--url', parley.url], { typed: ['ada@example.com', 'wrong'] })
  assert.deepEqual([mistyped.exit, /Wrong email, password or org/.test(mistyped.err)], [2, true])
  assert.equal((await run(['login', '--url', parley.url, '--key', 'sk-svc-given'])).exit, 2)
  const alone = await run(['login', '--url', parley.url])
  assert.match(alone.err, /Signing in without a terminal requires --key-stdin, or --email and --password-stdin/)
  assert.equal((await run(['login', '--url', parley.url], { typed: ['ada@example.com', ''] })).exit, 2)
  assert.ok(!existsSync(fileIn(home)))
})

test('logout keeps a key that it cannot revoke, unless it runs with --local', async () => {
  const { parley, home, run } = await startLogin({
    [`DELETE ${keys}/key_1`]: { status: 500, body: { title: 'Something broke' } },
  })
  await run(['login', '--url', parley.url, '--email', 'ada@example.com'], { typed: [password] })
  const failed = await run(['logout'])
  assert.equal(failed.exit, 3)
  assert.match(failed.err, /could not be revoked.*`parley logout --local`/)
  assert.ok(profilesIn(home).default)
  assert.equal((await run(['logout', '--local'])).exit, 0)
  assert.deepEqual(profilesIn(home), {})
})
