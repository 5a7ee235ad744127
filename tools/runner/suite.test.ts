import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createTree } from '../testing/test-checkout.ts'

import { formatFailures, formatFileLines } from './report.ts'
import { type FileResult, sumTestCounts } from './result.ts'
import { recordFlaky, runSuite } from './suite.ts'
import { findTestFiles } from './test-files.ts'

const passingTest = `import { test } from 'node:test'\ntest('it holds', () => console.log('a quiet word'))\n`
const failingTest = `import assert from 'node:assert/strict'
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

type SuiteTrial = {
  files: Record<string, string>
  env?: Record<string, string>
  workers?: number
  isIdle?: () => boolean
}

function createTemporaryTree(t: TestContext, files: Record<string, string>): string {
  const root = createTree({ 'package.json': '{ "type": "module" }', ...files })
  t.after(() => rmSync(root, { recursive: true, force: true }))
  return root
}

async function runInTree(t: TestContext, { files, env = {}, workers = 2, isIdle }: SuiteTrial) {
  const root = createTemporaryTree(t, files)
  const { results, flaky } = await runSuite(findTestFiles(root), { root, env, workers, ...(isIdle && { isIdle }) })
  const resultOf = (file: string): FileResult => results.find((result) => result.file === file) as FileResult
  return {
    root,
    results,
    resultOf,
    flaky,
    output: results.map(formatFileLines).join('\n'),
    tally: sumTestCounts(results),
  }
}

test('a run counts passed, failed and skipped tests', async (t) => {
  const files = { 'packages/a/src/good.test.ts': passingTest, 'server/src/bad.test.ts': failingTest }
  const { tally: counts } = await runInTree(t, { files, env: { NO_BROWSER: '1' } })
  assert.deepEqual(counts, { passed: 1, failed: 2, skipped: 1 })
})

test('a run shows a failure in full, with the output of its file, and the reason of a skip', async (t) => {
  const files = { 'packages/a/src/good.test.ts': passingTest, 'server/src/bad.test.ts': failingTest }
  const { output } = await runInTree(t, { files, env: { NO_BROWSER: '1' } })
  assert.match(output, /✔ packages\/a\/src\/good\.test\.ts {2}1 test, /)
  assert.match(output, /✖ goes out\n {2}.*server\/src\/bad\.test\.ts:4\n/)
  assert.match(output, /state: 'queued'/)
  assert.match(output, /\| what it saw/)
  assert.match(output, /- skipped: comes back .+: no browser/)
  assert.doesNotMatch(output, /a quiet word/)
})

test('a run repeats its failures at the end, and nothing else', async (t) => {
  const files = { 'packages/a/src/good.test.ts': passingTest, 'server/src/bad.test.ts': failingTest }
  const { results } = await runInTree(t, { files })
  const repeated = formatFailures(results)
  assert.match(repeated, /✖ goes out\n {2}.*server\/src\/bad\.test\.ts:4\n[\s\S]*✖ is seen\n[\s\S]*nobody looked/)
  assert.doesNotMatch(repeated, /good\.test\.ts/)
  assert.equal(formatFailures(results.filter(({ failures }) => failures.length === 0)), '')
})

test('a file that cannot be loaded is a failure', async (t) => {
  const { tally: counts, output } = await runInTree(t, { files: { 'e2e/a.test.ts': `import './nowhere.ts'\n` } })
  assert.deepEqual(counts, { passed: 0, failed: 1, skipped: 0 })
  assert.match(output, /nowhere\.ts/)
})

test('a file that declares no test is a failure', async (t) => {
  const { tally: counts, output } = await runInTree(t, { files: { 'e2e/a.test.ts': 'export {}\n' } })
  assert.deepEqual(counts, { passed: 0, failed: 1, skipped: 0 })
  assert.match(output, /The file declares no test/)
})

test('a file whose process dies or that throws outside a test is a failure, and the files after it still run', async (t) => {
  const files = {
    'e2e/a.test.ts': `import { test } from 'node:test'\ntest('it ends all', () => process.kill(process.pid, 'SIGKILL'))\n`,
    'e2e/b.test.ts': `import { test } from 'node:test'
