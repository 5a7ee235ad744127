// Own process: installs packages and runs programs for half a minute.
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { testInCompleteRun } from '@parley/test-kit'
import { createTestApp } from '../../server/src/testing/app.ts'
import { createFirstDatabase, firstDatabaseKey, firstDatabaseSecret } from '../../server/src/testing/first-database.ts'
import { callParley, createScratchFolder, startParleyProcess } from '../../server/src/testing/process.ts'
import { collectModules, rewriteSpecifiers } from './module-graph.ts'
import type { Tarball } from './pack-all.ts'
import { packagePlans } from './plans.ts'
import { prepareRelease, type Release } from './release.ts'
import { isPermissive } from './sbom.ts'

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

/** Prepared once: it takes as long as the tests of it together. */
let prepared: Release | undefined
const prepareOnce = (): Release => {
  prepared ??= prepareRelease(root, join(scratch, 'out'), '## 0.0.0\n\nNothing')
  return prepared
}
const readOut = (file: string) => readFileSync(join(scratch, 'out', file), 'utf8')
const digestOfFile = (file: string) =>
  createHash('sha256')
    .update(readFileSync(join(scratch, 'out', file)))
    .digest('hex')

testInCompleteRun('a release has tarballs of all packages, and the digests of every file', () => {
  const { tarballs } = prepareOnce()
  assert.deepEqual(
    tarballs.map(({ name }) => name),
    packagePlans.map(({ name }) => name),
  )
  const sums = new Map(
    readOut('SHA256SUMS')
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('  ').reverse() as [string, string]),
  )
  assert.deepEqual(
    [...sums.keys()],
    [...tarballs.map(({ file }) => file), 'sbom.cdx.json', 'provenance.json', 'CHANGES.md'],
  )
  for (const [file, sum] of sums) assert.equal(sum, digestOfFile(file), file)
})

testInCompleteRun('the provenance of a release names the commit, the builder and the digests', () => {
  const { tarballs } = prepareOnce()
  const { _type, predicateType, subject, predicate } = JSON.parse(readOut('provenance.json'))
  assert.deepEqual([_type, predicateType], ['https://in-toto.io/Statement/v1', 'https://slsa.dev/provenance/v1'])
  const expected = [...tarballs.map(({ file }) => file), 'sbom.cdx.json']
  assert.deepEqual(
    subject,
    expected.map((name) => ({ name, digest: { sha256: digestOfFile(name) } })),
  )
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const [source, lock] = predicate.buildDefinition.resolvedDependencies
  assert.deepEqual(source.digest, { gitCommit: commit })
  assert.equal(
    lock.digest.sha256,
    createHash('sha256')
      .update(readFileSync(join(root, 'package-lock.json')))
      .digest('hex'),
  )
  assert.match(predicate.runDetails.builder.id, /^(urn|https):/)
  assert.equal(predicate.runDetails.builder.version.node, process.versions.node)
})

type NpmSbom = { components: { purl: string }[] }

testInCompleteRun('the SBOM of a release has every production dependency, each under a permissive license', () => {
  const { sbom, problems } = prepareOnce()
  assert.deepEqual(problems, [])
  assert.deepEqual(JSON.parse(readOut('sbom.cdx.json')), sbom)
  const purls = new Set(sbom.components.map(({ purl }) => purl))
  // npm's own reading of the lock file is the measure for what is installed with the tarballs.
  const workspaces = packagePlans.map(({ workspace }) => `--workspace=${workspace}`)
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 1e8, stdio: 'pipe' } as const
  const args = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only', ...workspaces]
  const { components } = JSON.parse(execFileSync('npm', args, options)) as NpmSbom
  const installed = components
    .map(({ purl }) => purl.split('?')[0] ?? '')
    .filter((purl) => !purl.includes('%40parley/'))
  assert.ok(installed.length > 100, `${installed.length} packages`)
  assert.deepEqual(
    installed.filter((purl) => !purls.has(purl)),
    [],
  )
  for (const name of ['react', '%40mantine/core', 'libphonenumber-js', 'zod', 'fastify'])
    assert.ok(
      [...purls].some((purl) => purl.startsWith(`pkg:npm/${name}@`)),
      name,
    )
  for (const name of ['vite', 'typescript', 'fast-check', 'axe-core', 'autocannon'])
    assert.ok(![...purls].some((purl) => purl.startsWith(`pkg:npm/${name}@`)), `${name} is not shipped`)
  for (const component of sbom.components) {
    assert.ok(isPermissive(component), component.purl)
    assert.ok(component.version !== '', component.purl)
  }
  const refs = new Set([sbom.metadata.component['bom-ref'], ...purls])
  for (const { ref, dependsOn } of sbom.dependencies) {
    assert.ok(refs.has(ref), ref)
    for (const dependency of dependsOn) assert.ok(refs.has(dependency), dependency)
  }
})

