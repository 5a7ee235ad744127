import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readMachineTimes } from '../../server/src/testing/processor-time.ts'
import { ImportGraph } from '../source/imports.ts'
import { createTree } from '../testing/test-checkout.ts'

import { formatProcessorReport } from './processes.ts'
import { formatRemaining, formatTimeReport, isSlow, sortLongestFirst } from './report.ts'
import { createEmptyResult } from './result.ts'
import { findTestFiles } from './test-files.ts'
import { findDependentTests, listChangedFiles } from './test-run.ts'

function createTemporaryTree(t: TestContext, files: Record<string, string>): string {
  const root = createTree(files)
  t.after(() => rmSync(root, { recursive: true, force: true }))
  return root
}

const listFiles = (tests: readonly { file: string }[]): string[] => tests.map(({ file }) => file)

test('the runner finds tests in the folders that hold them', (t) => {
  const names = ['packages/a/src/a.test.ts', 'console/src/b.test.tsx', 'server/src/b.ts', 'docs/d.test.ts']
  const root = createTemporaryTree(
    t,
    Object.fromEntries([...names, 'server/node_modules/c/c.test.ts'].map((name) => [name, ''])),
  )
  assert.deepEqual(listFiles(findTestFiles(root)), ['console/src/b.test.tsx', 'packages/a/src/a.test.ts'])
})

test('a file has the slowest kind that it imports, directly or indirectly', (t) => {
  const root = createTemporaryTree(t, {
    'e2e/browser.ts': '',
    'e2e/console/console.ts': `import '../browser.ts'`,
    'e2e/console/a.test.ts': `import './console.ts'`,
    'server/src/testing/server-url.ts': '',
    'server/src/testing/app.ts': `import './server-url.ts'`,
    'server/src/b.test.ts': `import { testApp } from './testing/app.ts'`,
    'server/src/c.test.ts': `import type { TestApp } from './testing/app.ts'\nfc.assert(property)`,
    'server/src/d.test.ts': `import { spawn } from 'node:child_process'`,
    'server/src/e.test.ts': '',
  })
  const kinds = findTestFiles(root).map(({ kind, needsDatabase, testsSql }) => [kind, needsDatabase, testsSql])
  assert.deepEqual(kinds, [
    ['browsers', false, false],
    ['databases', true, true],
    ['properties', false, false],
    ['processes', false, false],
    ['the rest', false, false],
  ])
})

test('the quick run skips slow files, except those that state why it needs them', (t) => {
  const names = ['e2e/needed.test.ts', 'e2e/new.test.ts', 'e2e/quick.test.ts', 'e2e/slow.test.ts']
  const needed = { 'e2e/needed.test.ts': '// Quick run too: the only one of its kind.\n' }
  const root = createTemporaryTree(t, { ...Object.fromEntries(names.map((name) => [name, ''])), ...needed })
  const slowDuration = { seconds: 60, tests: 1 }
  const durations = {
    'e2e/needed.test.ts': slowDuration,
    'e2e/slow.test.ts': slowDuration,
    'e2e/quick.test.ts': { seconds: 1, tests: 1 },
  }
  assert.deepEqual(listFiles(findTestFiles(root).filter((file) => isSlow(file, durations))), ['e2e/slow.test.ts'])
})

test('the quick run skips a new file that opens a browser or starts a server until its duration is known', (t) => {
  const root = createTemporaryTree(t, {
    'e2e/browser.ts': '',
    'e2e/a.test.ts': `import './browser.ts'`,
    'server/src/testing/process.ts': '',
    'server/src/b.test.ts': `import './testing/process.ts'`,
    'server/src/c.test.ts': '',
  })
  const files = findTestFiles(root)
  const slow = files.filter((file) => isSlow(file, {}))
  assert.deepEqual(listFiles(slow), ['e2e/a.test.ts', 'server/src/b.test.ts'])
  assert.match(formatRemaining(slow, [], {}), /e2e\/a\.test\.ts \(not measured yet\)/)
  const durations = { 'e2e/a.test.ts': { seconds: 1, tests: 1 } }
  assert.deepEqual(listFiles(files.filter((file) => isSlow(file, durations))), ['server/src/b.test.ts'])
})

test('the files of unknown duration run first, then the longest', () => {
  const durations = { a: { seconds: 1, tests: 1 }, b: { seconds: 3, tests: 1 } }
  assert.deepEqual(listFiles(sortLongestFirst([{ file: 'a' }, { file: 'b' }, { file: 'new' }], durations)), [
    'new',
    'b',
    'a',
  ])
})

