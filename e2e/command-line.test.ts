import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createBackgroundWork, createGateway } from '../server/src/app.ts'
import { openToolService } from '../server/src/testing/actions-bench.ts'
import { createTestAgent } from '../server/src/testing/agent.ts'
import { createTestApp, type TestApp, testPassword } from '../server/src/testing/app.ts'
import { assertStatus } from '../server/src/testing/client.ts'
import { harborAgent } from '../server/src/testing/harbor-agent.ts'
import { maskSecrets } from '../server/src/testing/mask-secrets.ts'
import { createScratchFolder } from '../server/src/testing/process.ts'

const program = fileURLToPath(new URL('../cli/bin/parley.mjs', import.meta.url))
const folder = createScratchFolder()

type ProcessResult = { code: number | null; stdout: string; stderr: string }

type ProcessOptions = { env?: Record<string, string>; input?: string; cwd?: string }

/** Runs a program as a separate process that does not share this one's environment. */
function runProcess(
  file: string,
  args: string[],
  { env, input = '', cwd = folder }: ProcessOptions,
): Promise<ProcessResult> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return new Promise((resolve) => {
    const options = { cwd, env: { PATH, NODE_COMPILE_CACHE, HOME: cwd, ...env } }
    const child = execFile(file, args, options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    )
    child.stdin?.end(input)
  })
}

const parley = (
  args: string[],
  env: Record<string, string>,
  options: Omit<ProcessOptions, 'env'> = {},
): Promise<ProcessResult> => runProcess(process.execPath, [program, ...args], { env, ...options })

async function startListening(app: TestApp['app']): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

test('after a change to an agent the command line shows what broke, and later that it is fixed', async () => {
  const server = await createTestApp()
  const agent = await createTestAgent(server)
  const setAnswer = async (answer: string) => {
    const facts = [{ id: 'hours', question: 'When are you open?', answer }]
    assertStatus(await agent.put('/knowledge/facts', { facts }), 200)
  }
  const suite = assertStatus(await agent.post('/tests/suites', { name: 'Opening hours' }), 201)
  const caseBody = { turns: ['When are you open?'], expect: { checks: { textIncludes: ['nine to five'] } } }
  const document = { ...caseBody, key: 'opens', title: 'Says when it is open' }
  assertStatus(await agent.post(`/tests/suites/${suite.id}/cases`, document), 201)
  const origin = await startListening(server.app)
  const token = agent.client.token ?? ''
  const run = async (...args: string[]) => {
    const env = { PARLEY_URL: origin, PARLEY_API_KEY: token }
    const result = await parley(['test', '--suite', 'opening hours', ...args], env)
    assert.ok(!`${result.stdout}${result.stderr}`.includes(token), 'no key is printed')
    return result
  }
  const work = createBackgroundWork(server.services)
  await work.start()
  try {
    await setAnswer('We are open nine to five.')
    const passingRun = await run()
    assert.deepEqual([passingRun.code, passingRun.stderr], [0, ''], maskSecrets(passingRun.stdout))
    assert.match(passingRun.stdout, /^PASSED {2}1 case: 1 passed/m)

    await setAnswer('We are open ten to six.')
    const failingRun = await run('--junit', 'reports/parley.xml', '--report', 'reports/parley.json')
    assert.equal(failingRun.code, 1, maskSecrets(failingRun.stderr))
    const expected =
      /^FAILED Says when it is open {2}newly failing\n {2}Opening hours \/ opens · .*\n {2}check textInc.*ten to six/m
    assert.match(failingRun.stdout, expected)
    assert.match(readFileSync(join(folder, 'reports/parley.xml'), 'utf8'), /<testsuites [^>]*failures="1"/)
    assert.equal(JSON.parse(readFileSync(join(folder, 'reports/parley.json'), 'utf8')).results[0].state, 'failed')

    await setAnswer('We are open nine to five.')
    const fixedRun = await run('--json', '--samples', '2')
    assert.equal(fixedRun.code, 0, maskSecrets(fixedRun.stderr))
    const { counts, diff } = JSON.parse(fixedRun.stdout)
    assert.deepEqual([counts.total, counts.passed, diff.newlyPassing.length], [2, 2, 1])
  } finally {
    await work.stop({ withinMilliseconds: 5_000 })
  }
})

test('without a key or without a running Parley the command line says what to do', async () => {
  const runWithoutKey = await parley(['test'], {})
  assert.deepEqual([runWithoutKey.code, runWithoutKey.stdout], [2, ''])
  assert.match(runWithoutKey.stderr, /set PARLEY_API_KEY/)
  const unreachableRun = await parley(['test'], { PARLEY_API_KEY: 'sk-svc-none', PARLEY_URL: 'http://127.0.0.1:1' })
  assert.equal(unreachableRun.code, 3)
  assert.match(unreachableRun.stderr, /cannot be reached/)
})

