import assert from 'node:assert/strict'
import { existsSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { type TestContext, test } from 'node:test'
import { makeTree } from '../testing/tree.ts'
import { runSuite, testFiles } from './suite.ts'

const good = `import { test } from 'node:test'\ntest('it holds', () => console.log('a quiet word'))\n`
const bad = `import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
describe('a send', () => {
  test('goes out', () => {
    console.log('what it saw')
    assert.deepEqual({ state: 'queued', far: { down: { here: [1] } } }, { state: 'sent' })
  })
  test('is seen', () => assert.fail('nobody looked'))
  test('comes back', (t) => { if (process.env.NO_BROWSER) t.skip('no browser') })
})
`

async function suiteOf(t: TestContext, files: Record<string, string>, env = {}) {
  const root = makeTree({ 'package.json': '{ "type": "module" }', ...files })
  t.after(() => rmSync(root, { recursive: true, force: true }))
  return runSuite({ root, files: testFiles(root), env, stdio: 'pipe' })
}

test('a run counts what passed, failed and was skipped', async (t) => {
  const files = { 'packages/a/src/good.test.ts': good, 'server/src/bad.test.ts': bad }
  const { passed, failed, skipped } = await suiteOf(t, files, { NO_BROWSER: '1' })
  assert.deepEqual({ passed, failed, skipped }, { passed: 1, failed: 2, skipped: 1 })
})

test('a run shows a failure wholly, with what its file printed, and the reason of a skip', async (t) => {
  const files = { 'packages/a/src/good.test.ts': good, 'server/src/bad.test.ts': bad }
  const { output } = await suiteOf(t, files, { NO_BROWSER: '1', CI: 'true' })
  assert.match(output, /✖ goes out\n {2}server\/src\/bad\.test\.ts:4\n/)
  assert.match(output, /state: 'queued'/)
  assert.match(output, /\| what it saw/)
  assert.match(output, /- skipped: comes back .+: no browser/)
  assert.match(output, /ℹ tests 4\n/)
  assert.doesNotMatch(output, /a quiet word/)
})

test('a file that cannot even be loaded is a failure', async (t) => {
  const { passed, failed, output } = await suiteOf(t, { 'e2e/a.test.ts': `import './nowhere.ts'\n` })
  assert.deepEqual({ passed, failed }, { passed: 0, failed: 1 })
  assert.match(output, /nowhere\.ts/)
})

const inTheSame = `import { test } from 'node:test'
test('it is there', () => process._rawDebug('process ' + process.pid))
`

test('the files of a folder share a process, but for those that change it, and each is told of by its name', async (t) => {
  const alone = `process.env.HOLDS = '1'\n${good}`
  const files = { one: inTheSame, two: inTheSame, broken: `import './nowhere.ts'\n`, bad, alone }
  const paths = Object.entries(files).map(([name, text]) => [`packages/a/src/${name}.test.ts`, text])
  const { passed, failed, failures, output } = await suiteOf(t, Object.fromEntries(paths), { CI: 'true' })
  assert.deepEqual({ passed, failed }, { passed: 4, failed: 3 })
  const pids = [...output.matchAll(/process (\d+)/g)].map(([, pid]) => pid)
  assert.deepEqual([pids.length, new Set(pids).size], [2, 1])
  for (const name of ['one', 'two', 'alone']) assert.match(output, new RegExp(`✔ packages/a/src/${name}.test.ts`))
  assert.match(output, /✖ packages\/a\/src\/broken\.test\.ts\n/)
  assert.match(output, /✖ goes out\n {2}packages\/a\/src\/bad\.test\.ts:4\n/)
  assert.deepEqual(failures.map((file) => basename(file)).toSorted(), ['bad.test.ts', 'broken.test.ts'])
})

test('what a test leaves running and lying about is gone after the run', async (t) => {
  const leaving = `import { spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
test('it leaves', () => {
  const program = mkdtempSync(tmpdir() + '/left-') + '/sleep'
  copyFileSync('/bin/sleep', program)
  const child = spawn(program, ['60'], { detached: true, stdio: 'ignore' })
  child.unref()
  process._rawDebug('left ' + child.pid + ' ' + program)
  throw new Error('so that what it printed is shown')
})
`
  const { output } = await suiteOf(t, { 'e2e/a.test.ts': leaving })
  const [, pid, program] = /left (\d+) (\S+)/.exec(output) ?? []
  assert.equal(existsSync(program ?? '/'), false)
  assert.equal(existsSync(`/proc/${pid}/exe`), false)
})

test('tests are found in the five folders that hold them, by any part of their path', (t) => {
  const names = [
    'packages/a/src/a.test.ts',
    'server/src/b.test.ts',
    'server/src/b.ts',
    'server/node_modules/c/c.test.ts',
  ]
  const root = makeTree(Object.fromEntries([...names, 'docs/d.test.ts', 'e2e/e.test.ts'].map((name) => [name, ''])))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  assert.deepEqual(testFiles(root), ['e2e/e.test.ts', 'packages/a/src/a.test.ts', 'server/src/b.test.ts'])
  assert.deepEqual(testFiles(root, 'src/b'), ['server/src/b.test.ts'])
})