testInCompleteRun('a customer installs the tarballs, compiles strictly and runs on every Node', async () => {
  const { tarballs } = prepareOnce()
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

/** The steps of the image: what it installs, its environment and its command. */
function readDockerfile(): { install: string; env: Record<string, string>; command: string } {
  const text = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')
  const [packing = '', install = ''] = [...text.matchAll(/^RUN (.*)$/gm)].map(([, step]) => step ?? '')
  assert.match(packing, /^node tools\/ensure-installed\.mjs && npm run --silent pack:all -- \/opt\/packed$/)
  const [, command = ''] = /^CMD \["(.*)"\]$/m.exec(text) ?? []
  const [, env = ''] = /^ENV (.*)$/m.exec(text) ?? []
  return { install, env: Object.fromEntries(env.split(' ').map((pair) => pair.split('='))), command }
}

function sizeOfFolder(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return entries.reduce((sum, entry) => sum + lstatSync(join(folder, entry)).size, 0)
}

testInCompleteRun('the image runs the whole product from the tarballs, in at most 250 MB', async () => {
  prepareOnce()
  const { install, env, command } = readDockerfile()
  const folder = join(scratch, 'image')
  mkdirSync(folder)
  // The cache of npm stays: here it belongs to the machine.
  const steps = install.replaceAll('/opt/packed', join(scratch, 'out')).replace(/ && npm cache clean --force$/, '')
  await execute('sh', ['-c', steps], { cwd: folder, env: { ...process.env, npm_config_prefer_offline: 'true' } })
  const modules = join(folder, 'node_modules')
  const bytes = sizeOfFolder(modules)
  assert.ok(bytes < 250e6, `the installation has ${Math.round(bytes / 1e6)} MB`)
  for (const name of ['vite', 'typescript', 'playwright-core', '@biomejs/biome'])
    assert.equal(existsSync(join(modules, name)), false, `${name} is not installed`)

  const { DATA_DIR: _, HOST: __, ...settings } = env
  const program = join(folder, command)
  const DATA_DIR = join(createScratchFolder(), 'data')
  const first = await startParleyProcess({ ...settings, DATA_DIR }, { program })
  const { apiKey, agent } = first.credentials()
  const page = await (await fetch(`${first.origin}/`)).text()
  const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(page) ?? []
  assert.equal((await fetch(new URL(script, first.origin))).status, 200, 'the console is built')
  for (const path of ['/docs', '/openapi.json']) assert.equal((await fetch(`${first.origin}${path}`)).status, 200, path)
  assert.equal((await fetch(`${first.gateway}/webchat.js`)).status, 200, 'the web chat is built')
  const read = (origin: string) => callParley({ origin, token: apiKey }, 'GET', `/orgs/demo/agents/${agent}/playbooks`)
  const { body } = await read(first.origin)
  assert.equal(await first.end(), 0)
  const second = await startParleyProcess({ ...settings, DATA_DIR }, { program })
  assert.deepEqual((await read(second.origin)).body, body)

  const old = await createFirstDatabase()
  const upgraded = await startParleyProcess(
    {
      ...settings,
      ...{ DATABASE_URL: old, SECRET_KEY: firstDatabaseSecret, DEMO: 'off' },
      DATA_DIR: join(createScratchFolder(), 'data'),
    },
    { program },
  )
  const { data = [] } = (
    await callParley({ origin: upgraded.origin, token: firstDatabaseKey }, 'GET', '/orgs/harbour/agents')
  ).body
  assert.deepEqual(data.map(({ id }) => id).sort(), ['crane', 'desk'], 'a database of the first release is upgraded')
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
