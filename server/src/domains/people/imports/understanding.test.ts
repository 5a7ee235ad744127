import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus } from '../../../testing/client.ts'
import { importCsv, listEveryone, sendCsv } from '../../../testing/people-imports.ts'

/** Files of other programs: encodings, words for yes and no, mapped values, and national phone numbers. */

const server = await createTestApp()

const text = 'Name;E-Mail\nZoë Müller €;zoe@example.com\n'
const encoded: [charset: string, file: Buffer][] = [
  ['utf-8', Buffer.from(text)],
  ['windows-1252', Buffer.from(text.replace('€', '\x80'), 'latin1')],
  ['utf-16le', Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['utf-16le', Buffer.from(text, 'utf16le')],
  ['utf-16be', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
]
for (const [at, [charset, file]] of encoded.entries()) {
  test(`a file in ${charset} is detected (${at + 1})`, async () => {
    const agent = await createTestAgent(server)
    const { understood } = await importCsv(agent, file, { dryRun: 'true' })
    assert.deepEqual([understood.charset, understood.delimiter], [charset, ';'])
    await importCsv(agent, file)
    assert.deepEqual(
      (await listEveryone(agent)).map(({ fullName }) => fullName),
      ['Zoë Müller €'],
    )
  })
}

test('charset in the query or the content type names the encoding, and a wrong one is refused', async () => {
  const agent = await createTestAgent(server)
  const latin = Buffer.from('name\nZo\xeb\n', 'latin1')
  for (const charset of ['latin1', 'ISO-8859-1', 'cp1252']) {
    const { understood } = await importCsv(agent, latin, { dryRun: 'true', charset })
    assert.equal(understood.charset, 'windows-1252')
  }
  assertProblem(await sendCsv(agent, latin, { charset: 'utf-8' }), 422, 'request.invalid', 'file')
  assertProblem(await sendCsv(agent, latin, { charset: 'klingon' }), 422, 'request.invalid', 'charset')
  const typed = { 'content-type': 'text/csv; charset=utf-8' }
  assertProblem(await agent.raw('POST', '/people/import', latin, typed), 422, 'request.invalid', 'file')
})

test('consent and booleans understand six languages; a dry run shows how, and what it does not understand', async () => {
  const agent = await createTestAgent(server)
  assertStatus(await agent.put('/people-fields', { fields: [{ key: 'vip', type: 'boolean' }] }), 200)
  const file = 'name,consent,vip\nA,Ja,oui\nB,nein,NO\nC,sí,1\nD,não,0\nE,accordé,x\nF,peut-être,vero\nG,,maybe\n'
  const dry = await importCsv(agent, file, { dryRun: 'true' })
  const [, consent, vip] = dry.understood.columns
  assert.deepEqual(consent.values.slice(0, 3), [
    { value: 'Ja', readAs: 'granted' },
    { value: 'nein', readAs: 'denied' },
    { value: 'sí', readAs: 'granted' },
  ])
  assert.deepEqual(consent.values.at(-1), { value: 'peut-être' })
  assert.deepEqual(vip.values.at(-1), { value: 'maybe' })
  assert.deepEqual(
    dry.errors.map(({ row, field }: { row: number; field: string }) => [row, field]),
    [
      [6, 'consent.status'],
      [7, 'customFields.vip'],
    ],
  )
  const values = JSON.stringify({ consent: { 'peut-être': 'unknown' }, vip: { maybe: '' } })
  const done = await importCsv(agent, file, { values })
  assert.deepEqual([done.created, done.errors], [7, []])
  const people = new Map((await listEveryone(agent)).map((person) => [person.fullName, person]))
  const shown = (name: string) => [people.get(name)?.consent.status, people.get(name)?.customFields.vip]
  assert.deepEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G'].map(shown), [
    ['granted', 'true'],
    ['denied', 'false'],
    ['granted', 'true'],
    ['denied', 'false'],
    ['granted', 'true'],
    ['unknown', 'true'],
    ['unknown', undefined],
  ])
  assertProblem(await sendCsv(agent, file, { values: '{"other":{"a":"b"}}' }), 422, 'request.invalid', 'values.other')
  for (const wrong of ['x', '[]', '{"consent":"x"}', '{"consent":{"a":1}}'])
    assertStatus(await sendCsv(agent, file, { values: wrong }), 422)
})

test('national numbers are read in the country of the row, the import, the agent or the org', async () => {
  const agent = await createTestAgent(server)
  const phones = async () => (await listEveryone(agent)).map(({ phone }) => phone).toSorted()
  const refused = await importCsv(agent, 'name,phone\nA,030 901820\nB,555\n')
  assert.deepEqual([refused.created, refused.errors.length], [0, 2])
  assert.deepEqual([refused.errors[0].row, refused.errors[0].field], [1, 'phone'])
  assert.match(refused.errors[0].message, /not a phone number of US \(\+1\); write it with its country code/)
  assert.ok(!JSON.stringify(refused).includes('901820'))
  await importCsv(agent, 'name,phone\nA,030 901820\n', { country: 'de' })
  const rows =
    'name,phone,country\nB,020 7946 0958,GB\nC,01 23 45 67 89,Frankreich\nD,+12025550143,Nowhere\nE,030 1,Nowhere\n'
  const mixed = await importCsv(agent, rows, { country: 'DE' })
  assert.deepEqual([mixed.created, mixed.errors.map(({ field }: { field: string }) => field)], [3, ['country']])
  assert.deepEqual(await phones(), ['+12025550143', '+33123456789', '+442079460958', '+4930901820'])
  const people = [{ fullName: 'F', phone: '040 428310', country: 'DE' }]
  assertStatus(await agent.post('/people/import', { people }), 200)
  assertProblem(await sendCsv(agent, rows, { country: 'XX' }), 422, 'request.invalid', 'country')
  assertProblem(await agent.post('/people', { phone: '040 428311' }), 422, 'request.invalid', 'phone')
  assertStatus(await agent.patch('', { defaultCountry: 'DE' }), 200)
  const made = assertStatus(await agent.post('/people', { phone: '040 428311' }), 201)
  assert.equal(made.phone, '+4940428311')
  assertStatus(await agent.post(`/people/${made.id}/identities`, { channel: 'sms', address: '0151 23456789' }), 201)
  assertStatus(await agent.patch('', { defaultCountry: null }), 200)
  const path = `/orgs/${agent.orgId}`
  assertStatus(await agent.client.patch(path, { defaultCountry: 'FR' }), 200)
  assert.equal(assertStatus(await agent.post('/people', { phone: '01 23 45 67 80' }), 201).phone, '+33123456780')
})
