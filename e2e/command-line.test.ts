import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createBackgroundWork, createGateway } from '../server/src/app.ts'
import { createTestAgent } from '../server/src/testing/agent.ts'
import { createTestApp, type TestApp, testPassword } from '../server/src/testing/app.ts'
import { assertStatus } from '../server/src/testing/client.ts'
import { harborAgent } from '../server/src/testing/harbor-agent.ts'
import { maskSecrets } from '../server/src/testing/mask-secrets.ts'
import { createScratchFolder } from '../server/src/testing/process.ts'

const program = fileURLToPath(new URL('../cli/bin/parley.mjs', import.meta.url))
const folder = createScratchFolder()

type Ended = { code: number | null; out: string; err: string }

type Given = { env?: Record<string, string>; input?: string; cwd?: string }

/** Runs a program as a separate process that does not share this one's environment. */
function ended(file: string, args: string[], { env, input = '', cwd = folder }: Given): Promise<Ended> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return new Promise((resolve) => {
    const options = { cwd, env: { PATH, NODE_COMPILE_CACHE, HOME: cwd, ...env } }
    const child = execFile(file, args, options, (_, out, err) => resolve({ code: child.exitCode, out, err }))
    child.stdin?.end(input)
  })
}

const parley = (args: string[], env: Record<string, string>, more: Omit<Given, 'env'> = {}): Promise<Ended> =>
  ended(process.execPath, [program, ...args], { env, ...more })

async function listening(app: TestApp['app']): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

test('after a change to an agent the command line shows what broke, and later that it is fixed', async () => {
  const server = await createTestApp()
  const agent = await createTestAgent(server)
  const answering = async (answer: string) => {
    const facts = [{ id: 'hours', question: 'When are you open?', answer }]
    assertStatus(await agent.put('/knowledge/facts', { facts }), 200)
  }
  const suite = assertStatus(await agent.post('/tests/suites', { name: 'Opening hours' }), 201)
  const asks = { turns: ['When are you open?'], expect: { checks: { textIncludes: ['nine to five'] } } }
  const document = { ...asks, key: 'opens', title: 'Says when it is open' }
  assertStatus(await agent.post(`/tests/suites/${suite.id}/cases`, document), 201)
  const origin = await listening(server.app)
  const token = agent.client.token ?? ''
  const run = async (...args: string[]) => {
    const env = { PARLEY_URL: origin, PARLEY_API_KEY: token }
    const result = await parley(['test', '--suite', 'opening hours', ...args], env)
    assert.ok(!`${result.out}${result.err}`.includes(token), 'no key is printed')
    return result
  }
  const work = createBackgroundWork(server.services)
  await work.start()
  try {
    await answering('We are open nine to five.')
    const passed = await run()
    assert.deepEqual([passed.code, passed.err], [0, ''], maskSecrets(passed.out))
    assert.match(passed.out, /^PASSED {2}1 case: 1 passed/m)

    await answering('We are open ten to six.')
    const broken = await run('--junit', 'reports/parley.xml', '--report', 'reports/parley.json')
    assert.equal(broken.code, 1, maskSecrets(broken.err))
    const expected =
      /^FAILED Says when it is open {2}newly failing\n {2}Opening hours \/ opens · .*\n {2}check textInc.*ten to six/m
    assert.match(broken.out, expected)
    assert.match(readFileSync(join(folder, 'reports/parley.xml'), 'utf8'), /<testsuites [^>]*failures="1"/)
    assert.equal(JSON.parse(readFileSync(join(folder, 'reports/parley.json'), 'utf8')).results[0].state, 'failed')

    await answering('We are open nine to five.')
    const mended = await run('--json', '--samples', '2')
    assert.equal(mended.code, 0, maskSecrets(mended.err))
    const { counts, diff } = JSON.parse(mended.out)
    assert.deepEqual([counts.total, counts.passed, diff.newlyPassing.length], [2, 2, 1])
  } finally {
    await work.stop({ withinMilliseconds: 5_000 })
  }
})

test('without a key or without a running Parley the command line says what to do', async () => {
  const keyless = await parley(['test'], {})
  assert.deepEqual([keyless.code, keyless.out], [2, ''])
  assert.match(keyless.err, /set PARLEY_API_KEY/)
  const lost = await parley(['test'], { PARLEY_API_KEY: 'sk-svc-none', PARLEY_URL: 'http://127.0.0.1:1' })
  assert.equal(lost.code, 3)
  assert.match(lost.err, /cannot be reached/)
})

