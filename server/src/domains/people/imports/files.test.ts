import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertStatus } from '../../../testing/client.ts'
import { assertImportRefused, importCsv, listEveryone, sendCsv } from '../../../testing/people-imports.ts'

/** CSV as programs and people write it: which files are parsed, and which are refused entirely. */

const server = await createTestApp()

const person = { fullName: 'Müller, Ada', email: 'ada@example.com', notes: 'one\ntwo "three"' }
const dialects: [what: string, file: string | Buffer][] = [
  ['commas', 'fullName,email,notes\n"Müller, Ada",ada@example.com,"one\ntwo ""three"""\n'],
  ['semicolons', 'fullName;email;notes\n"Müller, Ada";ada@example.com;"one\ntwo ""three"""\n'],
  ['tabs', 'fullName\temail\tnotes\nMüller, Ada\tada@example.com\t"one\ntwo ""three"""\n'],
  ['no line break at the end', 'fullName,email,notes\n"Müller, Ada",ada@example.com,"one\ntwo ""three"""'],
  ['a byte order mark', '\ufefffullName,email,notes\n"Müller, Ada",ada@example.com,"one\ntwo ""three"""\n'],
  [
    'a mark and a quoted header',
    '\ufeff"fullName","email","notes"\n"Müller, Ada",ada@example.com,"one\ntwo ""three"""\n',
  ],
  ['lines that end in CR and LF', 'fullName,email,notes\r\n"Müller, Ada",ada@example.com,"one\ntwo ""three"""\r\n'],
  ['lines that end in CR', 'fullName,email,notes\r"Müller, Ada",ada@example.com,"one\ntwo ""three"""\r'],
  [
    'a line that says the separator',
    'sep=;\nfullName;email;notes\n"Müller, Ada";ada@example.com;"one\ntwo ""three"""\n',
  ],
  ['blanks around cells', 'fullName , email , notes\n "Müller, Ada" ,  ada@example.com , "one\ntwo ""three""" \n'],
  [
    'empty columns and rows at the end',
    'fullName,email,notes,,\n"Müller, Ada",ada@example.com,"one\ntwo ""three""",,\n,,,,\n\n',
  ],
  ['empty lines before the header', '\n\r\nfullName;email;notes\n"Müller, Ada";ada@example.com;"one\ntwo ""three"""\n'],
]
for (const [what, file] of dialects) {
  test(`a file with ${what} is read`, async () => {
    const agent = await createTestAgent(server)
    const answer = await importCsv(agent, file)
    assert.deepEqual([answer.created, answer.errors], [1, []])
    const [{ fullName, email, notes }] = await listEveryone(server, agent)
    assert.deepEqual({ fullName, email, notes }, person)
  })
}

test('numbers protected from spreadsheet formatting and an upper-case TRUE are read', async () => {
  const agent = await createTestAgent(server)
  assertStatus(await agent.put('/people-fields', { fields: [{ key: 'member', type: 'boolean' }] }), 200)
  await importCsv(agent, `phone,member,notes,tags\n'+12025550143,TRUE,'=1+1,'-first;second\n`)
  const [{ phone, customFields, notes, tags }] = await listEveryone(server, agent)
  assert.deepEqual(
    [phone, customFields, notes, tags],
    ['+12025550143', { member: 'true' }, '=1+1', ['-first', 'second']],
  )
})

test('the line number of an error counts line breaks inside cells, in any style', async () => {
  const agent = await createTestAgent(server)
  const file = 'name,email\r\n"a\r\nb\nc\rd",\r\n\r\nBob,nobody\r\n'
  const answer = await importCsv(agent, file)
  assert.deepEqual(answer.errors, [{ row: 2, line: 7, field: 'email', message: 'must be an email address' }])
})

test('a file with only a header row imports no one', async () => {
  const agent = await createTestAgent(server)
  const { importBatchId: _, ...answer } = await importCsv(agent, 'name,email\n')
  assert.deepEqual(answer, { created: 0, updated: 0, skipped: 0, failed: 0, errors: [] })
})

