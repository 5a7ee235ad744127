import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody, type TestReply } from '../../../testing/client.ts'

/** Facts from CSV files: which files are read, what becomes of their rows, and what is refused. */

const server = await createTestApp()
const path = '/knowledge/facts'

type Query = Record<string, string>
const send = (agent: TestAgent, file: string | Buffer, query: Query = {}, headers = {}): Promise<TestReply> =>
  agent.raw('POST', `${path}/import?${new URLSearchParams(query)}`, file, { 'content-type': 'text/csv', ...headers })
const imported = async (agent: TestAgent, file: string | Buffer, query: Query = {}): Promise<ReplyBody> =>
  assertStatus(await send(agent, file, query), 200)
const factsOf = async (agent: TestAgent): Promise<ReplyBody[]> =>
  (assertStatus(await agent.get(path), 200).data as ReplyBody[]).map(({ updatedAt: _, ...fact }) => fact)

/** Asserts a refusal that changes nothing; returns its errors. */
async function assertRefused(agent: TestAgent, file: string | Buffer, query: Query, ...fields: string[]) {
  const before = await factsOf(agent)
  const reply = await send(agent, file, query)
  assertProblem(reply, 422, 'request.invalid', ...fields)
  assert.deepEqual(await factsOf(agent), before)
  return reply.body.errors as ReplyBody[]
}

const table = 'question,answer\nHast du geöffnet?,Täglich; außer montags.\n'
const dialects: [what: string, file: string | Buffer][] = [
  ['commas', table],
  ['a byte order mark', `\ufeff${table}`],
  ['tabs', table.replaceAll(',', '\t')],
  [
    'semicolons in Windows-1252',
    Buffer.from('question;answer\nHast du geöffnet?;"Täglich; außer montags."\n', 'latin1'),
  ],
  ['UTF-16', Buffer.from(`\ufeff${table}`, 'utf16le')],
  ['lines that end in CR and LF, and empty ones', `${table.replaceAll('\n', '\r\n')}\r\n,,\r\n`],
  ['headers in German', table.replace('question,answer', 'Frage,Antwort')],
]
for (const [what, file] of dialects) {
  test(`a file of Facts with ${what} is read`, async () => {
    const agent = await createTestAgent(server)
    const { created, errors } = await imported(agent, file)
    assert.deepEqual([created, errors], [1, []])
    const fact = { id: 'hast-du-geoffnet', question: 'Hast du geöffnet?', answer: 'Täglich; außer montags.' }
    assert.deepEqual(await factsOf(agent), [{ ...fact, source: 'import' }])
  })
}

test('each field of a Fact has a column, and alternates are separated by bars', async () => {
  const agent = await createTestAgent(server)
  const [{ id: playbook }] = assertStatus(await agent.get('/playbooks'), 200).data
  const file = [
    'id,Question,answer,alternates,exact,enabled,confirmed,always_on,source,playbooks,updatedAt',
    `hours,When are you open?,"From nine, daily.",opening hours | | business hours,yes,ja,1,x,Operator,${playbook},2020-01-01`,
    'pets,Dogs?,Yes.,,no,FALSE,nein,off,,,',
  ].join('\n')
  assert.equal((await imported(agent, file)).created, 2)
  assert.deepEqual(await factsOf(agent), [
    {
      ...{ id: 'hours', question: 'When are you open?', answer: 'From nine, daily.' },
      ...{
        alternates: ['opening hours', 'business hours'],
        exact: true,
        enabled: true,
        confirmed: true,
        alwaysOn: true,
      },
      ...{ source: 'operator', scope: { playbookIds: [playbook] } },
    },
    {
      ...{ id: 'pets', question: 'Dogs?', answer: 'Yes.', source: 'import' },
      ...{ exact: false, enabled: false, confirmed: false, alwaysOn: false },
    },
  ])
})

const stored = [
  { id: 'hours', question: 'When are you open?', answer: 'From nine.', alternates: ['hours'] },
  { id: 'pets', question: 'Dogs?', answer: 'Yes.' },
]
async function createStockedAgent(): Promise<TestAgent> {
  const agent = await createTestAgent(server)
  assertStatus(await agent.put(path, { facts: stored }), 200)
  return agent
}

