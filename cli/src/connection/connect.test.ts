import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Ending } from '../exit.ts'
import { settingsOf } from './connect.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-cli-'))
after(() => rmSync(folder, { recursive: true }))
const kept = { baseUrl: 'http://127.0.0.1:4711/v1', apiKey: 'sk-svc-kept', org: 'demo', agent: 'desk' }
mkdirSync(join(folder, 'data'))
writeFileSync(join(folder, 'data/credentials.json'), JSON.stringify(kept))
const bare = join(folder, 'elsewhere')

const here = { env: {}, folder }
const found = { url: 'http://127.0.0.1:4711', key: 'sk-svc-kept', org: 'demo', agent: 'desk' }

test('what the first start has kept here is used when nothing is said', () => {
  assert.deepEqual(settingsOf({}, here), found)
  assert.deepEqual(settingsOf({}, { env: { DATA_DIR: join(folder, 'data') }, folder: bare }), found)
})

test('an option goes before the environment, which goes before what is kept', () => {
  const env = { PARLEY_URL: 'https://one.example.com/', PARLEY_API_KEY: 'k1', PARLEY_ORG: 'o1', PARLEY_AGENT: 'a1' }
  const asked = { url: 'https://two.example.com/parley/v1', agent: 'a2' }
  assert.deepEqual(settingsOf({}, { env, folder }), {
    url: 'https://one.example.com',
    key: 'k1',
    org: 'o1',
    agent: 'a1',
  })
  const both = settingsOf(asked, { env, folder })
  assert.deepEqual(both, { url: 'https://two.example.com/parley', key: 'k1', org: 'o1', agent: 'a2' })
})

test('a key that is kept here is told to no other Parley', () => {
  assert.throws(
    () => settingsOf({ url: 'https://parley.example.com' }, here),
    /There is no API key: set PARLEY_API_KEY/,
  )
  assert.throws(() => settingsOf({ url: 'http://127.0.0.1:4712' }, here), /There is no API key/)
  assert.deepEqual(settingsOf({ url: 'http://localhost:4711' }, here), { ...found, url: 'http://localhost:4711' })
})

test('a key of one’s own is not told to an address that lies here with another key', () => {
  const unsaid = { url: 'http://127.0.0.1:4000', key: 'k1', org: undefined, agent: undefined }
  assert.deepEqual(settingsOf({}, { env: { PARLEY_API_KEY: 'k1' }, folder }), unsaid)
  assert.deepEqual(settingsOf({ key: 'k1' }, here), unsaid)
  assert.deepEqual(settingsOf({ key: 'k1', url: found.url }, here), { ...unsaid, url: found.url })
  assert.deepEqual(settingsOf({ key: found.key }, here), found)
})

test('in another org the agent that is kept here is not meant', () => {
  assert.equal(settingsOf({ org: 'other' }, here).agent, undefined)
})

test('without anything it is the Parley of this machine, and a key is asked for', () => {
  assert.equal(settingsOf({ key: 'k1' }, { env: {}, folder: bare }).url, 'http://127.0.0.1:4000')
  assert.throws(
    () => settingsOf({}, { env: {}, folder: bare }),
    (error) => error instanceof Ending && error.exit === 2,
  )
})

test('a key that cannot be sent and an address with a password are refused without being printed', () => {
  const refusals = [{ key: 'sec\nret' }, { key: 'sec ret' }, { url: 'http://me:secret@example.com' }, { url: 'secret' }]
  for (const asked of refusals) {
    const isSilent = (error: unknown) => error instanceof Ending && error.exit === 2 && !/sec/.test(error.message)
    assert.throws(() => settingsOf(asked, here), isSilent)
  }
})
