import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pinLocation } from './server-bundle.ts'

/** The bundle of the server that tests start finds the files of the sources. */

test('a module knows the location of its source', () => {
  assert.equal(
    pinLocation("readFileSync(new URL('../package.json', import.meta.url))", '/parley/server/src/main.ts'),
    'readFileSync(new URL(\'../package.json\', "file:///parley/server/src/main.ts"))',
  )
  assert.equal(pinLocation('join(import.meta.dirname)', '/parley/server/src/main.ts'), 'join("/parley/server/src")')
})

test('a CommonJS module knows its folder and file', () => {
  assert.equal(
    pinLocation('join(__dirname)', '/parley/node_modules/one/index.js'),
    'var __dirname = "/parley/node_modules/one", __filename = "/parley/node_modules/one/index.js";join(__dirname)',
  )
})

test('a module that does not ask for its location stays as it is', () => {
  assert.equal(pinLocation('export const one = 1', '/parley/one.ts'), 'export const one = 1')
})
