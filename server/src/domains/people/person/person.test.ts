import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { readAnnouncedEvents } from '../../../testing/events.ts'

const server = await createTestApp()

const made = async (agent: TestAgent, body: object): Promise<ReplyBody> =>
  assertStatus(await agent.post('/people', body), 201)
const read = async (agent: TestAgent, id: string): Promise<ReplyBody> =>
  assertStatus(await agent.get(`/people/${id}`), 200)

const whole = {
  fullName: 'Ada Example',
  firstName: 'Ada',
  lastName: 'Example',
  email: 'ada@example.com',
  phone: '+12025550143',
  company: 'Engines',
  title: 'Owner',
  status: 'qualified',
  source: 'fair',
  notes: 'Likes numbers',
  tags: ['vip', 'fair'],
  customFields: { plan: 'plus', city: 'London' },
  assignedRepresentativeId: 'rep-1',
  scheduledCallAt: '2030-01-31T09:00:00.000Z',
  timezone: 'Europe/London',
}

test('a Person with every operator field is stored and returned as sent', async () => {
  const agent = await createTestAgent(server)
  const person = await made(agent, whole)
  const { id, createdAt, updatedAt, ...rest } = person
  assert.deepEqual(rest, { ...whole, consent: { status: 'unknown' }, identities: [], journal: [] })
  assert.match(id, /^per_/)
  assert.equal(createdAt, updatedAt)
  assert.deepEqual(await read(agent, id), person)
})

test('a Person without data is new and has no consent, tags or fields', async () => {
  const { id: _, createdAt: __, updatedAt: ___, ...rest } = await made(await createTestAgent(server), {})
  const nothing = { status: 'new', tags: [], customFields: {}, consent: { status: 'unknown' } }
  assert.deepEqual(rest, { ...nothing, identities: [], journal: [] })
})

test('runtime fields can be sent back and change nothing', async () => {
  const agent = await createTestAgent(server)
  const person = await made(agent, whole)
  const forged = {
    id: 'per_other',
    consent: { status: 'granted' },
    identities: [{ asid: 'x' }],
    journal: [{ text: 'x' }],
    lastSeenAt: '2020-01-01T00:00:00Z',
    lastCallAt: '2020-01-01T00:00:00Z',
    importBatchId: 'imp_1',
    createdAt: '2020-01-01T00:00:00Z',
    updatedAt: '2020-01-01T00:00:00Z',
  }
  assert.deepEqual(assertStatus(await agent.patch(`/people/${person.id}`, { ...person, ...forged }), 200), person)
  const other = await made(agent, forged)
  assert.notEqual(other.id, forged.id)
  assert.deepEqual(other.identities, [])
})

test('consent sent with a new Person is recorded with its author, or refused; it is never dropped', async () => {
  const agent = await createTestAgent(server)
  const consent = { status: 'granted', source: 'web form', evidence: 'ticked the box' }
  const person = await made(agent, { ...whole, consent: consent })
  assert.deepEqual(person.consent, { ...consent, updatedAt: person.createdAt })
  const { history, ...now } = assertStatus(await agent.get(`/people/${person.id}/consent`), 200)
  assert.deepEqual(now, person.consent)
  const [{ by }] = history
  assert.deepEqual(history, [{ at: person.createdAt, ...consent, by }])
  assert.equal(by.kind, 'key')
  const copy = await made(agent, { consent: person.consent })
  assert.equal(copy.consent.source, 'web form')
  const before = assertStatus(await agent.get('/people?limit=200'), 200).data.length
  for (const [field, consent] of [
    ['consent', null],
    ['consent', 'granted'],
    ['consent.status', {}],
    ['consent.status', { status: 'yes' }],
    ['consent.by', { status: 'granted', by: { kind: 'user' } }],
    ['consent.evidence', { status: 'denied', evidence: 'x'.repeat(4001) }],
  ] as const) {
    assertProblem(await agent.post('/people', { ...whole, consent }), 422, 'request.invalid', field)
  }
  assert.equal(assertStatus(await agent.get('/people?limit=200'), 200).data.length, before)
})

