import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { stringify } from 'csv-stringify/sync'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { importCsv, listEveryone } from '../../../testing/people-imports.ts'
import { escapeFormula, joinCell } from '../export/columns.ts'

/** Any name survives an import unchanged. */

const server = await createTestApp()

/** Letters of many scripts, and characters with a meaning in CSV, spreadsheets, or objects. */
const letter = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  fc.constantFrom(...'",;\t\n\r\'=+-@\\ ', '\r\n', '=1+1', "'=", '\ufeff', '"",'),
)
const sentence = fc
  .array(letter, { minLength: 1, maxLength: 12 })
  .map((letters) => letters.join('').replaceAll('\u0000', ''))
  .filter((text) => text.trim() !== '')
const key = fc.oneof(
  fc.constantFrom('plan', 'constructor', 'toString', 'Favourite colour', '電話', 'a,b', '"q"', "'quoted"),
  fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/),
)

const somebody = fc.record(
  {
    fullName: sentence,
    company: sentence,
    notes: sentence,
    tags: fc.uniqueArray(sentence, { minLength: 1, maxLength: 4 }),
    customFields: fc.dictionary(key, sentence, { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
    status: fc.constantFrom('new', 'contacted', 'qualified', 'converted', 'lost'),
    timezone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Tokyo'),
  },
  { requiredKeys: ['fullName'] },
)
type Somebody = typeof somebody extends fc.Arbitrary<infer T> ? T : never

const dialect = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t'),
  record_delimiter: fc.constantFrom('\n', '\r\n'),
  bom: fc.boolean(),
})

const profile = ['fullName', 'company', 'notes', 'status', 'timezone'] as const

function written(people: Somebody[], options: object): string {
  const keys = [...new Set(people.flatMap(({ customFields = {} }) => Object.keys(customFields)))]
  const header = ['id', ...profile, 'tags', ...keys.map((name) => `customFields.${name}`)]
  const rows = people.map((person, index) => [
    `p${index}`,
    ...profile.map((name) => escapeFormula(person[name] ?? '')),
    escapeFormula(joinCell(person.tags ?? [])),
    ...keys.map((name) => {
      const values = person.customFields ?? {}
      return Object.hasOwn(values, name) ? escapeFormula(values[name] as string) : ''
    }),
  ])
  // Surrounding blanks and line breaks are part of a cell only inside quotes.
  return stringify([header, ...rows], { ...options, quoted_match: /^\s|\s$|[\r\n]/ })
}

const asListed = ({ status = 'new', tags = [], customFields = {}, ...rest }: Somebody) => ({
  ...rest,
  status,
  tags,
  customFields,
})

test('people written as CSV and imported again are unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(somebody, { minLength: 1, maxLength: 8 }), dialect, async (people, options) => {
      const agent = await createTestAgent(server)
      const answer = await importCsv(agent, written(people, options))
      assert.deepEqual([answer.created, answer.errors], [people.length, []])
      const found = (await listEveryone(server, agent)).map((person) => {
        const names = [...profile, 'tags', 'customFields'].filter((name) => name in person)
        return Object.fromEntries(names.map((name) => [name, person[name]]))
      })
      assert.deepEqual(found, people.map(asListed))
    }),
    { numRuns: 25 },
  )
})

test('importing an export changes nothing in the same agent, and creates the same people in another', async () => {
  const [agent, other] = [await createTestAgent(server), await createTestAgent(server)]
  const awkward = ['=1+1', "'=1", ' blanks ', 'a\rb', '"', ';', '-5', '+12025550143', '\ttab', '@name', "it's", 'ﬁ́']
  const people = awkward.map((text, index) => ({
    id: `p${index}`,
    fullName: text,
    notes: `${text}\n${text}`,
    // Two of them share a phone number.
    phone: `+1202555${1000 + Math.max(index, 1)}`,
    email: index < 4 ? 'Home@example.com' : undefined,
    tags: [text, `${text};2`],
    customFields: { [text.replaceAll('.', '')]: text, plan: text },
    consent: index % 2 ? { status: 'granted', source: text, evidence: text } : undefined,
  }))
  const first = assertStatus(await agent.post('/people/import', { people, channel: 'rcs' }), 200)
  assert.deepEqual([first.created, first.errors.length], [people.length, 1])
  const exported = await agent.get('/people/export', { accept: 'text/csv' })
  assert.equal(exported.status, 200)
  const again = await importCsv(agent, exported.text)
  assert.deepEqual([again.created, again.updated, again.skipped, again.errors], [0, 0, people.length, []])
  const moved = await importCsv(other, exported.text)
  assert.deepEqual([moved.created, moved.errors], [people.length, []])
  const plain = (list: ReplyBody[]) =>
    list
      .map(({ id, fullName, notes, phone, email, tags, customFields, consent: { status, source, evidence } }) => {
        return { id, fullName, notes, phone, email, tags, customFields, consent: { status, source, evidence } }
      })
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  assert.deepEqual(plain(await listEveryone(server, other)), plain(await listEveryone(server, agent)))
})

test('any bytes are accepted or refused, and never cause a server error', async () => {
  const agent = await createTestAgent(server)
  const piece = fc.oneof(
    fc
      .constantFrom('"', ',', ';', '\n', '\r', '\t', 'name', 'email', 'phone', 'ä', '\u0000', 'sep=;', '\ufeff')
      .map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
      const bytes = Buffer.concat(pieces)
      const reply = await agent.raw('POST', '/people/import?dryRun=true', bytes, { 'content-type': 'text/csv' })
      assert.ok([200, 422].includes(reply.status), `${reply.status} for ${bytes.toString('hex')}`)
    }),
    { numRuns: 60 },
  )
  assert.deepEqual(assertStatus(await agent.get('/people/imports?limit=1'), 200).data[0].dryRun, true)
})