test('it throws later', () => void setTimeout(() => { throw new Error('too late') }, 20))
test('it waits', () => new Promise((resolve) => setTimeout(resolve, 200)))
`,
    'e2e/c.test.ts': passingTest,
  }
  const { resultOf, output } = await runInTree(t, { files, workers: 1 })
  assert.match(output, /Its process exited with SIGKILL before the tests finished/)
  assert.equal(resultOf('e2e/b.test.ts').failures.length, 1)
  assert.match(output, /too late/)
  assert.equal(resultOf('e2e/c.test.ts').passed, 1)
})

const showsProcess = `import { after, beforeEach, test } from 'node:test'
beforeEach(() => process._rawDebug('before in ' + import.meta.filename))
after(() => process._rawDebug('after in ' + import.meta.filename))
test('it is there', () => process._rawDebug('process ' + process.pid))
test('it fails, so that its output is shown', () => { throw new Error('on purpose') })
`

test('files share a process, except those that change it, and the hooks of a file end with that file', async (t) => {
  const files = {
    'packages/a/src/one.test.ts': showsProcess,
    'packages/a/src/two.test.ts': showsProcess,
    'packages/a/src/alone.test.ts': `process.env.CHANGED = '1'\n${showsProcess}`,
  }
  const { results } = await runInTree(t, { files, workers: 1 })
  const processes = results.map(({ output }) => /process (\d+)/.exec(output)?.[1])
  assert.equal(new Set(processes).size, 2)
  for (const { file, output } of results) {
    const hooks = output.split('\n').filter((line) => /^(?:before|after) in/.test(line))
    assert.equal(hooks.length, 3)
    assert.ok(
      hooks.every((line) => line.endsWith(file)),
      output,
    )
  }
})

test('a file that fails in parallel and passes alone is flaky: it still fails, and its output is kept', async (t) => {
  const flakyOnce = `import { existsSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
test('it passes the second time', () => {
  const first = !existsSync('tried')
  writeFileSync('tried', '')
  if (first) throw new Error('only the first time')
})
`
  const files = { 'e2e/flaky.test.ts': flakyOnce, 'e2e/broken.test.ts': failingTest, 'e2e/good.test.ts': passingTest }
  const { root, tally: counts, flaky } = await runInTree(t, { files })
  assert.deepEqual(
    flaky.map(({ file }) => file),
    ['e2e/flaky.test.ts'],
  )
  assert.equal(counts.failed, 3)
  recordFlaky(root, flaky, new Date('2026-01-01T00:00:00Z'))
  const [, , log = ''] = readFileSync(join(root, '.cache/flaky/list.txt'), 'utf8').trim().split(/ {2}/)
  assert.match(readFileSync(join(root, '.cache/flaky', log), 'utf8'), /only the first time/)
})

const startsServer = `import { existsSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import './testing/process.ts'
test('it starts', () => {
  writeFileSync('started', '')
  console.log(existsSync('waited') ? 'after the others' : 'beside the others')
  throw new Error('so that what it printed is shown')
})
`
const waitForServer = (seconds: number) => `import { existsSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
test('it waits', async () => {
  for (let left = ${seconds} * 20; left > 0 && !existsSync('started'); left--) await sleep(50)
  writeFileSync('waited', '')
})
`

for (const [isIdle, moment] of [
  [true, 'beside'],
  [false, 'after'],
] as const)
  test(`a file that starts servers runs ${moment} the others if ${isIdle ? 'a' : 'no'} core is idle`, async (t) => {
    const waits = waitForServer(isIdle ? 60 : 4)
    const files = {
      'packages/a/src/one.test.ts': waits,
      'packages/a/src/two.test.ts': waits,
      'server/src/third.test.ts': startsServer,
      'server/src/testing/process.ts': '',
    }
    const { resultOf } = await runInTree(t, { files, isIdle: () => isIdle })
    assert.match(resultOf('server/src/third.test.ts').output, new RegExp(`${moment} the others`))
    assert.equal(resultOf('packages/a/src/one.test.ts').passed, 1)
  })

test('processes and files that a test leaves behind are removed after the run', async (t) => {
  const testThatLeavesProcess = `import { spawn } from 'node:child_process'
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
  const { output } = await runInTree(t, { files: { 'e2e/a.test.ts': testThatLeavesProcess } })
  const [, pid, program] = /left (\d+) (\S+)/.exec(output) ?? []
  assert.equal(existsSync(program ?? '/'), false)
  assert.equal(existsSync(`/proc/${pid}/exe`), false)
})
