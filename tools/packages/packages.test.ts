// Own process: installs packages and runs programs for half a minute.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { testInCompleteRun } from '@parley/test-kit'
import { createTestApp } from '../../server/src/testing/app.ts'
import { collectModules, rewriteSpecifiers } from './module-graph.ts'
import { packAll, type Tarball } from './pack-all.ts'
import { changelogSection, findReleaseProblems } from './release-checks.ts'

const root = join(import.meta.dirname, '../..')
const scratch = mkdtempSync(join(tmpdir(), 'parley-packages-'))
after(() => rmSync(scratch, { recursive: true }))
const execute = promisify(execFile)

/** The Node of the machine, without the one that npm installed here, and that one. */
const pathOfMachine = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
const machineNode = pathOfMachine.map((folder) => join(folder, 'node')).find((file) => existsSync(file))
const nodes = [...new Set([machineNode, process.execPath])].filter((one) => one !== undefined)

const customer = `
import { type OutboundMessage } from '@parley/amf'
import { channels } from '@parley/amf/channels'
import { editDistance } from '@parley/findings'
import { createBot, message, Parley, type Schema } from '@parley/sdk'

const parley = new Parley({ url: process.env['PARLEY_URL'] ?? '', apiKey: process.env['PARLEY_KEY'] ?? '' })
const agents: { data: Schema<'Agent'>[] } = await parley.org(process.env['PARLEY_ORG'] ?? '').get('/agents')
const bot = createBot({
  signingSecret: 'a'.repeat(32),
  onError: () => {},
  onMessage: ({ message: { text } }): OutboundMessage => message(text ?? ''),
})
const refused = await bot.fetch(new Request('http://bot.test', { method: 'POST', body: '{}' }))
console.log(JSON.stringify([agents.data.length, refused.status, channels.includes('sms'), editDistance('ab', 'ac')]))
`
const strict = {
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
  ...{ noPropertyAccessFromIndexSignature: true, module: 'nodenext', target: 'es2022', outDir: 'out' },
  ...{ lib: ['es2023', 'dom', 'dom.iterable'], types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
}

async function installCustomer(tarballs: Tarball[]): Promise<string> {
  const folder = mkdtempSync(join(scratch, 'customer-'))
  writeFileSync(join(folder, 'package.json'), '{ "name": "customer", "private": true, "type": "module" }')
  writeFileSync(join(folder, 'app.ts'), customer)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: strict, files: ['app.ts'] }))
  const files = tarballs.filter(({ name }) => name !== '@parley/server').map(({ file }) => join(scratch, 'out', file))
  await execute('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...files], { cwd: folder })
  await execute(join(root, 'node_modules/.bin/tsc'), ['-p', folder])
  return folder
}

testInCompleteRun('a customer installs the tarballs, compiles strictly and runs on every Node', async () => {
  const tarballs = packAll(root, join(scratch, 'out'))
  const folder = await installCustomer(tarballs)
  for (const { name } of tarballs.filter((one) => one.name !== '@parley/server')) {
    const files = readdirSync(join(folder, 'node_modules', name), { recursive: true, encoding: 'utf8' })
    assert.deepEqual(
      files.filter((file) => /(?<!\.d)\.ts$/.test(file)),
      [],
      `${name} has no TypeScript sources`,
    )
  }
  const server = await createTestApp()
  const org = await server.org()
  const { key } = await server.key(org, ['agents:read'])
  const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  try {
    for (const node of nodes) {
      const env = { PATH: dirname(node), HOME: scratch, PARLEY_URL: address, PARLEY_ORG: org.id, PARLEY_KEY: key }
      const { stdout } = await execute(node, ['out/app.js'], { cwd: folder, env })
      assert.deepEqual(JSON.parse(stdout).slice(1), [401, true, 1], node)
      const parley = join(folder, 'node_modules/.bin/parley')
      const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
      assert.equal((await execute(node, [parley, '--version'], { env })).stdout.trim(), version)
      await assert.rejects(execute(node, [parley, 'start'], { cwd: folder, env }), /npx @parley\/server/)
    }
  } finally {
    await server.app.close()
  }
})

test('specifiers of sources are rewritten, those of packages and texts stay', () => {
  const entry = 'packages/findings/src/index.ts'
  const modules = collectModules(root, [entry], () => undefined)
  assert.ok(modules.has('packages/findings/src/finding.ts'))
  const module = modules.get(entry)
  assert.ok(module)
  const rewritten = rewriteSpecifiers(module, module.text, (target) => target.replace('.ts', '.js'))
  assert.match(rewritten, /from 'packages\/findings\/src\/finding\.js'/)
  assert.doesNotMatch(rewritten, /\.ts'/)
})

test('a release needs one version, a section of the changelog and a repository', () => {
  const changes = changelogSection('# Changelog\n\n## 0.2.0\n\nNew\n\n## 0.1.0\n\nOld\n', '0.2.0')
  assert.equal(changes, '## 0.2.0\n\nNew')
  const repository = { name: 'parley', version: '0.2.0', repository: { url: 'https://example.com' } }
  assert.deepEqual(findReleaseProblems([repository, { name: 'a', version: '0.2.0' }], changes), [])
  const problems = findReleaseProblems(
    [
      { name: 'parley', version: '0.3.0' },
      { name: 'a', version: '0.2.0' },
    ],
    undefined,
  )
  assert.equal(problems.length, 3)
})