test('a user signs in, changes an agent through its file, and signs out', async () => {
  const server = await createTestApp()
  const agent = await createTestAgent(server, harborAgent)
  const org = { id: agent.orgId, path: `/orgs/${agent.orgId}`, api: agent.client }
  const { email } = await server.member(org, 'admin')
  const PARLEY_URL = await listening(server.app)
  const cwd = createScratchFolder()
  const run = (args: string[], input?: string) => parley(args, {}, { cwd, input })

  const signedIn = await parley(
    ['login', '--email', email, '--password-stdin'],
    { PARLEY_URL },
    { cwd, input: testPassword },
  )
  assert.equal(signedIn.code, 0, maskSecrets(signedIn.err))
  const { data: keys } = assertStatus(await org.api.get(`${org.path}/api-keys`), 200)
  const [made] = keys.filter(({ name }: { name: string }) => name.startsWith('parley on '))
  assert.ok(signedIn.out.includes(`The key for this machine is ${made.id}`))

  assert.equal((await run(['agents', 'export', '-o', 'desk.yaml'])).code, 0)
  const file = join(cwd, 'desk.yaml')
  const written = readFileSync(file, 'utf8')
  writeFileSync(file, written.replace('standingInstructions:\n', 'standingInstructions:\n  - Be brief.\n'))
  const check = await run(['agents', 'import', 'desk.yaml', '--check'])
  assert.equal(check.code, 1, maskSecrets(check.err))
  assert.match(check.out, /^1 section would change:\n {2}standingInstructions {2}\+1\n/)
  const imported = await run(['agents', 'import', 'desk.yaml', '--yes', '--json'])
  assert.deepEqual([imported.code, JSON.parse(imported.out).differences.length], [0, 1])
  const { data: instructions } = assertStatus(await agent.get('/standing-instructions'), 200)
  assert.equal(instructions[0], 'Be brief.')

  const signedOut = await run(['logout'])
  assert.equal(signedOut.code, 0, maskSecrets(signedOut.err))
  assert.equal((await org.api.get(`${org.path}/api-keys/${made.id}`)).status, 404)
})

test('the commands of the guide do what the guide says', async () => {
  const server = await createTestApp()
  const org = await server.org()
  assertStatus(await org.api.post(`${org.path}/agents`, { id: 'front-desk', name: 'Front desk' }), 201)
  const desk = `${org.path}/agents/front-desk`
  const suite = assertStatus(await org.api.post(`${desk}/tests/suites`, { name: 'Opening hours' }), 201)
  const asks = { title: 'Answers', turns: ['Hello'], expect: { checks: { finalReplyNonEmpty: true } } }
  assertStatus(await org.api.post(`${desk}/tests/suites/${suite.id}/cases`, asks), 201)
  const gateway = createGateway(server.services)
  const work = createBackgroundWork(server.services)
  await work.start()
  try {
    const cwd = createScratchFolder()
    const urls = { baseUrl: `${await listening(server.app)}/v1`, gatewayUrl: `${await listening(gateway)}/v4` }
    mkdirSync(join(cwd, 'data'))
    const credentials = { ...urls, org: org.id, apiKey: org.api.token, agent: 'front-desk' }
    writeFileSync(join(cwd, 'data/credentials.json'), JSON.stringify(credentials))
    const guide = readFileSync(new URL('../docs/command-line.md', import.meta.url), 'utf8')
    const lines = [...guide.matchAll(/^\$ (parley .*)$/gm)].map(([, line]) => line ?? '')
    assert.ok(lines.length >= 10)
    const env = { NODE: process.execPath, PROGRAM: program }
    for (const line of lines) {
      const script = `parley() { "$NODE" "$PROGRAM" "$@"; }\n${line}`
      const { code, out, err } = await ended('/bin/sh', ['-c', script], { cwd, env })
      assert.equal(code, 0, `${line}\n${maskSecrets(out + err)}`)
    }
  } finally {
    await gateway.close()
    await work.stop({ withinMilliseconds: 5_000 })
  }
})
