import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findFreePort } from './testing/free-port.ts'
import {
  callParley,
  createScratchFolder,
  type ParleyProcess,
  sourceProgram,
  startExpectingFailure,
  startParleyProcess,
} from './testing/process.ts'

/** How starting, and failing to start, appear to the operator. */

/** Shared by all tests that do not need a first start. Each stops the processes it started. */
const usedFolder = createScratchFolder()

/** Parley serves requests before it has printed everything. */
async function saying(parley: ParleyProcess, sentence: RegExp): Promise<void> {
  for (let tries = 0; tries < 200 && !sentence.test(parley.output()); tries++) await sleep(50)
  assert.match(parley.output(), sentence)
}

const everyField = ['baseUrl', 'gatewayUrl', 'org', 'apiKey', 'sysopKey', 'console', 'agent', 'agentAccessToken']

test('the first start creates org, owner, keys and demo agent, stores them privately and prints them once', async () => {
  const DATA_DIR = createScratchFolder()
  const first = await startParleyProcess({ DATA_DIR }, { program: sourceProgram })
  const credentials = first.credentials()
  assert.deepEqual(Object.keys(credentials).sort(), [...everyField].sort())
  assert.equal(statSync(join(DATA_DIR, 'credentials.json')).mode & 0o777, 0o600)
  assert.deepEqual([credentials.baseUrl, credentials.gatewayUrl], [`${first.origin}/v1`, `${first.gateway}/v4`])
  for (const secret of [credentials.apiKey, credentials.sysopKey, credentials.console.password])
    assert.ok(first.output().includes(secret))
  const api = { origin: first.origin, token: credentials.apiKey }
  const me = await callParley(api, 'GET', '/me')
  assert.ok(
    !(me.body.scopes as string[]).includes('integrations:journey') &&
      (me.body.scopes as string[]).includes('org:admin'),
  )
  assert.equal((await callParley(api, 'GET', `/orgs/demo/agents/${credentials.agent}`)).status, 200)
  assert.equal((await callParley({ ...api, token: credentials.sysopKey }, 'GET', '/system/orgs')).status, 200)
  const signedIn = await callParley(api, 'POST', '/auth/sign-in', credentials.console)
  assert.deepEqual(signedIn.body.org, { id: 'demo', role: 'owner' })
  assert.equal(await first.end('SIGTERM'), 0)

  const second = await startParleyProcess({ DATA_DIR }, { program: sourceProgram })
  assert.ok(!second.output().includes(credentials.apiKey), 'a later start prints no key')
  assert.deepEqual(second.credentials(), {
    ...credentials,
    baseUrl: `${second.origin}/v1`,
    gatewayUrl: `${second.gateway}/v4`,
  })
  assert.equal((await callParley({ origin: second.origin, token: credentials.apiKey }, 'GET', '/me')).status, 200)
  for (const path of ['/', '/docs', '/docs/api', '/openapi.json', '/healthz', '/readyz', '/metrics'])
    assert.equal((await fetch(second.origin + path)).status, 200, path)
  for (const path of ['/', '/lab', '/healthz', '/readyz', '/metrics'])
    assert.equal((await fetch(second.gateway + path)).status, 200, path)
  assert.equal(await second.end('SIGINT'), 0)
})

test('DEMO=off creates org, owner and keys, but no demo agent', async () => {
  const parley = await startParleyProcess({ DATA_DIR: usedFolder, DEMO: 'off' })
  const credentials = parley.credentials()
  assert.deepEqual([credentials.agent, credentials.agentAccessToken], [undefined, undefined])
  assert.deepEqual(
    (await callParley({ origin: parley.origin, token: credentials.apiKey }, 'GET', '/orgs/demo/agents')).body.data,
    [],
  )
  await parley.end()
})

/** config.test.ts covers each invalid setting; this checks how the process exits. */
const wrongSettings: [setting: Record<string, string>, says: RegExp][] = [
  [{ PORT: 'four' }, /PORT must be a port from 1 to 65535; got "four"\. Example: PORT=4000/],
  [{ SECRET_KEY: 'topsecret' }, /SECRET_KEY .* Example/],
  [{ DEMO: 'perhaps', ALLOW_PRIVATE_NETWORK: 'maybe' }, /DEMO [\s\S]*ALLOW_PRIVATE_NETWORK/],
]
for (const [setting, says] of wrongSettings) {
  test(`${JSON.stringify(setting)} prevents the start, with an error message of one sentence`, async () => {
    const { code, output } = await startExpectingFailure({ DATA_DIR: createScratchFolder(), ...setting })
    assert.equal(code, 1)
    assert.match(output, says)
    assert.ok(!output.includes('topsecret') && !output.includes('    at '), output)
  })
}