test('PATCH keeps fields it does not name, clears by null or an empty text, and replaces by a value', async () => {
  const agent = await createTestAgent(server)
  const { id } = await made(agent, whole)
  const change = { company: null, title: ' ', notes: 'New', tags: null, scheduledCallAt: null }
  const patched = assertStatus(await agent.patch(`/people/${id}`, change), 200)
  for (const field of ['company', 'title', 'scheduledCallAt']) assert.equal(field in patched, false, field)
  assert.deepEqual([patched.notes, patched.tags, patched.firstName], ['New', [], 'Ada'])
  assert.deepEqual(await read(agent, id), patched)
})

test('custom fields change key by key, and null removes all of them', async () => {
  const agent = await createTestAgent(server)
  const { id } = await made(agent, { customFields: { plan: 'plus', seats: 5, vip: true } })
  const patch = async (customFields: unknown) =>
    assertStatus(await agent.patch(`/people/${id}`, { customFields }), 200).customFields
  assert.deepEqual(await patch({ seats: null, 'shoe size': '42', toString: 'own' }), {
    plan: 'plus',
    vip: 'true',
    'shoe size': '42',
    toString: 'own',
  })
  assert.deepEqual(await patch(null), {})
})

test('the values of declared People fields must match their types; undeclared ones accept any text', async () => {
  const agent = await createTestAgent(server)
  const fields = [
    { key: 'seats', type: 'number' },
    { key: 'member', type: 'boolean' },
    { key: 'since', type: 'date' },
    { key: 'plan', type: 'enum', options: ['basic', 'plus'] },
    { key: 'email', type: 'string', locked: true },
  ]
  assertStatus(await agent.put('/people-fields', { fields }), 200)
  const good = { seats: -4.5, member: false, since: '2028-02-29', plan: 'plus', other: 'anything' }
  const { id, customFields } = await made(agent, { customFields: good, email: 'ada@example.com' })
  assert.deepEqual(customFields, { ...good, seats: '-4.5', member: 'false' })
  for (const [key, value] of [
    ['seats', 'many'],
    ['seats', '0x10'],
    ['seats', ' 1e3 '],
    ['member', 'yes'],
    ['since', '2027-02-29'],
    ['since', 'soon'],
    ['plan', 'Plus'],
  ] as const) {
    const body = { notes: 'x', customFields: { [key]: value } }
    assertProblem(await agent.post('/people', body), 422, 'request.invalid', `customFields.${key}`)
    assertProblem(await agent.patch(`/people/${id}`, body), 422, 'request.invalid', `customFields.${key}`)
  }
  // A lock applies to conversations and sends; operators may change fields that they have locked.
  assert.equal(
    assertStatus(await agent.patch(`/people/${id}`, { email: 'new@example.com' }), 200).email,
    'new@example.com',
  )
  assert.equal((await read(agent, id)).notes, undefined)
})

const phones: [written: string, expected: string][] = [
  ['+12025550143', '+12025550143'],
  ['+1 (202) 555-0143', '+12025550143'],
  ['(202) 555-0143', '+12025550143'],
  ['202.555.0143', '+12025550143'],
  ['1-202-555-0143', '+12025550143'],
  ['tel:+12025550143', '+12025550143'],
  ['0049 30 901820', '+4930901820'],
  ['+49 (0)30 901820', '+4930901820'],
  ['+33 1 42 68 53 00', '+33142685300'],
]
test('a telephone number in any common format is stored as E.164', async () => {
  const agent = await createTestAgent(server)
  for (const [written, expected] of phones)
    assert.equal((await made(agent, { phone: written })).phone, expected, written)
})

test('an email address may use any script', async () => {
  const agent = await createTestAgent(server)
  for (const email of ['jörg@bücher.example', 'पता@उदाहरण.भारत', "o'neil+tag@sub.example.co", 'UPPER@Example.COM']) {
    assert.equal((await made(agent, { email })).email, email)
  }
})