test('a row changes the Fact with its id, else the one with its question; empty cells and other Facts stay', async () => {
  const agent = await createStockedAgent()
  const file = 'id,question,answer\nhours,,From ten.\n, DOGS? ,On a leash.\n,Cats?,No.\n'
  const result = await imported(agent, file)
  assert.deepEqual(result, { created: 1, updated: 2, unchanged: 0, skipped: 0, failed: 0, errors: [] })
  const facts = await factsOf(agent)
  assert.deepEqual(facts, [
    { ...stored[0], answer: 'From ten.' },
    { ...stored[1], question: 'DOGS?', answer: 'On a leash.' },
    { id: 'cats', question: 'Cats?', answer: 'No.', source: 'import' },
  ])
  const version = assertStatus(await agent.get(''), 200).version
  const again = await imported(agent, file)
  assert.deepEqual([again.created, again.updated, again.unchanged], [0, 0, 3])
  assert.deepEqual([await factsOf(agent), assertStatus(await agent.get(''), 200).version], [facts, version])
})

test('with onDuplicate=skip, known Facts stay as they are', async () => {
  const agent = await createStockedAgent()
  const result = await imported(agent, 'question,answer\nDogs?,No!\nCats?,No.\n', { onDuplicate: 'skip' })
  assert.deepEqual([result.created, result.updated, result.skipped], [1, 0, 1])
  assert.deepEqual((await factsOf(agent)).slice(0, 2), stored)
})

test('new ids are unique, also for questions without any Latin letter and next to ids in the file', async () => {
  const agent = await createTestAgent(server)
  const rows = ['営業時間は？', '犬は？', '猫は？', 'Fact 2', 'A b', 'a-b!']
  const file = `question,answer,id\n${rows.map((question) => `${question},x,`).join('\n')}\nMore,x,fact-3\n`
  await imported(agent, file)
  const ids = (await factsOf(agent)).map(({ id }) => id)
  assert.deepEqual(ids, ['fact', 'fact-2', 'fact-4', 'fact-2-2', 'a-b', 'a-b-2', 'fact-3'])
})

const faults: [what: string, file: string, errors: object[]][] = [
  ['without an answer', 'question,answer\nOpen?,\n', [{ row: 1, line: 2, field: 'answer', message: 'is required' }]],
  ['without a question', 'question,answer\n,Yes.\n', [{ row: 1, line: 2, field: 'question', message: 'is required' }]],
  [
    'with texts that are too long, after a cell of two lines',
    `question,answer,alternates\nA?,"x\ny",\n${'q'.repeat(301)},${'a'.repeat(1001)},${'b'.repeat(201)}\n`,
    [
      { row: 2, line: 4, field: 'question', message: 'must have at most 300 characters' },
      { row: 2, line: 4, field: 'alternates[0]', message: 'must have at most 200 characters' },
      { row: 2, line: 4, field: 'answer', message: 'must have at most 1000 characters' },
    ],
  ],
  [
    'with eleven alternates',
    `question,answer,alternates\nA?,x,${Array(11).fill('b').join('|')}\n`,
    [{ row: 1, line: 2, field: 'alternates', message: 'must have at most 10 entries' }],
  ],
  [
    'with flags and sources that are none',
    'question,answer,enabled,source\nA?,x,maybe,\nB?,x,,rumour\n',
    [
      { row: 1, line: 2, field: 'enabled', message: 'must be yes or no' },
      { row: 2, line: 3, field: 'source', message: 'must be one of operator, import, suggested' },
    ],
  ],
  [
    'in playbooks that do not exist',
    'question,answer,playbooks\nA?,x,nowhere|elsewhere\n',
    [{ row: 1, line: 2, field: 'playbooks', message: 'names playbooks that do not exist: nowhere, elsewhere' }],
  ],
  [
    'with an id or a question of a row before',
    'id,question,answer\na,A?,x\na,B?,x\n,C?,x\n,c?,x\n',
    [
      { row: 2, line: 3, field: 'id', message: 'is used twice: row 1 has it, too' },
      { row: 4, line: 5, field: 'question', message: 'is used twice: row 3 has it, too' },
    ],
  ],
  [
    'with values without a header, and a NUL',
    'question,answer,\nA?,x,,y\nB?,x,z\nC?,x\u0000y,\n',
    [
      { row: 1, line: 2, field: 'column 4', message: 'has a value but no header' },
      { row: 2, line: 3, field: 'column 3', message: 'has a value but no header' },
      { row: 3, line: 4, field: 'answer', message: 'must not contain a NUL character' },
    ],
  ],
]
for (const [what, file, errors] of faults) {
  test(`a row ${what} is reported with its number and reason, and refuses the file`, async () => {
    const agent = await createStockedAgent()
    const found = await assertRefused(agent, file, {})
    const byRow = (one: ReplyBody, other: ReplyBody) => one.row - other.row || one.field.localeCompare(other.field)
    assert.deepEqual(found.toSorted(byRow), errors.toSorted(byRow))
    const tried = await imported(agent, file, { dryRun: 'true' })
    assert.deepEqual(tried.errors.toSorted(byRow), errors.toSorted(byRow))
  })
}

