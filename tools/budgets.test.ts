import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectParentSecrets, collectRegistrySecrets } from './budgets/leaks.ts'
import { formatBudgetFinding as describeFinding, findBudgetFindings } from './budgets.ts'
import { withTree } from './testing/test-checkout.ts'

const secrets = [
  ...collectRegistrySecrets('https://packages.corner.test/npm/'),
  ...collectParentSecrets('/home/ada/src'),
]

function findOverruns(files: Record<string, string>): string[] {
  return withTree(files, (root) => findBudgetFindings(root, secrets).map(describeFinding))
}

const lines = (count: number) => 'const a = 1\n'.repeat(count)
const buildExports = (count: number) => Array.from({ length: count }, (_, n) => `a${n}`).join(', ')
const queries = 'server/src/domains/orgs/queries.ts'
const index = 'server/src/domains/orgs/index.ts'
const deep = (depth: number) => `function f() {${'if (a) {'.repeat(depth)}${'}'.repeat(depth)}}`

type Case = [title: string, file: string, source: string]

const refusedCases: [...Case, says: RegExp][] = [
  ['a file of 401 lines', 'packages/amf/src/a.ts', lines(401), /a\.ts:401 {2}has 401 lines/],
  ['blocks nested four deep', 'cli/a.ts', deep(4), /nested 4 levels deep/],
  [
    'nesting in the tail of an else',
    'cli/a.ts',
    'if (a) {} else { for (;;) { try { while (b) { c() } } catch {} } }',
    /4 levels deep/,
  ],
  [
    'an index.ts with 21 exports',
    index,
    `export { ${buildExports(20)} } from './a.ts'\nexport const z = 1`,
    /exports 21/,
  ],
  ['an index.ts that exports all of a file', index, `export * from './a.ts'`, /export \*/],
  [
    'a query without the tenant',
    queries,
    'export function find(db: Db, id: string) {}',
    /find does not take the tenant/,
  ],
  ['a query that takes the tenant third', queries, 'function find(db: Db, id: string, org: OrgKey) {}', /second/],
  ['a query in an arrow', queries, 'export const find = async <T>(tx: Db): Promise<T> => {}', /find does not/],
  ['a query with the database last', queries, 'function find(org: OrgKey, db: Db) {}', /not as the first/],
  ['a query on something else', queries, 'function find(db: Kysely<Tables>, org: OrgKey) {}', /not a Db/],
  ['a query in a folder', 'server/src/domains/orgs/queries/a.ts', 'function find(db: Db) {}', /a\.ts:1 {2}find/],
  ['raw SQL', 'server/src/domains/orgs/a.ts', 'sql.raw(text)', /sql\.raw/],
  ['a comment left over', 'bench/a.ts', '/* one\n   TODO: two */', /a\.ts:2 {2}has a/],
  ['a comment left over in SQL', 'server/migrations/1.sql', 'select 1\n-- FIXME', /1\.sql:2/],
  ['a test that runs alone', 'cli/a.test.ts', `test.only('a', () => {})`, /\.only/],
  ['a test that is always skipped', 'cli/a.test.ts', `describe.skip('a', () => {})`, /\.skip/],
  ['a test that skips itself always', 'e2e/a.ts', `test('a', (t) => {\n  t.skip('later')\n})`, /a\.ts:2/],
  ['an option that skips always', 'cli/a.test.ts', `test('a', { skip: true }, () => {})`, /\.skip/],
  ['the name of the registry', 'docs/a.md', 'See https://packages.corner.test/npm/zod', /registry/],
  ['a folder of this machine', 'docs/a.md', 'cd /home/ada/src/parley', /a folder/],
  [
    'a package of another platform that the lock file lacks',
    'package-lock.json',
    JSON.stringify({ packages: { 'node_modules/a': { optionalDependencies: { 'a-darwin': '1.0.0' } } } }, null, 1),
    /json:3 .*a-darwin@1\.0\.0/,
  ],
  ['an address in the lock file', 'package-lock.json', '{\n "resolved": "https://a.test/a.tgz" }', /json:2/],
]

for (const [title, file, source, messagePattern] of refusedCases) {
  test(`the budgets refuse ${title}`, () => {
    const findings = findOverruns({ [file]: source })
    assert.equal(findings.length, 1, findings.join('\n'))
    assert.match(findings[0] ?? '', messagePattern)
  })
}

