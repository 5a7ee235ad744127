import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createWork } from '../server/src/app.ts'
import { newAgent } from '../server/src/testing/agent.ts'
import { testApp } from '../server/src/testing/app.ts'
import { assertStatus } from '../server/src/testing/client.ts'
import { masked } from '../server/src/testing/masked.ts'
import { scratchFolder } from '../server/src/testing/process.ts'

const program = fileURLToPath(new URL('../cli/bin/parley.mjs', import.meta.url))
const folder = scratchFolder()

type Ended = { code: number | null; out: string; err: string }

/** `parley` as a process of its own. */
function parley(args: string[], env: Record<string, string>): Promise<Ended> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { PATH, NODE_COMPILE_CACHE, ...env } }
    const child = execFile(process.execPath, [program, ...args], options, (_, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    )
  })
}

test('somebody changes what an agent says: the command line finds out what broke, and that it is mended', async () => {
  const server = await testApp()
  const agent = await newAgent(server)
  const answering = async (answer: string) => {
    const facts = [{ id: 'hours', question: 'When are you open?', answer }]
    assertStatus(await agent.put('/knowledge/facts', { facts }), 200)
  }
  const suite = assertStatus(await agent.post('/tests/suites', { name: 'Opening hours' }), 201)
  const asks = { turns: ['When are you open?'], expect: { checks: { textIncludes: ['nine to five'] } } }
  const document = { ...asks, key: 'opens', title: 'Says when it is open' }
  assertStatus(await agent.post(`/tests/suites/${suite.id}/cases`, document), 201)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  const token = agent.client.token ?? ''
  const run = async (...args: string[]) => {
    const env = { PARLEY_URL: origin, PARLEY_API_KEY: token }
    const ended = await parley(['test', '--suite', 'opening hours', ...args], env)
    assert.ok(!`${ended.out}${ended.err}`.includes(token), 'no key is printed')
    return ended
  }
  const work = createWork(server.parts)
  await work.start()
  try {
    await answering('We are open nine to five.')
    const passed = await run()
    assert.deepEqual([passed.code, passed.err], [0, ''], masked(passed.out))
    assert.match(passed.out, /^PASSED {2}1 case: 1 passed/m)

    await answering('We are open ten to six.')
    const broken = await run('--junit', 'reports/parley.xml', '--report', 'reports/parley.json')
    assert.equal(broken.code, 1, masked(broken.err))
    const told =
      /^FAILED Says when it is open {2}newly failing\n {2}Opening hours \/ opens · .*\n {2}check textInc.*ten to six/m
    assert.match(broken.out, told)
    assert.match(readFileSync(join(folder, 'reports/parley.xml'), 'utf8'), /<testsuites [^>]*failures="1"/)
    assert.equal(JSON.parse(readFileSync(join(folder, 'reports/parley.json'), 'utf8')).results[0].state, 'failed')

    await answering('We are open nine to five.')
    const mended = await run('--json', '--samples', '2')
    assert.equal(mended.code, 0, masked(mended.err))
    const { counts, diff } = JSON.parse(mended.out)
    assert.deepEqual([counts.total, counts.passed, diff.newlyPassing.length], [2, 2, 1])
  } finally {
    await work.stop({ withinMilliseconds: 5_000 })
  }
})

test('without a key, or where no Parley is, the command line says what to do', async () => {
  const keyless = await parley(['test'], {})
  assert.deepEqual([keyless.code, keyless.out], [2, ''])
  assert.match(keyless.err, /set PARLEY_API_KEY/)
  const lost = await parley(['test'], { PARLEY_API_KEY: 'sk-svc-none', PARLEY_URL: 'http://127.0.0.1:1' })
  assert.equal(lost.code, 3)
  assert.match(lost.err, /cannot be reached/)
})
