import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatViolation as describeViolation, findViolations } from './boundaries.ts'
import { withTree } from './testing/test-checkout.ts'

const buildManifest = (name: string, fields = {}) =>
  JSON.stringify({ name: `@parley/${name}`, exports: './src/index.ts', ...fields })
const workspace = {
  'packages/findings/package.json': buildManifest('findings'),
  'packages/amf/package.json': buildManifest('amf', { dependencies: { micromark: '4' } }),
  'packages/flow/package.json': buildManifest('flow'),
  'packages/sdk/package.json': buildManifest('sdk'),
  'packages/strange/package.json': buildManifest('strange'),
}

function findRefusals(files: Record<string, string>): string[] {
  return withTree({ ...workspace, ...files }, (root) => findViolations(root).map(describeViolation))
}

type Case = [file: string, source: string]
const orgs = 'server/src/domains/orgs'
const agents = 'server/src/domains/agents'
const people = 'server/src/domains/people'

const refusedCases: [rule: string, why: RegExp, cases: Case[]][] = [
  [
    'a package that imports one to its right',
    /left never imports right/,
    [
      ['packages/findings/src/a.ts', `import { a } from '@parley/amf'`],
      ['packages/amf/src/a.ts', `import type { A } from '@parley/flow'`],
      ['packages/amf/src/a.test.ts', `import { a } from '@parley/flow'`],
    ],
  ],
  [
    'a package that stands on sdk',
    /depends on sdk/,
    [['packages/flow/src/a.ts', `import type { A } from '@parley/sdk'`]],
  ],
  ['values of a package in sdk', /import type/, [['packages/sdk/src/a.ts', `import { a } from '@parley/amf'`]]],
  [
    'a package outside the order',
    /not in the package order/,
    [['packages/strange/src/a.ts', `import { a } from '@parley/amf'`]],
  ],
  [
    'a node module in a package',
    /pure/,
    [
      ['packages/amf/src/a.ts', `import { readFileSync } from 'node:fs'`],
      ['packages/amf/src/b.ts', `import type { Server } from 'http'`],
    ],
  ],
  [
    'what is there for tests in a package',
    /testing folder/,
    [['packages/amf/src/a.ts', `import { a } from './testing/a.ts'`]],
  ],
  ['a package.json that lacks it', /lists/, [['packages/amf/src/a.ts', `import { z } from 'zod'`]]],
  [
    'a package imported by a path',
    /by its name/,
    [
      ['packages/flow/src/a.ts', `import { a } from '../../amf/src/a.ts'`],
      [`${orgs}/a.ts`, `import { a } from '../../../../packages/amf/src/a.ts'`],
    ],
  ],
  [
    'server code in a package',
    /left never/,
    [['packages/amf/src/a.ts', `import '../../../server/src/platform/world.ts'`]],
  ],
  [
    'a domain in the platform',
    /must not depend on a domain/,
    [['server/src/platform/a.ts', `import '../domains/orgs/index.ts'`]],
  ],
  [
    'a domain in a test of the platform',
    /must not depend on a domain/,
    [['server/src/platform/a.test.ts', `import '../domains/orgs/index.ts'`]],
  ],
  ['app.ts in a domain', /left never/, [[`${orgs}/a.ts`, `import type { App } from '../../app.ts'`]]],
  ['app.ts in one of its parts', /left never/, [['server/src/banner.ts', `import './app.ts'`]]],
  ['a part of main.ts in a domain', /left never/, [[`${orgs}/a.ts`, `import '../../banner.ts'`]]],
  ['main.ts in app.ts', /left never/, [['server/src/app.ts', `import './main.ts'`]]],
  [
    'testing outside of tests',
    /only tests, tools and bench/,
    [
      [`${orgs}/a.ts`, `import { a } from '../../testing/database.ts'`],
      ['server/src/app.ts', `import { a } from './testing/database.ts'`],
    ],
  ],
  [
    'the configuration outside of app.ts and main.ts',
    /only app.ts, main.ts, their parts and tests/,
    [
      ['server/src/platform/a.ts', `import type { Config } from '../config.ts'`],
      [`${orgs}/a.ts`, `import { config } from '../../config.ts'`],
      ['bench/a.ts', `import { config } from '../server/src/config.ts'`],
    ],
  ],
  [
    'another domain past its index.ts',
    /through its index.ts/,
    [
      [`${agents}/a.ts`, `import { a } from '../orgs/members.ts'`],
      [`${agents}/a.test.ts`, `import { a } from '../orgs/queries.ts'`],
      ['server/src/app.ts', `import { a } from './domains/orgs/routes.ts'`],
      ['tools/a.ts', `import { a } from '../server/src/domains/orgs/queries.ts'`],
      ['server/src/domains/webhooks/a.ts', `import { a } from '../orgs/members.ts'`],
    ],
  ],
  [
    'a domain to the right, or beside',
    /left of or level with/,
    [
      [`${orgs}/a.ts`, `import { a } from '../agents/index.ts'`],
      [`${orgs}/b.ts`, `import type { A } from '../catalogs/index.ts'`],
      ['server/src/domains/channels/a.ts', `import { a } from '../knowledge/index.ts'`],
      ['server/src/domains/regression/a.ts', `import { a } from '../webhooks/index.ts'`],
      ['server/src/domains/lab/a.ts', `import { a } from '../agents/index.ts'`],
      ['server/src/domains/campaigns/a.ts', `import { a } from '../emulator/index.ts'`],
    ],
  ],
  [
    'a domain outside the order',
    /not in the domain order/,
    [['server/src/domains/strange/a.ts', `import '../orgs/index.ts'`]],
  ],
  [
    'the database outside of queries.ts',
    /only queries.ts uses the database/,
    [
      [`${orgs}/members.ts`, `import { sql } from 'kysely'`],
      [`${orgs}/routes.ts`, `import type { Selectable } from 'kysely'`],
      [`${orgs}/worker.ts`, `import { runPrepared } from '../../platform/db/prepared.ts'`],
    ],
  ],
  [
    'HTTP outside of routes.ts',
    /only routes.ts uses HTTP/,
    [
      [`${orgs}/members.ts`, `import { agentRoute } from '../../platform/http/route.ts'`],
      [`${orgs}/queries.ts`, `import type { FastifyRequest } from 'fastify'`],
    ],
  ],
  [
    'work rows outside of worker.ts',
    /only worker.ts uses work rows/,
    [
      [`${orgs}/members.ts`, `import { claim } from '../../platform/work/claim.ts'`],
      [`${orgs}/queries.ts`, `import type { Lane } from '../../platform/work/lane.ts'`],
    ],
  ],
  [
    'the server in console, webchat and cli',
    /only through @parley\/sdk/,
    [
      ['console/src/a.tsx', `import type { A } from '../../server/src/app.ts'`],
      ['webchat/src/a.ts', `import { a } from '../../server/src/platform/world.ts'`],
      ['cli/a.mjs', `import { a } from '../server/src/domains/orgs/index.ts'`],
    ],
  ],
  ['a file that stands nowhere', /is in no layer/, [['server/src/utils/text.ts', `import 'node:fs'`]]],
]