test('the start names a port in use and says what to do before it creates anything', async () => {
  const blocker = createServer().listen(0, '127.0.0.1')
  await once(blocker, 'listening')
  const port = (blocker.address() as AddressInfo).port
  const DATA_DIR = createScratchFolder()
  for (const variable of ['PORT', 'GATEWAY_PORT']) {
    const { code, output } = await startExpectingFailure({ DATA_DIR, DEMO: 'off', [variable]: String(port) })
    assert.equal(code, 1)
    assert.match(output, new RegExp(`Port ${port} is in use.* ${variable}=${port + 1}`))
    assert.ok(!output.includes('database'), output)
    assert.deepEqual(readdirSync(DATA_DIR), [])
  }
  blocker.close()
  const later = await startParleyProcess({ DATA_DIR, DEMO: 'off', PORT: String(await findFreePort()) })
  assert.ok(later.credentials().apiKey)
  await later.end()
})

test('the start names an unusable data folder and says what to do', async () => {
  const file = join(createScratchFolder(), 'file')
  writeFileSync(file, '')
  const { code, output } = await startExpectingFailure({ DATA_DIR: file })
  assert.equal(code, 1)
  assert.match(output, /data folder .*file cannot be used.*set DATA_DIR/s)
})

test('the start names an unreachable database without its password', async () => {
  const DATABASE_URL = `postgres://parley:topsecret@127.0.0.1:${await findFreePort()}/parley`
  const { code, output } = await startExpectingFailure({
    DATA_DIR: createScratchFolder(),
    DATABASE_URL,
    DATABASE_WAIT_SECONDS: '1',
  })
  assert.equal(code, 1)
  assert.match(output, /database at 127\.0\.0\.1:\d+ cannot be reached.*DATABASE_URL/)
  assert.ok(!output.includes('topsecret'))
})

test('a damaged credentials file is reported, is harmless, and can be renewed', async () => {
  const settings = { DATA_DIR: usedFolder, DEMO: 'off' }
  const first = await startParleyProcess(settings)
  const { apiKey } = first.credentials()
  await first.end()
  writeFileSync(join(usedFolder, 'credentials.json'), '{"apiKey": "sk-')
  const second = await startParleyProcess(settings)
  await saying(second, /credentials\.json could not be read.*npm run renew-credentials/)
  assert.equal((await callParley({ origin: second.origin, token: apiKey }, 'GET', '/me')).status, 200)

  const script = fileURLToPath(new URL('./renew-credentials.ts', import.meta.url))
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const renew = () =>
    promisify(execFile)(process.execPath, [script], { env: { PATH, NODE_COMPILE_CACHE, ...second.env } })
  assert.match((await renew()).stdout, /New credentials are in/)
  const renewed = second.credentials()
  for (const token of [apiKey, renewed.apiKey]) {
    assert.equal((await callParley({ origin: second.origin, token }, 'GET', '/me')).status, 200)
  }
  assert.equal(
    (await callParley({ origin: second.origin, token: '' }, 'POST', '/auth/sign-in', renewed.console)).status,
    200,
  )
  await assert.rejects(renew(), /can be read/)

  const resetting = fileURLToPath(new URL('./reset-second-factor.ts', import.meta.url))
  const reset = (...args: string[]) =>
    promisify(execFile)(process.execPath, [resetting, ...args], { env: { PATH, NODE_COMPILE_CACHE, ...second.env } })
  await assert.rejects(reset(), /Specify the user/)
  await assert.rejects(reset(renewed.console.email), /has no second factor/)
  await second.end()
})

test('a process with only the worker role serves its health routes', async () => {
  const parley = await startParleyProcess({ DATA_DIR: usedFolder, DEMO: 'off', ROLES: 'worker' })
  assert.equal((await fetch(`${parley.origin}/metrics`)).status, 200)
  assert.equal((await fetch(`${parley.origin}/v1/me`)).status, 404)
  await assert.rejects(fetch(parley.gateway))
  await parley.end()
})

test('ROLES splits the work of a process: the api role alone serves no gateway, and both share one folder', async () => {
  const settings = { DATA_DIR: usedFolder, DEMO: 'off' }
  const api = await startParleyProcess({ ...settings, ROLES: 'api' })
  await assert.rejects(fetch(api.gateway))
  const gateway = await startParleyProcess({ ...settings, ROLES: 'gateway,worker', PORT: api.env.PORT as string })
  assert.equal((await fetch(`${gateway.gateway}/readyz`)).status, 200)
  assert.equal((await callParley({ origin: api.origin, token: api.credentials().apiKey }, 'GET', '/me')).status, 200)
})