const faults: [field: string, values: unknown[]][] = [
  ['fullName', [7, 'x'.repeat(201), 'nul\u0000', '\udc00', {}]],
  ['firstName', ['x'.repeat(101)]],
  [
    'email',
    ['nobody', 'a@b', 'a b@example.com', 'a@@example.com', 'a@example..com', `${'x'.repeat(65)}@example.com`, 7],
  ],
  ['phone', ['none', 'call my sister', '12', '+', '+12025550143 ext. 5', '٠', '+0123456789', 7]],
  ['status', ['won', 'New', '', null]],
  ['notes', ['x'.repeat(5001), 'x'.repeat(1_000_000)]],
  ['tags', ['vip', {}, Array.from({ length: 101 }, (_, n) => `t${n}`)]],
  ['tags[0]', [[''], ['x'.repeat(61)], [7]]],
  ['timezone', ['Mars/Olympus', '+01:00', '']],
  ['scheduledCallAt', ['soon', '2030-01-31', '2030-13-31T09:00:00Z']],
  ['customFields', ['plan', [['plan', 'x']]]],
  ['customFields.plan', ['x'.repeat(4001), {}, ['x']].map((plan) => plan)],
  ['outreachState', ['x']],
  ['channel', ['rcs']],
]
test('an invalid field returns 422 at that field on POST and PATCH, and nothing is written', async () => {
  const agent = await createTestAgent(server)
  const { id } = await made(agent, whole)
  const before = await read(agent, id)
  for (const [field, values] of faults) {
    for (const value of values) {
      const body = { title: 'Changed', ...bodyOf(field, value) }
      assertProblem(await agent.post('/people', body), 422, 'request.invalid', field)
      assertProblem(await agent.patch(`/people/${id}`, body), 422, 'request.invalid', field)
    }
  }
  assert.deepEqual(await read(agent, id), before)
  assert.deepEqual(
    (await readAnnouncedEvents(server, agent)).map(({ type }) => type),
    ['person.created'],
  )
})

function bodyOf(field: string, value: unknown): object {
  if (field === 'customFields.plan') return { customFields: { plan: value } }
  return { [field.replace(/\[0\]$/, '')]: value }
}

test('an empty value removes a custom field, whatever its type', async () => {
  const agent = await createTestAgent(server)
  assertStatus(await agent.put('/people-fields', { fields: [{ key: 'seats', type: 'number' }] }), 200)
  const { id, customFields } = await made(agent, { customFields: { seats: '', city: ' ', plan: 'plus' } })
  assert.deepEqual(customFields, { plan: 'plus' })
  assert.deepEqual(
    assertStatus(await agent.patch(`/people/${id}`, { customFields: { plan: '' } }), 200).customFields,
    {},
  )
})

test('names with characters outside the basic plane are stored, and times out of range are refused', async () => {
  const agent = await createTestAgent(server)
  const fullName = `a ${'𠀀'.repeat(150)}`
  assert.equal((await made(agent, { fullName })).fullName, fullName)
  for (const at of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+23:59', '9999-12-31T23:59:59-23:59']) {
    assertProblem(await agent.post('/people', { scheduledCallAt: at }), 422, 'request.invalid', 'scheduledCallAt')
  }
})

test('a custom field with an invalid name is refused', async () => {
  const agent = await createTestAgent(server)
  const { id } = await made(agent, {})
  for (const key of ['', 'a.b', '$set', 'x'.repeat(129)]) {
    assertProblem(await agent.post('/people', { customFields: { [key]: 'x' } }), 422, 'request.invalid')
  }
  const raw = '{"customFields":{"__proto__":"x"}}'
  const json = { 'content-type': 'application/json' }
  assertProblem(await agent.raw('PATCH', `/people/${id}`, raw, json), 422, 'request.invalid', 'customFields.__proto__')
  const many = Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`k${n}`, 'x']))
  assertProblem(await agent.post('/people', { customFields: many }), 422, 'request.invalid', 'customFields')
})

