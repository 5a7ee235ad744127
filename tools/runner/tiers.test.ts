import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isSlow, readDurations } from './report.ts'
import { findTestFiles } from './test-files.ts'

const root = join(import.meta.dirname, '../..')
const testFiles = findTestFiles(root)
const durations = readDurations()
const quick = testFiles.filter((file) => !isSlow(file, durations)).map(({ file }) => file)

const foldersIn = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [`${path}/${entry.name}/`] : [],
  )

for (const folder of [
  ...foldersIn('server/src/domains'),
  ...foldersIn('packages'),
  ...foldersIn('console/src/features'),
])
  test(`the quick run tests ${folder}`, () => assert.ok(quick.some((file) => file.startsWith(folder))))

for (const [description, file] of [
  ['every route in the access matrix', 'server/src/access-matrix.test.ts'],
  ['the upgrade from the first schema', 'server/src/upgrade.test.ts'],
  ['a kill -9', 'server/src/domains/outreach/sends/kills.test.ts'],
  ['a round of fuzz', 'fuzz/routes.test.ts'],
] as const)
  test(`the quick run tests ${description}`, () => assert.ok(quick.includes(file)))

test('the quick run plays one scenario of each console feature', () => {
  const features = testFiles
    .filter(({ file }) => /^e2e\/console\/(?!tour\.|budget\.)/.test(file))
    .map(({ file }) => file)
  assert.deepEqual(
    features.filter((file) => !quick.includes(file)),
    [],
  )
  for (const file of features)
    assert.match(readFileSync(join(root, file), 'utf8'), /^(?:test\(| {2}const defineTest = )/m, file)
})
