// Own process: installs packages and runs programs for half a minute.
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { testInCompleteRun } from '@parley/test-kit'
import { createTestApp } from '../../server/src/testing/app.ts'
import { withTree } from '../testing/test-checkout.ts'
import { collectModules, rewriteSpecifiers } from './module-graph.ts'
import type { Tarball } from './pack-all.ts'
import { packagePlans } from './plans.ts'
import { changelogSection, listOpenPoints, prepareRelease, type Release, readGitState } from './release.ts'
import { buildSbom, isPermissive, type LockFile, type SbomComponent } from './sbom.ts'

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

test('a section of the changelog belongs to exactly one version', () => {
  const changelog = '# Changelog\n\n## 0.2.0, in progress\n\nNew\n\n## [0.1.0] 2026-11-16\n\nOld\n'
  assert.equal(changelogSection(changelog, '0.2.0'), '## 0.2.0, in progress\n\nNew')
  assert.equal(changelogSection(changelog, '0.1.0'), '## [0.1.0] 2026-11-16\n\nOld')
  for (const version of ['0.2', '0.2.0-beta.1', '0.3.0', ''])
    assert.equal(changelogSection(changelog, version), undefined)
  const open = listOpenPoints({ name: 'parley', version: '0.2.0' }, '## 0.2.0, in progress')
  assert.match(open.join(), /by the date.*"repository"/)
})

/** What a release reads. */
const releaseFiles: Record<string, string> = Object.fromEntries([
  ...['.', ...packagePlans.map(({ workspace }) => workspace)].map((workspace) => [
    join(workspace, 'package.json'),
    JSON.stringify({ name: workspace, version: '0.2.0' }),
  ]),
  ['CHANGELOG.md', '## 0.2.0\n\nNew\n'],
])

type Git = (...args: string[]) => string

