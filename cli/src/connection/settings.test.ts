import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { CommandError } from '../exit.ts'
import { readProfiles, writeProfile } from './profiles.ts'
import { resolveSettingsWithKey } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-cli-'))
after(() => rmSync(folder, { recursive: true }))
const saved = {
  ...{ baseUrl: 'http://127.0.0.1:4711/v1', gatewayUrl: 'http://127.0.0.1:4712/v4', apiKey: 'sk-svc-kept' },
  ...{ org: 'demo', agent: 'desk' },
}
mkdirSync(join(folder, 'data'))
writeFileSync(join(folder, 'data/credentials.json'), JSON.stringify(saved))
const bare = join(folder, 'elsewhere')
const home = join(folder, 'home')

const here = { env: {}, workingDirectory: folder, home: bare }
const found = {
  ...{ url: 'http://127.0.0.1:4711', key: 'sk-svc-kept', org: 'demo', agent: 'desk' },
  ...{ gatewayUrl: 'http://127.0.0.1:4712', from: 'data/credentials.json' },
}
const work = { url: 'https://work.example.com', key: 'sk-svc-work', org: 'office', agent: 'desk' }

test('the command line uses the credentials that the first start stored by default', () => {
  assert.deepEqual(resolveSettingsWithKey({}, here), found)
  assert.deepEqual(
    resolveSettingsWithKey({}, { ...here, env: { DATA_DIR: join(folder, 'data') }, workingDirectory: bare }),
    found,
  )
})

test('an option overrides the environment, and the environment overrides stored settings', () => {
  const env = { PARLEY_URL: 'https://one.example.com/', PARLEY_API_KEY: 'k1', PARLEY_ORG: 'o1', PARLEY_AGENT: 'a1' }
  const args = { url: 'https://two.example.com/parley/v1', agent: 'a2' }
  const one = resolveSettingsWithKey({}, { ...here, env })
  assert.deepEqual([one.url, one.key, one.org, one.agent], ['https://one.example.com', 'k1', 'o1', 'a1'])
  const both = resolveSettingsWithKey(args, { ...here, env })
  assert.deepEqual([both.url, both.key, both.org, both.agent], ['https://two.example.com/parley', 'k1', 'o1', 'a2'])
  assert.deepEqual([one.from, resolveSettingsWithKey({ key: 'k2' }, here).from], ['PARLEY_API_KEY', '--key'])
})

test('a stored key is sent to no other Parley', () => {
  const elsewhere = 'https://parley.example.com'
  assert.throws(() => resolveSettingsWithKey({ url: elsewhere }, here), /There is no API key: set PARLEY_API_KEY/)
  assert.throws(() => resolveSettingsWithKey({ url: 'http://127.0.0.1:4712' }, here), /There is no API key/)
  assert.deepEqual(resolveSettingsWithKey({ url: 'http://localhost:4711' }, here), {
    ...found,
    url: 'http://localhost:4711',
  })
})

test('a key that the user supplies is not sent to an address that is stored with another key', () => {
  const of = (args: object, env = {}) => {
    const { url, key, org } = resolveSettingsWithKey(args, { ...here, env })
    return [url, key, org]
  }
  const fromDefaults = ['http://127.0.0.1:4000', 'k1', undefined]
  assert.deepEqual(of({}, { PARLEY_API_KEY: 'k1' }), fromDefaults)
  assert.deepEqual(of({ key: 'k1' }), fromDefaults)
  assert.deepEqual(of({ key: 'k1', url: found.url }), [found.url, 'k1', undefined])
  assert.deepEqual(of({ key: found.key }), [found.url, found.key, 'demo'])
})

test('the server of the last login takes precedence over the credentials of the first start', () => {
  writeProfile('default', work, { env: {}, home })
  const signedIn = { ...here, home }
  const settings = resolveSettingsWithKey({}, signedIn)
  assert.deepEqual(
    [settings.url, settings.key, settings.org, settings.from],
    [work.url, work.key, 'office', 'the profile default'],
  )
  assert.equal(resolveSettingsWithKey({ url: found.url }, signedIn).key, found.key)
  const env = { PARLEY_API_KEY: 'k1' }
  assert.equal(resolveSettingsWithKey({}, { ...signedIn, env }).url, 'http://127.0.0.1:4000')
})

test('a named profile overrides the environment; an unknown profile is refused', () => {
  writeProfile('other', { ...work, url: 'https://other.example.com' }, { env: {}, home })
  const env = { PARLEY_API_KEY: 'k1', PARLEY_URL: 'https://one.example.com' }
  const named = resolveSettingsWithKey({ profile: 'other' }, { ...here, home, env })
  assert.deepEqual([named.url, named.key], ['https://other.example.com', work.key])
  const byEnv = resolveSettingsWithKey({}, { ...here, home, env: { PARLEY_PROFILE: 'other' } })
  assert.equal(byEnv.url, 'https://other.example.com')
  assert.throws(
    () => resolveSettingsWithKey({ profile: 'nope' }, { ...here, home }),
    /Unknown profile nope.*parley login/,
  )
  assert.throws(() => resolveSettingsWithKey({ profile: '../x' }, { ...here, home }), /A profile name/)
})

test('only the owner can read the profiles, and deleting one keeps the others', () => {
  const place = { env: { XDG_CONFIG_HOME: join(folder, 'xdg') }, home }
  const file = writeProfile('one', { ...work, keyId: 'key_1' }, place)
  assert.equal(file, join(folder, 'xdg/parley/config.json'))
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.equal(statSync(join(folder, 'xdg/parley')).mode & 0o777, 0o700)
  writeProfile('two', work, place)
  writeProfile('one', undefined, place)
  assert.deepEqual(Object.keys(readProfiles(place)), ['two'])
  writeFileSync(file, '{ broken')
  assert.throws(() => readProfiles(place), /could not be read: fix it/)
})

test('the stored agent is not used for another org', () => {
  assert.equal(resolveSettingsWithKey({ org: 'other' }, here).agent, undefined)
})

test('without any setting the command line uses the Parley of this machine and asks for a key', () => {
  const nowhere = { env: {}, workingDirectory: bare, home: bare }
  assert.equal(resolveSettingsWithKey({ key: 'k1' }, nowhere).url, 'http://127.0.0.1:4000')
  assert.throws(
    () => resolveSettingsWithKey({}, nowhere),
    (error) => error instanceof CommandError && error.exitCode === 2,
  )
})

test('an unsendable key and an address with a password are refused without being printed', () => {
  const refusals = [{ key: 'sec\nret' }, { key: 'sec ret' }, { url: 'http://me:secret@example.com' }, { url: 'secret' }]
  for (const args of refusals) {
    const isSilent = (error: unknown) =>
      error instanceof CommandError && error.exitCode === 2 && !/sec/.test(error.message)
    assert.throws(() => resolveSettingsWithKey(args, here), isSilent)
  }
})