test('a Person of another agent, or an unknown one, returns 404 on every route', async () => {
  const [agent, other] = [await createTestAgent(server), await createTestAgent(server)]
  const { id } = await made(other, whole)
  for (const unknown of [id, 'none', 'x'.repeat(300)]) {
    for (const reply of [
      await agent.get(`/people/${unknown}`),
      await agent.patch(`/people/${unknown}`, { status: 'bogus' }),
      await agent.del(`/people/${unknown}`),
      await agent.get(`/people/${unknown}/consent`),
      await agent.put(`/people/${unknown}/consent`, {}),
      await agent.get(`/people/${unknown}/journal`),
      await agent.post(`/people/${unknown}/journal`, {}),
    ]) {
      assertProblem(reply, 404, 'resource.not_found')
    }
  }
  assert.equal((await read(other, id)).fullName, whole.fullName)
})

test('every change publishes the changed fields and never their values', async () => {
  const agent = await createTestAgent(server)
  const { id } = await made(agent, whole)
  await agent.patch(`/people/${id}`, { status: 'lost', notes: null, customFields: { city: 'Paris' } })
  await agent.patch(`/people/${id}`, { status: 'lost' })
  assertStatus(await agent.del(`/people/${id}`), 204)
  const person = { agentId: agent.id, personId: id }
  assert.deepEqual(await readAnnouncedEvents(server, agent), [
    { type: 'person.created', data: person },
    {
      type: 'person.updated',
      data: { ...person, changed: ['status', 'notes', 'customFields.city'], status: { from: 'qualified', to: 'lost' } },
    },
    { type: 'person.deleted', data: person },
  ])
})

test('a PATCH with known values changes nothing, including updatedAt', async () => {
  const agent = await createTestAgent(server)
  const person = await made(agent, whole)
  assert.deepEqual(assertStatus(await agent.patch(`/people/${person.id}`, whole), 200), person)
  assert.equal((await readAnnouncedEvents(server, agent)).length, 1)
})

test('the second of two changes with the same If-Match is refused', async () => {
  const agent = await createTestAgent(server)
  const { id } = await made(agent, whole)
  const { etag } = (await agent.get(`/people/${id}`)).headers
  const headers = { 'if-match': etag as string }
  assertStatus(await agent.patch(`/people/${id}`, { notes: 'first' }, headers), 200)
  assertProblem(await agent.patch(`/people/${id}`, { notes: 'second' }, headers), 412, 'request.precondition_failed')
})

test('the ETag returned by a change is that of the next read, so that changes can follow each other', async () => {
  const agent = await createTestAgent(server)
  const { id } = await made(agent, { firstName: 'Ann' })
  const first = await agent.patch(`/people/${id}`, { lastName: 'Lee', customFields: { zone: '1', a: '2', plan: '3' } })
  assertStatus(first, 200)
  assert.equal((await agent.get(`/people/${id}`)).headers.etag, first.headers.etag)
  assertStatus(await agent.patch(`/people/${id}`, { notes: 'n' }, { 'if-match': first.headers.etag as string }), 200)
})

test('concurrent changes of different fields are both stored', async () => {
  const agent = await createTestAgent(server)
  const { id } = await made(agent, {})
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => agent.patch(`/people/${id}`, { customFields: { [`k${n}`]: String(n) } })),
  )
  assert.equal(Object.keys((await read(agent, id)).customFields).length, 20)
})

test('any text in a profile is returned as sent', async () => {
  const agent = await createTestAgent(server)
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter(isKept)
  const profile = fc.record(
    { fullName: text, company: text, notes: text, tags: fc.uniqueArray(text, { maxLength: 3 }) },
    { noNullPrototype: true },
  )
  await fc.assert(
    fc.asyncProperty(profile, async (sent) => {
      const { id } = await made(agent, sent)
      const { fullName, company, notes, tags } = await read(agent, id)
      assert.deepEqual({ fullName, company, notes, tags }, sent)
    }),
    { numRuns: 60 },
  )
})

function isKept(text: string): boolean {
  return text.trim() !== '' && [...text].length <= 60 && !text.includes('\u0000') && text.isWellFormed()
}