for (const [rule, reasonPattern, cases] of refusedCases) {
  test(`the check refuses ${rule}`, () => {
    for (const [file, source] of cases) {
      const refusals = findRefusals({ [file]: source })
      assert.equal(refusals.length, 1, `${file}: ${source}\n${refusals.join('\n')}`)
      assert.ok(refusals[0]?.startsWith(`${file}:1  imports `), refusals[0])
      assert.match(refusals[0] ?? '', reasonPattern)
    }
  })
}

const allowed: [what: string, cases: Case[]][] = [
  [
    'a package that imports those to its left, and what it lists',
    [
      ['packages/flow/src/a.ts', `import { a } from '@parley/amf'\nimport { b } from '@parley/findings'`],
      ['packages/amf/src/a.ts', `import { micromark } from 'micromark'\nimport { b } from './b.ts'`],
      ['packages/sdk/src/a.ts', `import type { Message } from '@parley/amf'`],
      ['packages/amf/src/a.test.ts', `import { test } from 'node:test'\nimport fc from 'fast-check'`],
      ['packages/amf/src/testing/a.ts', `import fc from 'fast-check'`],
      ['packages/amf/src/b.test.ts', `import { a } from './testing/a.ts'`],
    ],
  ],
  [
    'a domain that uses the index.ts of one to its left',
    [
      [`${people}/a.ts`, `import { a } from '../agents/index.ts'\nimport { b } from '../orgs/index.ts'`],
      ['server/src/domains/lab/a.ts', `import { a } from '../runtime/index.ts'`],
      ['server/src/domains/emulator/a.ts', `import { a } from '../agents/index.ts'`],
      ['server/src/domains/webhooks/a.ts', `import { a } from '../regression/index.ts'`],
    ],
  ],
  [
    'a domain file that keeps to its role',
    [
      [`${orgs}/queries.ts`, `import { sql } from 'kysely'\nimport { a } from '../../platform/db/database.ts'`],
      [`${orgs}/queries/members.ts`, `import { sql } from 'kysely'`],
      [`${agents}/drafts/queries.ts`, `import { sql } from 'kysely'`],
      [`${orgs}/routes.ts`, `import { agentRoute } from '../../platform/http/route.ts'`],
      [`${orgs}/worker.ts`, `import { claim } from '../../platform/work/claim.ts'`],
      [`${orgs}/members.ts`, `import type { Db } from '../../platform/db/database.ts'`],
      [`${orgs}/verify.ts`, `import { inTransaction } from '../../platform/db/transaction.ts'`],
      [`${orgs}/roles.ts`, `import { problem } from '../../platform/http/problem.ts'`],
      [`${orgs}/names.ts`, `import { name } from '../../platform/http/schemas.ts'`],
      [`${orgs}/clock.ts`, `import { realWorld } from '../../platform/world.ts'\nimport { a } from '@parley/amf'`],
    ],
  ],
  [
    'a test that sees the inside of its own domain, and others by their index.ts',
    [
      [`${orgs}/a.test.ts`, `import { sql } from 'kysely'\nimport { testDatabase } from '../../testing/database.ts'`],
      [`${orgs}/b.test.ts`, `import { a } from '../people/index.ts'\nimport { config } from '../../config.ts'`],
    ],
  ],
  [
    'what stands on the right',
    [
      ['server/src/app.ts', `import { a } from './domains/orgs/index.ts'\nimport { config } from './config.ts'`],
      ['server/src/main.ts', `import { a } from './app.ts'\nimport { config } from './config.ts'`],
      ['server/src/main.ts', `import { print } from './banner.ts'`],
      ['server/src/banner.ts', `import { config } from './config.ts'\nimport { a } from './domains/orgs/index.ts'`],
      ['server/src/platform/http/a.test.ts', `import { a } from '../../app.ts'`],
      ['server/src/boot.test.ts', `import { a } from './app.ts'`],
      ['server/src/testing/a.ts', `import { a } from '../domains/orgs/queries.ts'\nimport '../config.ts'`],
      ['bench/a.ts', `import { a } from '../server/src/testing/database.ts'\nimport '../server/src/app.ts'`],
      ['e2e/a.ts', `import { a } from '../server/src/testing/database.ts'`],
      ['tools/a.ts', `import { a } from '../server/src/testing/database.ts'`],
      ['console/src/a.tsx', `import { client } from '@parley/sdk'\nimport { a } from '@parley/amf'`],
    ],
  ],
]

