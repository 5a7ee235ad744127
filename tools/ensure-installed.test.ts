import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { createTree } from './testing/test-checkout.ts'

const program = readFileSync(new URL('ensure-installed.mjs', import.meta.url), 'utf8')

/** A stand-in for npm: records its arguments and installs a fake "node", as the real one would. */
const fakeNpm = `
const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs')
const [verb] = process.argv.slice(2)
appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n')
const { NODE_BY, LOCK_BECOMES, NPM_FAILS } = process.env
if (NPM_FAILS) process.exit(Number(NPM_FAILS))
if (LOCK_BECOMES) writeFileSync('package-lock.json', LOCK_BECOMES)
mkdirSync('node_modules/.bin', { recursive: true })
if (verb === (NODE_BY ?? 'install')) writeFileSync('node_modules/.bin/node', '#!/bin/sh\\necho v24.1.0', { mode: 0o755 })
setTimeout(() => {}, 300)
`
const install = 'install --no-audit --no-fund --loglevel=error'
const rebuild = 'rebuild node --loglevel=error'

function freshClone(t: TestContext): string {
  const files = { 'tools/ensure-installed.mjs': program, 'package-lock.json': '{}', 'npm-cli.js': fakeNpm }
  const root = createTree(files)
  t.after(() => rmSync(root, { recursive: true, force: true }))
  return root
}

async function ensure(
  root: string,
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const { PATH = '' } = process.env
  const options = { env: { PATH, npm_execpath: join(root, 'npm-cli.js'), ...env } }
  const child = spawn(process.execPath, [join(root, 'tools/ensure-installed.mjs')], options)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, output }
}

function readNpmCalls(root: string): string[] {
  const file = join(root, 'calls')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

test('a fresh clone is installed once, and later starts print and do nothing', async (t) => {
  const root = freshClone(t)
  const first = await ensure(root)
  assert.equal(first.code, 0)
  assert.match(first.output, /^Installing .+\nInstalled in \d+\.\d s\.\n$/)
  assert.deepEqual(await ensure(root), { code: 0, output: '' })
  assert.deepEqual(readNpmCalls(root), [install])
})

test('a changed lock file is installed again', async (t) => {
  const root = freshClone(t)
  await ensure(root)
  writeFileSync(join(root, 'package-lock.json'), '{ "changed": true }')
  await ensure(root)
  assert.deepEqual(readNpmCalls(root), [install, install])
})

test('one of three concurrent starts installs, and the others wait', async (t) => {
  const root = freshClone(t)
  const results = await Promise.all([ensure(root), ensure(root), ensure(root)])
  assert.deepEqual(readNpmCalls(root), [install])
  assert.deepEqual(
    results.map(({ code }) => code),
    [0, 0, 0],
  )
  assert.equal(results.filter(({ output }) => /^Waiting for process \d+/.test(output)).length, 2)
  assert.equal(existsSync(join(root, 'node_modules/.parley-installing')), false)
})

test('a start takes over the lock of a process that died', async (t) => {
  const root = freshClone(t)
  const deadProcess = spawn(process.execPath, ['--version'])
  await new Promise((resolve) => deadProcess.on('close', resolve))
  const lock = join(root, 'node_modules/.parley-installing')
  mkdirSync(lock, { recursive: true })
  writeFileSync(join(lock, String(deadProcess.pid)), '')
  const { code } = await ensure(root)
  assert.equal(code, 0)
  assert.deepEqual(readNpmCalls(root), [install])
  assert.equal(existsSync(lock), false)
})

test('a failure of npm passes its exit code on, and the next start retries', async (t) => {
  const root = freshClone(t)
  const { code, output } = await ensure(root, { NPM_FAILS: '7' })
  assert.equal(code, 7)
  assert.match(output, /npm install failed with code 7/)
  assert.equal((await ensure(root)).code, 0)
})

test('a lock file that npm changed is reported, kept, and counts as installed', async (t) => {
  const root = freshClone(t)
  assert.match((await ensure(root, { LOCK_BECOMES: '{ "by": "npm" }' })).output, /changed package-lock\.json/)
  assert.equal(readFileSync(join(root, 'package-lock.json'), 'utf8'), '{ "by": "npm" }')
  assert.deepEqual(await ensure(root), { code: 0, output: '' })
})

test('one more attempt builds a Node binary that npm did not install', async (t) => {
  const root = freshClone(t)
  assert.equal((await ensure(root, { NODE_BY: 'rebuild' })).code, 0)
  assert.deepEqual(readNpmCalls(root), [install, rebuild])
})

test('if the Node binary stays missing, a sentence says what to do', async (t) => {
  const root = freshClone(t)
  const { code, output } = await ensure(root, { NODE_BY: 'nothing' })
  assert.equal(code, 1)
  assert.match(output, /runs on Node 24.+run `npm rebuild node --ignore-scripts=false`/)
})

test('a production install adds its development tools on demand and keeps them', async (t) => {
  const root = freshClone(t)
  const production = { NODE_ENV: 'production' }
  for (const env of [production, production, {}, production, {}]) await ensure(root, env)
  assert.deepEqual(readNpmCalls(root), [install, install])
})

/** A stand-in for the installation: its Node prints what it is asked to run. */
const npmThatInstallsNode = `
import { mkdirSync, writeFileSync } from 'node:fs'
mkdirSync('node_modules/.bin', { recursive: true })
writeFileSync('node_modules/.bin/node', '#!/bin/sh\\necho brought: "$@"\\n', { mode: 0o755 })
`

test('the first npm start of a fresh clone runs everything on the Node version that the installation brought', async (t) => {
  const scripts = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  const root = createTree({ 'package.json': scripts, 'tools/ensure-installed.mjs': npmThatInstallsNode })
  t.after(() => rmSync(root, { recursive: true, force: true }))
  const { PATH = '' } = process.env
  const pathWithoutNode = PATH.split(':').filter((folder) => !folder.includes('node_modules'))
  const { stdout } = await promisify(execFile)('npm', ['start', '--silent'], {
    cwd: root,
    env: { HOME: root, PATH: [...pathWithoutNode, dirname(process.execPath)].join(':') },
  })
  assert.deepEqual(stdout.trim().split('\n'), ['brought: console/build.ts', 'brought: server/src/main.ts'])
})