const allowed: Case[] = [
  ['a file of 400 lines', 'packages/amf/src/a.ts', lines(400)],
  ['a long test', 'packages/amf/src/a.test.ts', lines(900)],
  ['a long generated file', 'server/src/a.generated.ts', lines(900)],
  ['a long table of data', 'packages/amf/src/a.ts', `// data table: country codes\n${lines(900)}`],
  ['blocks nested three deep', 'cli/a.ts', deep(3)],
  [
    'an inner function, which counts by itself',
    'cli/a.ts',
    'if (a) { if (b) { if (c) { d(() => { if (e) { f() } }) } } }',
  ],
  ['a chain of else if', 'cli/a.ts', `if (a) {}${' else if (b) {}'.repeat(6)}`],
  ['objects in objects', 'cli/a.ts', 'const a = { b: { c: { d: { e: { f: {} } } } } }'],
  ['an index.ts with 20 exports', index, `export { ${buildExports(19)} } from './a.ts'\nexport type Z = 1`],
  ['many exports elsewhere', 'packages/amf/src/index.ts', `export { ${buildExports(30)} } from './a.ts'`],
  ['a query of an agent', queries, 'export async function find(db: Db, agent: AgentKey, id: string) {}'],
  ['a query of an organisation', queries, 'function find(tx: Db, orgId: string, map: Map<string, number>) {}'],
  [
    'a query whose comment says why',
    queries,
    '/** Claims due work. @serves all tenants */\nexport async function claim(db: Db) {}',
  ],
  ['a function that sees no database', queries, 'function toOrg(row: OrgRow): Org {}'],
  ['a function inside a query', queries, 'function find(db: Db, org: OrgKey) { function inner(db: Db) {} }'],
  ['raw SQL in the platform', 'server/src/platform/db/a.ts', 'sql.raw(text)'],
  ['the word in a string', 'cli/a.ts', `const a = 'TODO'`],
  ['a skip on a condition', 'cli/a.test.ts', `test('a', (t) => {\n  if (!browser) return t.skip('no browser')\n})`],
  ['a skip in a block', 'cli/a.test.ts', `test('a', (t) => {\n  if (!browser) {\n    t.skip()\n    return\n  }\n})`],
  ['an option on a condition', 'cli/a.test.ts', `test('a', { skip: !browser }, () => {})`],
  ['a method called skip', 'cli/a.test.ts', 'rows.skip(3)'],
  ['a host that only ends alike', 'docs/a.md', 'https://old-packages.corner.test.example'],
  ['a folder that only begins alike', 'docs/a.md', '/home/ada/srcs and ../home/ada/src'],
  [
    'a lock file with the packages of every platform, next to their dependent or above it',
    'package-lock.json',
    JSON.stringify({
      packages: {
        'node_modules/a/node_modules/b': { optionalDependencies: { c: '1', d: '1', e: '1' } },
        'node_modules/a/node_modules/b/node_modules/c': {},
        'node_modules/a/node_modules/d': {},
        'node_modules/e': {},
      },
    }),
  ],
  ['a lock file with links to its own folders', 'package-lock.json', '{ "resolved": "packages/amf", "link": true }'],
]

for (const [title, file, source] of allowed) {
  test(`the budgets allow ${title}`, () => {
    assert.deepEqual(findOverruns({ [file]: source }), [])
  })
}

const duplicates: [title: string, files: Record<string, string>, found: RegExp | undefined][] = [
  [
    'a name that two files export',
    { 'cli/a.ts': 'export const x = 1', 'cli/b.ts': 'export type x = 1' },
    /a\.ts:1 .*cli\/b/,
  ],
  [
    'an async function beside a class',
    { 'cli/a.ts': 'export async function X() {}', 'e2e/b.ts': 'export class X {}' },
    /X/,
  ],
  ['one name for a value and its type', { 'cli/a.ts': 'export const X = 1\nexport type X = 1' }, undefined],
  ['a schema alias', { 'cli/a.ts': 'export const X = 1', 'console/b.ts': "export type X = Schema<'X'>" }, undefined],
  [
    'an alias of another schema',
    { 'cli/a.ts': 'export const X = 1', 'console/b.ts': "export type X = Schema<'Y'>" },
    /X/,
  ],
  [
    'a family',
    {
      'console/src/i18n/en/a.ts': 'export const strings = {}',
      'console/src/i18n/en/b.ts': 'export const strings = {}',
    },
    undefined,
  ],
  ['a test', { 'cli/a.ts': 'export const x = 1', 'cli/a.test.ts': 'export const x = 1' }, undefined],
  ['a re-export', { 'cli/a.ts': 'export const x = 1', 'cli/b.ts': "export { x } from './a.ts'" }, undefined],
]
for (const [title, files, messagePattern] of duplicates) {
  test(`the budgets ${messagePattern ? 'refuse' : 'allow'} ${title}`, () => {
    const findings = findOverruns(files)
    assert.equal(findings.length, messagePattern ? 1 : 0, findings.join('\n'))
    if (messagePattern) assert.match(findings[0] ?? '', messagePattern)
  })
}

test('a parent folder with a short name matches only together with its own entries', () => {
  const [secret] = collectParentSecrets('/srv', ['parley', 'notes.d'])
  assert.match('open /srv/parley/README.md', secret?.pattern ?? /^$/)
  assert.doesNotMatch('open /srv/www and ./srv/parley and /srv/notes-d', secret?.pattern ?? /./)
})

test('a registry on the loopback address counts only with its port', () => {
  assert.deepEqual(collectRegistrySecrets('http://localhost/'), [])
  assert.match('http://localhost:4873/zod', collectRegistrySecrets('http://localhost:4873/')[0]?.pattern ?? /^$/)
})
