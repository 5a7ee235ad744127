import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type FakeParleyAnswer, startFakeParley } from '../../testing/fake-parley.ts'
import { runCliTest } from '../../testing/run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-facts-'))
after(() => rmSync(folder, { recursive: true }))
// The fake server parses bodies as JSON, which this line is too.
writeFileSync(join(folder, 'faq.csv'), '"question"')

async function importFacts(answer: FakeParleyAnswer, ...args: string[]) {
  const parley = await startFakeParley({ 'POST /knowledge/facts/import': answer })
  const env = { PARLEY_URL: parley.url, PARLEY_API_KEY: 'sk-svc-0123', PARLEY_ORG: 'demo', PARLEY_AGENT: 'desk' }
  const result = await runCliTest(['facts', 'import', ...args], { env, workingDirectory: folder, home: folder })
  return { ...result, calls: parley.called('POST /knowledge/facts/import') }
}

const counts = { created: 2, updated: 1, unchanged: 3, skipped: 0, failed: 0, errors: [] }
const errors = [{ row: 2, line: 3, field: 'answer', message: 'is required' }]

test('facts import sends the file as it is, into a draft if one is named, and prints the counts', async () => {
  const args = ['faq.csv', '--draft', 'dft_1', '--on-duplicate', 'skip', '--mapping', '{"Frage":"question"}']
  const { exit, out, err, calls } = await importFacts({ body: counts }, ...args)
  assert.deepEqual([exit, err], [0, ''])
  assert.equal(out, '2 created, 1 updated, 3 unchanged, 0 skipped, 0 refused\n')
  const [call] = calls
  assert.deepEqual([call?.body, call?.headers['content-type']], ['question', 'text/csv'])
  assert.equal(call?.headers['x-svc-draft'], 'dft_1')
  assert.equal(call?.query, '?onDuplicate=skip&mapping=%7B%22Frage%22%3A%22question%22%7D')
  assert.deepEqual(JSON.parse((await importFacts({ body: counts }, 'faq.csv', '--json')).out), counts)
})

test('a dry run prints how the columns are read, the first Facts and the rows that do not fit', async () => {
  const understood = {
    ...{ charset: 'utf-8', delimiter: ';' },
    columns: [
      { header: 'Frage', field: 'question' },
      { header: 'intern\u001b[31m', field: null },
      { header: '', field: null },
    ],
  }
  const preview = [{ id: 'open', question: 'Open?', answer: 'Yes.' }]
  const body = { ...counts, failed: 4, errors, dryRun: true, understood, preview }
  const { exit, out, calls } = await importFacts({ body }, 'faq.csv', '--dry-run', '--skip-invalid')
  assert.equal(exit, 1)
  assert.deepEqual(out.trimEnd().split('\n'), [
    '  Frage → question',
    '  intern [31m → ignored',
    'ID    QUESTION  ANSWER',
    'open  Open?     Yes.',
    'Nothing is stored. An import would have 2 created, 1 updated, 3 unchanged, 0 skipped, 4 refused',
    '  line 3: answer is required',
    '  … and 3 more rows',
  ])
  assert.equal(calls[0]?.query, '?dryRun=true&skipInvalid=true')
})

test('a refused file lists every row or column that does not fit, and what to do', async () => {
  const problem = { status: 422, code: 'request.invalid', title: 'The request is not valid', detail: 'Nothing' }
  const rows = await importFacts({ status: 422, body: { ...problem, errors } }, 'faq.csv')
  assert.equal(rows.exit, 3)
  assert.match(
    rows.err,
    /Nothing was imported:\n {2}line 3: answer is required\nCorrect these rows, or .*--skip-invalid/,
  )
  const column = { field: 'column 2', header: 'awnser', message: 'has the header “awnser”' }
  const columns = await importFacts({ status: 422, body: { ...problem, errors: [column] } }, 'faq.csv')
  assert.match(columns.err, /Nothing was imported:\n {2}column 2 has the header “awnser”\n$/)
  const other = await importFacts(
    { status: 409, body: { ...problem, status: 409, code: 'resource.conflict' } },
    'faq.csv',
  )
  assert.deepEqual([other.exit, /409: Nothing/.test(other.err)], [3, true])
})

test('a file that cannot be read is refused before anything is sent', async () => {
  const { exit, err, calls } = await importFacts({ body: counts }, 'missing.csv')
  assert.deepEqual([exit, calls.length], [2, 0])
  assert.match(err, /missing.csv could not be read/)
})