function withCheckout(files: Record<string, string>, run: (folder: string, git: Git) => void): void {
  withTree({ ...releaseFiles, ...files }, (folder) => {
    const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
    const git: Git = (...args) =>
      execFileSync('git', [...author, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
    git('init', '--quiet')
    git('add', '--all')
    git('commit', '--quiet', '--message', 'Begin')
    run(folder, git)
  })
}

type Refusal = { status: number; stdout: string; stderr: string }

function runDryRun(folder: string): Refusal {
  try {
    const args = [join(root, 'tools/release.ts'), '--dry-run', '--root', folder]
    return { status: 0, stdout: execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' }), stderr: '' }
  } catch (error) {
    return error as Refusal
  }
}

test('a dry run refuses a changed tree, a version that the changelog lacks, and two versions, and builds nothing', () => {
  const refused: [files: Record<string, string>, message: RegExp][] = [
    [{ 'CHANGELOG.md': '## 0.1.0\n\nOld\n' }, /Refused: CHANGELOG\.md has no section for 0\.2\.0/],
    [
      { 'cli/package.json': '{ "name": "cli", "version": "0.1.0" }' },
      /Refused: cli has the version 0\.1\.0: set it to 0\.2\.0/,
    ],
  ]
  for (const [files, message] of refused) {
    withCheckout(files, (folder) => {
      const { status, stderr, stdout } = runDryRun(folder)
      assert.deepEqual([status, stdout], [1, ''])
      assert.match(stderr, message)
      assert.equal(existsSync(join(folder, 'dist')), false)
    })
  }
  withCheckout({}, (folder, git) => {
    assert.deepEqual(readGitState(folder), { commit: git('rev-parse', 'HEAD').trim(), changedFiles: [] })
    writeFileSync(join(folder, 'CHANGELOG.md'), '## 0.2.0\n\nNewer\n')
    writeFileSync(join(folder, 'new.ts'), '')
    const { status, stderr } = runDryRun(folder)
    assert.equal(status, 1)
    assert.match(
      stderr,
      /Refused: The tree has changes that no commit has \(CHANGELOG\.md, new\.ts\): commit, stash or remove/,
    )
  })
})

test('outside a Git checkout a dry run says what it needs', () => {
  withTree(releaseFiles, (folder) => {
    const { status, stderr } = runDryRun(folder)
    assert.equal(status, 1)
    assert.match(stderr, /Refused: A release is made from a Git checkout/)
  })
})

const sha512 = `sha512-${Buffer.from('x'.repeat(64)).toString('base64')}`
const smallLock: LockFile = {
  packages: {
    '': {},
    server: {
      dependencies: { a: '1.0.0', '@parley/amf': '*', vite: '8.0.0' },
      optionalDependencies: { absent: '1.0.0' },
    },
    'packages/amf': { dependencies: { '@scope/b': '2.0.0' } },
    'node_modules/@parley/amf': { link: true, resolved: 'packages/amf' },
    'node_modules/a': { version: '1.0.0', license: 'MIT', integrity: sha512, dependencies: { c: '^1.0.0' } },
    'node_modules/a/node_modules/c': { version: '1.0.0', license: '(MIT OR GPL-3.0-only)' },
    'node_modules/c': { version: '2.0.0', license: 'GPL-3.0-only' },
    'node_modules/@scope/b': {
      version: '2.0.0',
      license: 'ISC',
      peerDependencies: { a: '*', c: '*' },
      peerDependenciesMeta: { c: { optional: true } },
    },
    'node_modules/vite': { version: '8.0.0', license: 'MIT' },
    'node_modules/unused': { version: '1.0.0', license: 'MIT' },
  },
}

test('an SBOM follows dependencies as Node resolves them, and leaves out what is not shipped', () => {
  const subject = { name: 'parley', version: '0.2.0', workspaces: ['server'] }
  const sbom = buildSbom(smallLock, subject, { serialNumber: 'x', timestamp: '2030-01-31T09:00:00.000Z' })
  assert.deepEqual(
    sbom.components.map(({ purl, licenses }) => [purl, licenses[0]]),
    [
      ['pkg:npm/%40scope/b@2.0.0', { license: { id: 'ISC' } }],
      ['pkg:npm/a@1.0.0', { license: { id: 'MIT' } }],
      ['pkg:npm/c@1.0.0', { expression: '(MIT OR GPL-3.0-only)' }],
    ],
  )
  assert.deepEqual(sbom.components[1]?.hashes, [
    { alg: 'SHA-512', content: Buffer.from('x'.repeat(64)).toString('hex') },
  ])
  assert.deepEqual([sbom.components[0]?.group, sbom.components[0]?.name], ['@scope', 'b'])
  assert.deepEqual(
    new Map(sbom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn])),
    new Map([
      ['pkg:npm/parley@0.2.0', ['pkg:npm/%40scope/b@2.0.0', 'pkg:npm/a@1.0.0']],
      ['pkg:npm/%40scope/b@2.0.0', ['pkg:npm/a@1.0.0']],
      ['pkg:npm/a@1.0.0', ['pkg:npm/c@1.0.0']],
      ['pkg:npm/c@1.0.0', []],
    ]),
  )
})

test('a license is permissive if one alternative consists of permissive ones', () => {
  const withLicense = (...ids: string[]): Pick<SbomComponent, 'licenses'> => ({
    licenses: ids.map((expression) => ({ expression })),
  })
  for (const good of ['MIT', '(MIT OR GPL-3.0-only)', 'MIT AND ISC', '(AFL-2.1 OR BSD-3-Clause)'])
    assert.ok(isPermissive(withLicense(good)), good)
  for (const bad of ['GPL-3.0-only', 'MIT AND GPL-3.0-only', 'MPL-2.0', 'UNLICENSED', 'SEE LICENSE IN LICENSE'])
    assert.ok(!isPermissive(withLicense(bad)), bad)
  assert.ok(!isPermissive(withLicense()), 'none')
})