test('with skipInvalid, the other rows are imported', async () => {
  const agent = await createStockedAgent()
  const file = 'question,answer\nCats?,No.\nBirds?,\nDogs?,Maybe.\n'
  const refused = await send(agent, file)
  assert.match(refused.body.detail, /^Nothing was imported, because a row has errors\. row 2: answer is required$/)
  const result = await imported(agent, file, { skipInvalid: 'true' })
  assert.deepEqual([result.created, result.updated, result.failed, result.errors.length], [1, 1, 1, 1])
  assert.deepEqual(
    (await factsOf(agent)).map(({ id, answer }) => [id, answer]),
    [
      ['hours', 'From nine.'],
      ['pets', 'Maybe.'],
      ['cats', 'No.'],
    ],
  )
})

test('unknown columns are refused together, each with the one that was probably meant; a mapping reads or skips them', async () => {
  const agent = await createTestAgent(server)
  const file = 'Qestion,awnser,colour\nOpen?,Yes.,red\n'
  const errors = await assertRefused(agent, `id,${file.replace('\n', '\n,')}`, {}, 'column 2', 'column 3', 'column 4')
  assert.deepEqual(
    errors.map(({ message }) => message),
    [
      'has the header “Qestion”, which is not a field of Facts; did you mean `question`?',
      'has the header “awnser”, which is not a field of Facts; did you mean `answer`?',
      'has the header “colour”, which is not a field of Facts; `mapping` can skip it',
    ],
  )
  const mapping = { Qestion: 'question', awnser: 'answer', colour: null }
  assert.equal((await imported(agent, file, { mapping: JSON.stringify(mapping) })).created, 1)
  assert.deepEqual(await factsOf(agent), [{ id: 'open', question: 'Open?', answer: 'Yes.', source: 'import' }])
  const wrong = JSON.stringify({ ...mapping, colour: 'anwser' })
  const [error] = await assertRefused(agent, file, { mapping: wrong }, 'mapping.colour')
  assert.match(error.message, /^must be one of id, question.*; did you mean `answer`\?$/)
  await assertRefused(agent, file, { mapping: '{"Size":null}' }, 'mapping.Size')
  for (const mapping of ['[]', '7', 'x', '{"awnser":7}'])
    assertProblem(await send(agent, file, { mapping }), 422, 'request.invalid')
})

const unreadable: [what: string, file: string | Buffer, field: string, message: RegExp][] = [
  ['nothing in it', '', 'file', /has no header row/],
  ['no header row', 'When are you open?,From nine.\n', 'file', /has no header row/],
  ['no column for the question', 'answer\nYes.\n', 'file', /has no column `question`/],
  ['a column twice', 'question,Frage,answer\na,b,c\n', 'column 2', /is the same field as column 1/],
  ['a quote that is not closed', 'question,answer\n"Open?,Yes.\n', 'file', /has a quote that is not closed/],
  ['101 columns', `question,${Array(100).fill('answer').join(',')}\n`, 'file', /has more than 100 columns/],
  ['10,001 rows', `question,answer\n${'Open?,Yes.\n'.repeat(10_001)}`, 'file', /has more than 10000 rows/],
]
for (const [what, file, field, message] of unreadable) {
  test(`a file with ${what} is refused`, async () => {
    const agent = await createStockedAgent()
    const [error] = await assertRefused(agent, file, { skipInvalid: 'true' }, field)
    assert.match(error.message, message)
  })
}

test('bytes that the named encoding does not have, another type and a file of 17 MB are refused', async () => {
  const agent = await createTestAgent(server)
  await assertRefused(agent, Buffer.from('question,answer\nä?,x\n', 'latin1'), { charset: 'utf-8' }, 'file')
  await assertRefused(agent, table, { charset: 'klingon' }, 'charset')
  await assertRefused(agent, table, { limit: '5' }, 'limit')
  assertProblem(await send(agent, table, {}, { 'content-type': 'application/json' }), 400, 'request.malformed')
  const large = await send(agent, `question,answer\n${'x'.repeat(17 * 2 ** 20)}`)
  assertProblem(large, 413, 'request.too_large')
})