const notUtf8 = 'is not in UTF-8: save it as CSV UTF-8, or name its encoding in charset'
const good = 'name,email\nAda,ada@example.com\n'
const strayQuote = 'has a quote in the wrong place: quote the whole cell, and double each quote inside it'
const noHeader = 'has no header row: the first row must contain the column names'
const faults: [what: string, file: string | Buffer, error: object][] = [
  ['nothing in it', '', { field: 'file', message: noHeader }],
  ['people alone', 'Jane Doe,Berlin\nJohn Roe,Paris\n', { field: 'file', message: noHeader }],
  ['people and their addresses alone', 'Jane Doe,jane@example.com\n', { field: 'file', message: noHeader }],
  ['empty lines alone', '\n\r\n\n', { field: 'file', message: noHeader }],
  [
    'Latin-1 letters beside UTF-8',
    Buffer.concat([Buffer.from(`${good}Zoë,\n`), Buffer.from('Mü,\n', 'latin1')]),
    { field: 'file', message: notUtf8, line: 4 },
  ],
  ['bytes of no text', Buffer.from(`${good}M\x81,\n`, 'latin1'), { field: 'file', message: notUtf8, line: 3 }],
  ['half a letter at the end', Buffer.from(`${good}Mü`).subarray(0, -1), { field: 'file', message: notUtf8, line: 3 }],
  [
    'half of a surrogate pair',
    Buffer.concat([Buffer.from(good), Buffer.from('eda080', 'hex')]),
    { field: 'file', message: notUtf8, line: 3 },
  ],
  [
    'a quote that is not closed',
    `${good}"Bob,b@example.com\nCyd,c@example.com\n`,
    { field: 'file', message: 'has a quote that is not closed', row: 2, line: 3 },
  ],
  [
    'a quote that closes in another row',
    `${good}"Bob,b@example.com\nCyd,"c@example.com"\n`,
    { field: 'file', message: strayQuote, row: 2, line: 3 },
  ],
  ['a quote inside a cell', `${good}Bob "B",b@example.com\n`, { field: 'file', message: strayQuote, row: 2, line: 3 }],
  [
    'a quote that is not closed in the header',
    '"name,email\nAda,ada@example.com\n',
    { field: 'file', message: 'has a quote that is not closed', line: 1 },
  ],
  [
    'a row of more than 1 MB',
    `${good}Bob,${'x'.repeat(1_100_000)}\n`,
    { field: 'file', message: 'has a row of more than 1 MB; a quote in it may not be closed', row: 2, line: 3 },
  ],
  [
    '100,000 columns',
    `${Array.from({ length: 100_000 }, (_, n) => `c${n}`).join(',')}\n1\n`,
    { field: 'file', message: 'has more than 500 columns' },
  ],
  [
    'the same header twice',
    'name,plan,plan\nAda,a,b\n',
    { field: 'column 3', message: 'is the same field as column 2' },
  ],
  [
    'two headers for one field',
    'name,E-Mail,Email Address\nAda,a,b\n',
    { field: 'column 3', message: 'is the same field as column 2' },
  ],
  [
    'a header with a dot',
    'name,a.b\nAda,1\n',
    { field: 'column 2', message: 'has a header that cannot be a field: map it to one' },
  ],
  [
    'a header that begins with $',
    'name,$where\nAda,1\n',
    { field: 'column 2', message: 'has a header that cannot be a field: map it to one' },
  ],
  [
    'the header __proto__',
    'name,__proto__\nAda,1\n',
    { field: 'column 2', message: 'has a header that cannot be a field: map it to one' },
  ],
  [
    'the header customFields.__proto__',
    'name,customFields.__proto__\nAda,1\n',
    { field: 'column 2', message: 'has a header that cannot be a field: map it to one' },
  ],
  [
    'a header with NUL',
    'name,a\u0000b\nAda,1\n',
    { field: 'column 2', message: 'has a header that cannot be a field: map it to one' },
  ],
  [
    'a header of 129 characters',
    `name,${'x'.repeat(129)}\nAda,1\n`,
    { field: 'column 2', message: 'has a header that cannot be a field: map it to one' },
  ],
]
for (const [what, file, error] of faults) {
  test(`a file with ${what} is refused as a whole with the reason`, async () => {
    const agent = await createTestAgent(server)
    const { field, message, ...place } = error as { field: string; message: string; row?: number; line?: number }
    const refused = await assertImportRefused(server, agent, () => sendCsv(agent, file), { field, message })
    assert.deepEqual(refused.errors, [{ field, message, ...place }])
    const [failedImport] = assertStatus(await agent.get('/people/imports'), 200).data
    assert.deepEqual([failedImport.status, failedImport.created], ['failed', 0])
    assert.ok(failedImport.error.startsWith(refused.detail), failedImport.error)
  })
}

