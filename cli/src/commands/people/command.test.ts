import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startFakeParley } from '../../testing/fake-parley.ts'
import { runCliTest } from '../../testing/run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-cli-'))
after(() => rmSync(folder, { recursive: true }))
const copy = '{"format":"parley-person/1",\n"messages": []}\n'

async function people(...args: string[]) {
  const parley = await startFakeParley({ 'GET /people/per_1/export': { text: copy } })
  const env = { PARLEY_URL: parley.url, PARLEY_API_KEY: 'sk-svc-0123', PARLEY_ORG: 'demo', PARLEY_AGENT: 'desk' }
  return runCliTest(['people', ...args], { env, workingDirectory: folder, home: folder })
}

test('people export writes the data of a person to the standard output, or to a file that only its owner can read', async () => {
  assert.deepEqual(await people('export', 'per_1'), { exit: 0, out: copy, err: '' })
  assert.equal((await people('export', 'per_1', '--json')).out, `${JSON.stringify(JSON.parse(copy))}\n`)
  assert.equal((await people('export', 'per_1', '-o', 'ada.json')).exit, 0)
  const file = join(folder, 'ada.json')
  assert.deepEqual([readFileSync(file, 'utf8'), statSync(file).mode & 0o777], [copy, 0o600])
  assert.equal((await people('export')).exit, 2)
})

const understood = {
  charset: 'utf-8',
  delimiter: ',',
  columns: [
    { header: 'mobile', field: 'phone' },
    { header: 'consent', field: 'consent.status', values: [{ value: 'ja', readAs: 'granted' }, { value: 'hm' }] },
    { header: 'internal', field: null },
  ],
}
const errors = [{ row: 2, line: 3, field: 'phone', message: 'must be a phone number' }]
const result = { created: 1, updated: 0, skipped: 0, failed: 1, errors, dryRun: true, understood }

test('people import sends the file as it is, and prints how it was read and what was refused', async () => {
  const parley = await startFakeParley({ 'POST /people/import': { body: result } })
  const env = { PARLEY_URL: parley.url, PARLEY_API_KEY: 'sk-svc-0123', PARLEY_ORG: 'demo', PARLEY_AGENT: 'desk' }
  const run = (...args: string[]) =>
    runCliTest(['people', 'import', ...args], { env, workingDirectory: folder, home: folder })
  // The fake server parses bodies as JSON, which this line is too.
  writeFileSync(join(folder, 'people.csv'), '"mobile"')
  const { exit, out } = await run('people.csv', '--dry-run', '--country', 'DE', '--mapping', '{"a":null}')
  assert.equal(exit, 1)
  for (const line of [
    'mobile → phone',
    'ja → granted',
    'hm → not understood',
    'internal → ignored',
    'Nothing is stored. An import would have 1 created, 0 updated, 0 skipped, 1 refused',
    'line 3: phone must be a phone number',
  ])
    assert.ok(out.includes(line), out)
  const [call] = parley.called('POST /people/import')
  assert.deepEqual([call?.body, call?.headers['content-type']], ['mobile', 'text/csv'])
  assert.equal(call?.query, '?dryRun=true&country=DE&mapping=%7B%22a%22%3Anull%7D')
  assert.deepEqual(JSON.parse((await run('people.csv', '--json')).out), result)
  assert.match((await run('missing.csv')).err, /missing.csv could not be read/)
})
