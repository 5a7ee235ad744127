import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { countImportRows, importCsv, listEveryone, sendCsv } from '../../../testing/people-imports.ts'

/** The limits of an import, and what it records about rejected rows. */

const server = await createTestApp()
const json = { 'content-type': 'application/json' }

test('a row wider than the header is one error, however wide it is', async () => {
  const agent = await createTestAgent(server)
  const answer = await importCsv(agent, `fullName\nAda\n${'b,'.repeat(400_000)}x\nBob,,\nCyd,,,x,y\n`)
  assert.deepEqual([answer.created, answer.failed], [2, 2])
  const message = 'has a value but no header'
  assert.deepEqual(answer.errors, [
    { row: 2, line: 3, field: 'column 2', message },
    { row: 4, line: 5, field: 'column 4', message },
  ])
})

test('at most twenty errors are listed for one row', async () => {
  const agent = await createTestAgent(server)
  const keys = Array.from({ length: 9_000 }, (_, n) => [`k${n}`, 1])
  const people = [Object.fromEntries(keys), { fullName: 'Ada' }]
  const answer = assertStatus(await agent.post('/people/import', { people }), 200)
  assert.deepEqual([answer.created, answer.failed, answer.errors.length], [1, 1, 20])
  const columns = Array.from({ length: 40 }, (_, n) => `c${n}`)
  const nul = await importCsv(agent, `name,${columns}\n,${columns.map(() => '\u0000')}\n`)
  assert.equal(nul.errors.length, 20)
  const fields = columns.map((key) => ({ key, type: 'number' }))
  assertStatus(await agent.put('/people-fields', { fields }), 200)
  assert.equal((await importCsv(agent, `name,${columns}\nAda,${columns}\n`)).errors.length, 20)
})

test('a person with more than 10,000 values is one error and is not parsed, and all others are imported', async () => {
  const agent = await createTestAgent(server)
  const wide = `{${Array.from({ length: 10_002 }, (_, n) => `"k${n}":1`)}}`
  const body = `{"people":[{"fullName":"Ada"},${wide},{"fullName":"Bob"}],"dryRun":true}`
  const answer = assertStatus(await agent.raw('POST', '/people/import', body, json), 200)
  assert.deepEqual([answer.created, answer.dryRun], [2, true])
  assert.deepEqual(answer.errors, [{ row: 2, message: 'has more than 10000 values' }])
})

test('a person that cannot be parsed in JSON is reported with its position', async () => {
  const agent = await createTestAgent(server)
  const send = (body: string) => agent.raw('POST', '/people/import', body, json)
  const broken = await send('{"people":[{"fullName":"Ada"},{"fullName":}],"channel":"sms"}')
  assertProblem(broken, 400, 'request.malformed')
  assert.match(broken.body.detail, /people\[1\]$/)
  assertProblem(await send('{"people":[{},{"notes":"a\\u0000"}]}'), 422, 'request.invalid', 'people[1].notes')
  assertProblem(await send('{"people":[1,]}'), 400, 'request.malformed')
  assertProblem(await send('{"people":{}}'), 422, 'request.invalid', 'people')
  const twice = assertStatus(await send('{"people":[{"fullName":"Ada"}],"people":[ ]}'), 200)
  assert.equal(twice.created, 0)
})

test('100,000 people with ten fields each are read from JSON, and one more is refused', async () => {
  const agent = await createTestAgent(server)
  const person = (n: number) =>
    `{"fullName":"A B","firstName":"A","lastName":"B","email":"${n}@b.example","phone":"+1202${1_000_000 + n}",` +
    // Parsing is not what takes time: the status is invalid, so that no person is written.
    '"company":"c","title":"t","status":"old","source":"s","notes":"n"}'
  const body = `{"people":[${Array.from({ length: 100_000 }, (_, n) => person(n))}]}`
  const answer = assertStatus(await agent.raw('POST', '/people/import', body, json), 200)
  assert.equal(answer.failed, 100_000)
  const more = `{"people":[${'{},'.repeat(100_000)}{}]}`
  assertProblem(await agent.raw('POST', '/people/import', more, json), 422, 'request.invalid', 'people')
})

test('JSON over 16 MB is refused with a hint to use CSV, and JSON with too many values is not parsed', async () => {
  const agent = await createTestAgent(server)
  const long = await agent.raw('POST', '/people/import', `{"people":["${'x'.repeat(2 ** 24)}"]}`, json)
  assertProblem(long, 413, 'request.too_large')
  assert.equal(long.body.detail, 'A JSON body has at most 16 MB: send more people as text/csv')
  // The last bracket is missing: a parser would have reported that.
  const many = await agent.raw('POST', '/people/import', `{"people":[${'[],'.repeat(1_600_000)}`, json)
  assertProblem(many, 413, 'request.too_large')
  assert.equal(many.body.detail, 'The body has too many values')
})

test('at most 128 characters of an unknown key are reported and stored, and an invalid key is reported by its rule', async () => {
  const agent = await createTestAgent(server)
  const people = [
    { ['k'.repeat(1_000_000)]: 1 },
    { [`${'k'.repeat(127)}😀`]: 1 },
    { customFields: { 'a.b': 'x' } },
    { customFields: { $a: 'x' } },
    { customFields: { ['k'.repeat(200)]: 'x' } },
  ]
  const { importBatchId, errors } = assertStatus(await agent.post('/people/import', { people }), 200)
  const unknown = 'is not a known field'
  assert.deepEqual(
    errors.map(({ field, message }: ReplyBody) => [field, message]),
    [
      ['k'.repeat(128), unknown],
      [`${'k'.repeat(127)}�`, unknown],
      ['customFields.a.b', 'must not contain a dot'],
      ['customFields.$a', 'must not begin with $'],
      [`customFields.${'k'.repeat(115)}`, 'must have at most 128 characters'],
    ],
  )
  assert.deepEqual(assertStatus(await agent.get(`/people/imports/${importBatchId}`), 200).errors, errors)
})

test('a reserved word of the API cannot be the id of a person', async () => {
  const agent = await createTestAgent(server)
  const answer = await importCsv(agent, 'id,name\nexport,Eve\nimport,Ian\nimports,Ivy\nexports,Eva\n')
  const message = "is a reserved word of the API and cannot be a person's id"
  assert.deepEqual(
    answer.errors,
    [1, 2, 3].map((row) => ({ row, line: row + 1, field: 'id', message })),
  )
  assert.deepEqual(
    (await listEveryone(server, agent)).map(({ id }) => id),
    ['exports'],
  )
})

test('a text in the mapping that cannot be stored is refused', async () => {
  const agent = await createTestAgent(server)
  const mappings = [
    '{"x":"customFields.\\ud800"}',
    '{"x\\udfff":"phone"}',
    '{"x":"customFields.a\\u0000b"}',
    'null',
    '[1]',
  ]
  for (const mapping of mappings) {
    assertProblem(await sendCsv(agent, 'fullName,x\nA,b\n', { mapping }), 422, 'request.invalid', 'mapping')
  }
  assert.equal((await countImportRows(server, agent)).people, 0)
})