test('an error late in the file rolls back everything before it', async () => {
  const agent = await createTestAgent(server)
  const rows = Array.from({ length: 5000 }, (_, n) => `Person ${n},p${n}@example.com,+1202${1_000_000 + n}\n`)
  const file = `name,email,phone\n${rows.join('')}"never closed`
  await assertImportRefused(server, agent, () => sendCsv(agent, file, { channel: 'rcs' }), {
    field: 'file',
    message: 'has a quote that is not closed',
  })
})

const mappings: [what: string, mapping: object, error: { field: string; message: string }][] = [
  [
    'names an unknown field',
    { Handy: 'handset' },
    { field: 'mapping.Handy', message: 'refers to a field that does not exist' },
  ],
  [
    'names what nobody can set',
    { Handy: 'createdAt' },
    { field: 'mapping.Handy', message: 'refers to a field that does not exist' },
  ],
  [
    'names a custom field that cannot be',
    { Handy: 'customFields.a.b' },
    { field: 'mapping.Handy', message: 'refers to a field that does not exist' },
  ],
  [
    'names __proto__',
    { Handy: 'customFields.__proto__' },
    { field: 'mapping.Handy', message: 'refers to a field that does not exist' },
  ],
  [
    'names a column that is not there',
    { Telefon: 'phone' },
    { field: 'mapping.Telefon', message: 'does not match any column of the file' },
  ],
  [
    'makes one field of two columns',
    { Handy: 'fullName' },
    { field: 'column 2', message: 'is the same field as column 1' },
  ],
]
for (const [what, mapping, error] of mappings) {
  test(`a mapping that ${what} refuses the file`, async () => {
    const agent = await createTestAgent(server)
    const send = () => sendCsv(agent, 'name,Handy\nAda,+12025550101\n', { mapping: JSON.stringify(mapping) })
    await assertImportRefused(server, agent, send, error)
  })
}

test('a mapping assigns columns to fields and can ignore columns', async () => {
  const agent = await createTestAgent(server)
  const mapping = { Handy: 'phone', 'a.b': 'customFields.ab', name: 'company', Internal: null, email: '' }
  const file = 'name,Handy,a.b,Internal,email\nEngines,+12025550101,x,secret,nobody\n'
  const answer = await importCsv(agent, file, { mapping: JSON.stringify(mapping) })
  assert.deepEqual(answer.errors, [])
  const [{ company, phone, customFields, email, fullName }] = await listEveryone(server, agent)
  assert.deepEqual([company, phone, customFields], ['Engines', '+12025550101', { ab: 'x' }])
  assert.deepEqual([email, fullName], [undefined, undefined])
})

test('a file with only custom fields needs a declaration, a mapping or a prefix', async () => {
  const agent = await createTestAgent(server)
  assertStatus(await agent.put('/people-fields', { fields: [{ key: 'plan', type: 'string' }] }), 200)
  assert.equal((await importCsv(agent, 'Plan,colour\nplus,red\n')).created, 1)
  assert.equal((await importCsv(agent, 'customFields.size,colour\n4,red\n')).created, 1)
  const mapping = JSON.stringify({ size: 'customFields.size' })
  assert.equal((await importCsv(agent, 'size,colour\n4,red\n', { mapping })).created, 1)
})

test('headers that are property names of JavaScript objects are ordinary fields', async () => {
  const agent = await createTestAgent(server)
  await importCsv(agent, 'name,constructor,toString,hasOwnProperty,prototype\nAda,a,b,c,d\n')
  const [{ customFields }] = await listEveryone(server, agent)
  assert.deepEqual(customFields, { constructor: 'a', toString: 'b', hasOwnProperty: 'c', prototype: 'd' })
})
