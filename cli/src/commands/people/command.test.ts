import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
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