test('a dry run shows how the file is read and what would become of it, and stores nothing', async () => {
  const agent = await createStockedAgent()
  const file = Buffer.from('Frage;Antwort;updatedAt;\nCafé?;Ja.;x;\nDogs?;;;\nBirds?;;;\n', 'latin1')
  const tried = await imported(agent, file, { dryRun: 'true' })
  assert.deepEqual([tried.dryRun, tried.created, tried.unchanged, tried.failed], [true, 1, 1, 1])
  assert.deepEqual(tried.understood, {
    charset: 'windows-1252',
    delimiter: ';',
    columns: [
      { header: 'Frage', field: 'question' },
      { header: 'Antwort', field: 'answer' },
      { header: 'updatedAt', field: null },
      { header: '', field: null },
    ],
  })
  assert.deepEqual(
    tried.preview.map(({ id, answer }: ReplyBody) => [id, answer]),
    [
      ['cafe', 'Ja.'],
      ['pets', 'Yes.'],
    ],
  )
  assert.deepEqual(await factsOf(agent), stored)
})

test('an agent imports ten thousand Facts, and then no more', async () => {
  const agent = await createTestAgent(server)
  const rows = (from: number, count: number) =>
    Array.from(
      { length: count },
      (_, at) => `${from + at},What about ${from + at}?,${'Like this. '.repeat(40)}\n`,
    ).join('')
  assert.equal((await imported(agent, `id,question,answer\n${rows(0, 10_000)}`)).created, 10_000)
  assert.equal((await factsOf(agent)).length, 10_000)
  const [error] = await assertRefused(agent, `id,question,answer\n${rows(9_999, 2)}`, {}, 'file')
  assert.equal(error.message, 'would leave the agent with more than 10000 Facts')
  assert.equal((await imported(agent, `id,question,answer\n${rows(9_990, 10)}`)).unchanged, 10)
})

test('of a file of nothing but errors, the first are listed and all are counted', async () => {
  const agent = await createTestAgent(server)
  const file = `question,answer\n${Array.from({ length: 1_500 }, (_, at) => `Q${at}?,\n`).join('')}`
  assert.equal((await assertRefused(agent, file, {})).length, 100)
  const tried = await imported(agent, file, { dryRun: 'true' })
  assert.deepEqual([tried.failed, tried.errors.length], [1_500, 1_000])
})

test('an import into a draft leaves live as it is', async () => {
  const agent = await createStockedAgent()
  const { id } = assertStatus(await agent.post('/drafts', { name: 'Facts' }), 201)
  const inside = { 'x-svc-draft': id }
  assertStatus(await send(agent, 'question,answer\nCats?,No.\n', {}, inside), 200)
  assert.deepEqual(await factsOf(agent), stored)
  assert.equal(assertStatus(await agent.get(path, inside), 200).data.length, 3)
})

test('imports at the same time keep the Facts of each other, and If-Match refuses a list that has changed', async () => {
  const agent = await createStockedAgent()
  const etag = (await agent.get(path)).headers.etag as string
  const files = Array.from({ length: 5 }, (_, at) => `question,answer\nNew ${at}?,Yes.\n`)
  for (const reply of await Promise.all(files.map((file) => send(agent, file)))) assertStatus(reply, 200)
  assert.equal((await factsOf(agent)).length, 7)
  const late = await send(agent, files[0] as string, {}, { 'if-match': etag })
  assertProblem(late, 412, 'request.precondition_failed')
})

test('an import repeated with its Idempotency-Key returns the first result', async () => {
  const agent = await createTestAgent(server)
  const key = { 'idempotency-key': 'import-1' }
  const first = assertStatus(await send(agent, table, {}, key), 200)
  assert.deepEqual(assertStatus(await send(agent, table, {}, key), 200), first)
  assertProblem(await send(agent, 'question,answer\nA?,B.\n', {}, key), 422, 'request.idempotency_mismatch')
})

test('another org cannot import', async () => {
  const agent = await createStockedAgent()
  const stranger = await createTestAgent(server)
  assertProblem(await send(agent.by(stranger.client), table), 404, 'resource.not_found')
  assert.deepEqual(await factsOf(agent), stored)
})
