import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startFakeParley } from '../../testing/fake-parley.ts'
import { runCliTest } from '../../testing/run-cli.ts'

async function started(args: string[], code = 0) {
  const calls: { file: string; env: Record<string, string> }[] = []
  const runNodeProgram = async (file: string, env: Record<string, string>) => {
    calls.push({ file, env })
    return code
  }
  return { ...(await runCliTest(['start', ...args], { workingDirectory: '/srv', runNodeProgram })), calls }
}

test('the options of start become settings of the server, and omitted options keep its defaults', async () => {
  const all = [
    '--port',
    '8080',
    '--gateway-port=8081',
    '--host',
    '0.0.0.0',
    '--data',
    'x',
    '--roles',
    'api',
    '--no-demo',
  ]
  const { exit, calls } = await started(all)
  assert.equal(exit, 0)
  assert.match(calls[0]?.file ?? '', /server\/src\/main\.ts$/)
  const settings = {
    PORT: '8080',
    GATEWAY_PORT: '8081',
    HOST: '0.0.0.0',
    DATA_DIR: '/srv/x',
    ROLES: 'api',
    DEMO: 'off',
  }
  assert.deepEqual(calls[0]?.env, settings)
  assert.deepEqual((await started([])).calls[0]?.env, {})
})

test('start ends with 3 if the server does not start', async () => {
  assert.equal((await started([], 1)).exit, 3)
  assert.equal((await started(['--prot', '1'])).exit, 2)
})

test('with --json the server prints nothing but one line with its address once it is ready', async () => {
  const ready = [{ status: 503, body: { status: 'not ready' } }, { body: { status: 'ready' } }]
  const parley = await startFakeParley({ 'GET /readyz': ready })
  const quiet: boolean[] = []
  const printed = Promise.withResolvers<void>()
  const runNodeProgram = async (_file: string, _env: Record<string, string>, isQuiet: boolean) => {
    quiet.push(isQuiet)
    await printed.promise
    return 0
  }
  const args = ['start', '--json', '--port', new URL(parley.url).port]
  const { exit, out } = await runCliTest(args, {
    workingDirectory: '/srv',
    runNodeProgram,
    onOut: () => printed.resolve(),
  })
  assert.deepEqual([exit, quiet], [0, [true]])
  const expected = { url: parley.url, gatewayUrl: 'http://127.0.0.1:4400', credentials: '/srv/data/credentials.json' }
  assert.deepEqual(JSON.parse(out), expected)
})