test('the runner lists the files that the quick run skips by name and number', (t) => {
  const root = createTemporaryTree(t, { 'e2e/a.test.ts': '', 'e2e/b.test.ts': '' })
  const [leftFile] = findTestFiles(root)
  const partialResult = { ...createEmptyResult('e2e/b.test.ts'), leftToCompleteRun: ['a long story', 'a longer one'] }
  const report = formatRemaining(leftFile ? [leftFile] : [], [partialResult], {
    'e2e/a.test.ts': { seconds: 9, tests: 7 },
  })
  assert.match(report, /Left to the complete run .+: 9 tests\./)
  assert.match(report, /1 slow file with 7 tests:\n {4}e2e\/a\.test\.ts \(7, 9 s\)/)
  assert.match(
    report,
    /2 tests of files that ran:\n {4}e2e\/b\.test\.ts: a long story\n {4}e2e\/b\.test\.ts: a longer one/,
  )
  assert.equal(formatRemaining([], [createEmptyResult('e2e/b.test.ts')], {}), '')
})

test('the report names the slowest files and the total time by kind', (t) => {
  const root = createTemporaryTree(t, {
    'server/src/a.test.ts': `import 'node:child_process'`,
    'server/src/b.test.ts': '',
  })
  const createTimedResult = (file: string, milliseconds: number, processorSeconds?: number) => ({
    ...createEmptyResult(file),
    milliseconds,
    processorSeconds,
  })
  const report = formatTimeReport(
    [createTimedResult('server/src/b.test.ts', 500), createTimedResult('server/src/a.test.ts', 9000, 4.2)],
    findTestFiles(root),
  )
  assert.match(
    report,
    /The 2 slowest files:\n +9\.0 s {2}server\/src\/a\.test\.ts, 4\.2 s of processor time\n +0\.5 s {2}server\/src\/b\.test\.ts/,
  )
  assert.match(report, /9\.0 s {2}processes \(1 file\), 4\.2 s of processor time\n +0\.5 s {2}the rest \(1 file\)/)
})

test('the report shows how busy the processors were and how much of them the host used', () => {
  const before = readMachineTimes('cpu  100 0 50 1000 10 0 5 20 0 0\ncpu0 1 2 3\n')
  const after = readMachineTimes('cpu  140 0 60 1010 10 0 5 60 0 0\n')
  assert.match(formatProcessorReport(before, after), /: 50 % busy, 40 % taken by the host, 10 % idle\./)
  assert.equal(readMachineTimes('no such thing'), undefined)
  assert.equal(formatProcessorReport(undefined, after), '')
})

const project = {
  'packages/amf/package.json': '{ "name": "@parley/amf", "exports": "./src/index.ts" }',
  'packages/amf/src/index.ts': `export * from './parse.ts'`,
  'packages/amf/src/parse.ts': '',
  'packages/amf/src/parse.test.ts': `import './parse.ts'`,
  'server/src/app.ts': `import '@parley/amf'`,
  'server/src/app.test.ts': `import './app.ts'`,
  'server/src/docs.test.ts': `readFileSync('docs/errors.md')`,
  'server/src/types.test.ts': `import type { Message } from '@parley/amf'`,
}

test('a change selects the tests that import it, also through packages, and those that read it by name', (t) => {
  const root = createTemporaryTree(t, project)
  const graph = new ImportGraph(root)
  const findDependentFiles = (...changed: string[]) =>
    listFiles(findDependentTests(findTestFiles(root, graph), changed, { root, graph }))
  assert.deepEqual(findDependentFiles('packages/amf/src/parse.ts'), [
    'packages/amf/src/parse.test.ts',
    'server/src/app.test.ts',
  ])
  assert.deepEqual(findDependentFiles('server/src/app.test.ts'), ['server/src/app.test.ts'])
  assert.deepEqual(findDependentFiles('docs/errors.md'), ['server/src/docs.test.ts'])
  assert.deepEqual(findDependentFiles('README.md'), [])
  assert.equal(findDependentFiles('package-lock.json').length, 4)
})

test('the difference from main includes committed, uncommitted and new files', (t) => {
  const root = createTemporaryTree(t, { 'a.ts': '1', 'b.ts': '1', 'c.ts': '1' })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Parley', '-c', 'user.email=parley@example.com', ...args], { cwd: root })
  const writeTestFile = (file: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), '2')
  }
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '-m', 'Begin')
  assert.deepEqual(listChangedFiles(root), [])
  git('checkout', '--quiet', '-b', 'work')
  writeTestFile('a.ts')
  git('commit', '--quiet', '-a', '-m', 'Change a')
  writeTestFile('b.ts')
  writeTestFile('new/d.ts')
  assert.deepEqual(listChangedFiles(root), ['a.ts', 'b.ts', 'new/d.ts'])
})