for (const [description, cases] of allowed) {
  test(`the check allows ${description}`, () => {
    for (const [file, source] of cases) assert.deepEqual(findRefusals({ [file]: source }), [], file)
  })
}

test('the check refuses a cycle between files and prints it', () => {
  const refusals = findRefusals({
    'packages/amf/src/a.ts': `import './b.ts'`,
    'packages/amf/src/b.ts': `\nexport { c } from './c.ts'`,
    'packages/amf/src/c.ts': `const a = () => import('./a.ts')`,
    'packages/amf/src/d.ts': `import './a.ts'`,
  })
  const cyclePath = ['a', 'b', 'c', 'a'].map((name) => `packages/amf/src/${name}.ts`).join(' → ')
  assert.equal(refusals.length, 1)
  assert.ok(refusals[0]?.includes(`the cycle ${cyclePath};`), refusals[0])
})

test('the check allows two files that import only types from each other', () => {
  const files = {
    'packages/amf/src/a.ts': `import type { B } from './b.ts'`,
    'packages/amf/src/b.ts': `import { a } from './a.ts'`,
  }
  assert.deepEqual(findRefusals(files), [])
})

test('the check prints one line for each import, with its line number', () => {
  const source = `// reads the clock\nimport { now } from '../../platform/world.ts'\nimport { sql } from 'kysely'\n`
  const expectedMessage = 'inside a domain only queries.ts uses the database; move this to orgs/queries.ts'
  assert.deepEqual(findRefusals({ [`${orgs}/a.ts`]: source }), [`${orgs}/a.ts:3  imports kysely — ${expectedMessage}`])
})
