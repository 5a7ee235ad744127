import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { withTree } from '../testing/test-checkout.ts'
import { packagePlans } from './plans.ts'
import { changelogSection, listOpenPoints, readGitState } from './release.ts'
import { buildSbom, isPermissive, type LockFile, type SbomComponent } from './sbom.ts'

const root = join(import.meta.dirname, '../..')

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