test('a user signs in, changes an agent through its file, and signs out', async () => {
  const server = await createTestApp()
  const agent = await createTestAgent(server, harborAgent)
  const org = { id: agent.orgId, path: `/orgs/${agent.orgId}`, api: agent.client }
  const { email } = await server.member(org, 'admin')
  const PARLEY_URL = await startListening(server.app)
  const cwd = createScratchFolder()
  const run = (args: string[], input?: string) => parley(args, {}, { cwd, input })

  const loginResult = await parley(
    ['login', '--email', email, '--password-stdin'],
    { PARLEY_URL },
    { cwd, input: testPassword },
  )
  assert.equal(loginResult.code, 0, maskSecrets(loginResult.stderr))
  const { data: keys } = assertStatus(await org.api.get(`${org.path}/api-keys`), 200)
  const [createdKey] = keys.filter(({ name }: { name: string }) => name.startsWith('parley on '))
  assert.ok(loginResult.stdout.includes(`The key for this machine is ${createdKey.id}`))

  assert.equal((await run(['agents', 'export', '-o', 'desk.yaml'])).code, 0)
  const file = join(cwd, 'desk.yaml')
  const fileText = readFileSync(file, 'utf8')
  writeFileSync(file, fileText.replace('standingInstructions:\n', 'standingInstructions:\n  - Be brief.\n'))
  const check = await run(['agents', 'import', 'desk.yaml', '--check'])
  assert.equal(check.code, 1, maskSecrets(check.stderr))
  assert.match(check.stdout, /^1 section would change:\n {2}standingInstructions {2}\+1\n/)
  const importResult = await run(['agents', 'import', 'desk.yaml', '--yes', '--json'])
  assert.deepEqual([importResult.code, JSON.parse(importResult.stdout).differences.length], [0, 1])
  const { data: instructions } = assertStatus(await agent.get('/standing-instructions'), 200)
  assert.equal(instructions[0], 'Be brief.')

  const logoutResult = await run(['logout'])
  assert.equal(logoutResult.code, 0, maskSecrets(logoutResult.stderr))
  assert.equal((await org.api.get(`${org.path}/api-keys/${createdKey.id}`)).status, 404)
})

test('the commands of the guide do what the guide says', async () => {
  const server = await createTestApp({ config: { allowPrivateNetwork: true } })
  const org = await server.org()
  assertStatus(await org.api.post(`${org.path}/agents`, { id: 'front-desk', name: 'Front desk' }), 201)
  const desk = `${org.path}/agents/front-desk`
  const suite = assertStatus(await org.api.post(`${desk}/tests/suites`, { name: 'Opening hours' }), 201)
  const caseBody = { title: 'Answers', turns: ['Hello'], expect: { checks: { finalReplyNonEmpty: true } } }
  assertStatus(await org.api.post(`${desk}/tests/suites/${suite.id}/cases`, caseBody), 201)
  const { url } = await openToolService()
  const binding = `${desk}/tool-bindings/${encodeURIComponent('@svc/tool.http-webhook')}`
  assertStatus(await org.api.put(binding, { config: { url } }), 200)
  const gateway = createGateway(server.services)
  const work = createBackgroundWork(server.services)
  await work.start()
  try {
    const cwd = createScratchFolder()
    const urls = {
      baseUrl: `${await startListening(server.app)}/v1`,
      gatewayUrl: `${await startListening(gateway)}/v4`,
    }
    mkdirSync(join(cwd, 'data'))
    const credentials = { ...urls, org: org.id, apiKey: org.api.token, agent: 'front-desk' }
    writeFileSync(join(cwd, 'data/credentials.json'), JSON.stringify(credentials))
    const guide = readFileSync(new URL('../docs/command-line.md', import.meta.url), 'utf8')
    const lines = [...guide.matchAll(/^\$ (parley .*)$/gm)].map(([, line]) => line ?? '')
    assert.ok(lines.length >= 10)
    const env = { NODE: process.execPath, PROGRAM: program }
    for (const line of lines) {
      const script = `parley() { "$NODE" "$PROGRAM" "$@"; }\n${line}`
      const { code, stdout, stderr } = await runProcess('/bin/sh', ['-c', script], { cwd, env })
      assert.equal(code, 0, `${line}\n${maskSecrets(stdout + stderr)}`)
    }
  } finally {
    await gateway.close()
    await work.stop({ withinMilliseconds: 5_000 })
  }
})
