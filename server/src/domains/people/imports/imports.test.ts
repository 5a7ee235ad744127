import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stillWorld } from '../../../platform/world.ts'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus } from '../../../testing/client.ts'
import { readAnnouncedEvents } from '../../../testing/events.ts'
import { countImportRows, importCsv, listEveryone, sendCsv } from '../../../testing/people-imports.ts'

const world = stillWorld('2030-01-31T09:00:00Z')
const server = await createTestApp({ world })

test('a CSV file with a header row becomes people', async () => {
  const agent = await createTestAgent(server)
  const file = [
    'fullName,firstName,lastName,email,phone,company,title,status,source,notes,tags,assignedRepresentativeId,preferredLocationId,timezone,scheduledCallAt,plan',
    'Ada Lovelace,Ada,Lovelace,ada@example.com,(202) 555-0143,Engines,Countess,qualified,fair,"Said ""yes"", twice",fair;maths,rep-1,harbor,Europe/London,2030-02-01T10:00:00+01:00,plus',
    ',Grace,,,,,,,,,,,,,,',
  ].join('\n')
  const answer = await importCsv(agent, file)
  const { importBatchId, ...counts } = answer
  assert.match(importBatchId, /^imp_/)
  assert.deepEqual(counts, { created: 2, updated: 0, skipped: 0, failed: 0, errors: [] })
  const [ada, grace] = await listEveryone(server, agent)
  const at = '2030-01-31T09:00:00.000Z'
  assert.deepEqual(ada, {
    id: ada.id,
    fullName: 'Ada Lovelace',
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    phone: '+12025550143',
    company: 'Engines',
    title: 'Countess',
    status: 'qualified',
    source: 'fair',
    notes: 'Said "yes", twice',
    tags: ['fair', 'maths'],
    customFields: { plan: 'plus' },
    assignedRepresentativeId: 'rep-1',
    preferredLocationId: 'harbor',
    timezone: 'Europe/London',
    scheduledCallAt: '2030-02-01T09:00:00.000Z',
    consent: { status: 'unknown' },
    identities: [],
    journal: [],
    importBatchId,
    createdAt: at,
    updatedAt: at,
  })
  assert.deepEqual([grace.firstName, grace.status, grace.source, grace.tags], ['Grace', 'new', 'import', []])
})

test('JSON people follow the rules of POST, and may also have id and consent', async () => {
  const agent = await createTestAgent(server)
  const people = [
    { id: 'crm-7', fullName: 'Ada', phone: '+12025550143', customFields: { seats: 4 }, consent: 'granted' },
    { email: 'grace@example.com', tags: ['navy'], consent: { status: 'denied', source: 'letter', evidence: 'p. 2' } },
    { fullName: 'Nobody', shoeSize: 43 },
    'Somebody',
    {},
    null,
  ]
  const answer = assertStatus(await agent.post('/people/import', { people, channel: 'rcs' }), 200)
  assert.deepEqual([answer.created, answer.failed], [2, 4])
  assert.deepEqual(answer.errors, [
    { row: 3, field: 'shoeSize', message: 'is not a known field' },
    { row: 4, message: 'must be an object' },
    { row: 5, message: 'contains no data about a person' },
    { row: 6, message: 'must be an object' },
  ])
  const [ada, grace] = await listEveryone(server, agent)
  const updatedAt = '2030-01-31T09:00:00.000Z'
  assert.equal(ada.id, 'crm-7')
  assert.deepEqual(ada.customFields, { seats: '4' })
  assert.deepEqual(ada.consent, { status: 'granted', source: 'import', updatedAt })
  assert.deepEqual(
    ada.identities.map(({ channel, preferred }: { channel: string; preferred: boolean }) => [channel, preferred]),
    [['rcs', true]],
  )
  assert.deepEqual(grace.consent, { status: 'denied', source: 'letter', evidence: 'p. 2', updatedAt })
})

test('in JSON null clears a known value, and keys can be mapped', async () => {
  const agent = await createTestAgent(server)
  const first = { people: [{ id: 'a', fullName: 'Ada', company: 'Engines', customFields: { plan: 'plus' } }] }
  assertStatus(await agent.post('/people/import', first), 200)
  const people = [{ id: 'a', company: null, Tariff: 'basic', Secret: 'x', How: 'granted' }]
  const mapping = { Tariff: 'customFields.plan', Secret: null, How: 'consent.status' }
  const answer = assertStatus(await agent.post('/people/import', { people, mapping }), 200)
  assert.deepEqual([answer.updated, answer.errors], [1, []])
  const [ada] = await listEveryone(server, agent)
  assert.deepEqual([ada.company, ada.customFields.plan, ada.consent.status], [undefined, 'basic', 'granted'])
})

test('imported people can be found by their values, whatever characters these contain', async () => {
  const agent = await createTestAgent(server)
  const tags = ['fair\u001fw:grace', 'two\nlines', '{"quoted"}', 'b\\ack', 'plain']
  const people = [...tags.map((tag, at) => ({ id: `p${at}`, fullName: `Ada ${at}`, tags: [tag] })), { id: 'none' }]
  assertStatus(await agent.post('/people/import', { people }), 200)
  const found = async (query: string) =>
    assertStatus(await agent.get(`/people?${query}`), 200).data.map(({ id }: { id: string }) => id)
  for (const [at, tag] of tags.entries()) assert.deepEqual(await found(`tag=${encodeURIComponent(tag)}`), [`p${at}`])
  assert.deepEqual(await found('q=grace'), [])
  assert.equal((await found('q=ada')).length, tags.length)
})

test('errors name row, line and field, never the value, and do not block other rows', async () => {
  const agent = await createTestAgent(server)
  await agent.put('/people-fields', {
    fields: [
      { key: 'seats', type: 'number' },
      { key: 'member', type: 'boolean' },
    ],
  })
  const file = [
    'name,email,phone,status,id,seats,member,consent,consent.evidence',
    'Ada,ada@example.com,,,,4,TRUE,,',
    'Bob,"not an',
    'address",12,gone,a b,,,maybe,',
    'Cyd,,,,,four,perhaps,,',
    ',,,,,,,,',
    'Dan,,,,,,,,on paper',
    'Eve,,,,,,,,,,',
    'Fay,,,,,,,,,more',
    'Gus\u0000,,,,,,,,',
  ].join('\n')
  const answer = await importCsv(agent, file)
  assert.deepEqual([answer.created, answer.failed], [2, 5])
  assert.deepEqual(answer.errors, [
    { row: 2, line: 3, field: 'id', message: 'must be 1 to 64 letters, digits, hyphens or underscores' },
    { row: 2, line: 3, field: 'email', message: 'must be an email address' },
    {
      row: 2,
      line: 3,
      field: 'phone',
      message: 'must be a phone number, for example +12025550143',
    },
    {
      row: 2,
      line: 3,
      field: 'status',
      message: 'must be one of new, contacted, qualified, converted, lost',
    },
    { row: 2, line: 3, field: 'consent.status', message: 'must be one of granted, denied, unknown' },
    { row: 3, line: 5, field: 'customFields.seats', message: 'must be a number, for example 12.5' },
    { row: 3, line: 5, field: 'customFields.member', message: 'must be true or false' },
    { row: 4, line: 7, field: 'consent.status', message: 'must be one of granted, denied, unknown' },
    { row: 6, line: 9, field: 'column 10', message: 'has a value but no header' },
    { row: 7, line: 10, field: 'fullName', message: 'must not contain a NUL character' },
  ])
  const [ada] = await listEveryone(server, agent)
  assert.deepEqual(ada.customFields, { seats: '4', member: 'true' })
})

test('the result lists a thousand errors and counts all of them', async () => {
  const agent = await createTestAgent(server)
  const answer = await importCsv(agent, `email\n${'nobody\n'.repeat(2500)}x@example.com\n`)
  assert.deepEqual([answer.created, answer.failed, answer.errors.length], [1, 2500, 1000])
  assert.deepEqual(answer.errors[999], { row: 1000, line: 1001, field: 'email', message: 'must be an email address' })
})

test('people are matched by id, then phone, then email, and only supplied values change', async () => {
  const agent = await createTestAgent(server)
  const known = [
    { id: 'a', fullName: 'Ada', phone: '+12025550101', email: 'ada@example.com', tags: ['old'], company: 'Engines' },
    { id: 'b', fullName: 'Bob', phone: '+12025550102', email: 'bob@example.com' },
    { id: 'c', fullName: 'Cyd', phone: '+12025550103', email: 'cyd@example.com' },
  ]
  assertStatus(await agent.post('/people/import', { people: known }), 200)
  world.advance(60_000)
  const file = [
    'id,phone,email,fullName,tags,company',
    'a,+12025550102,,Ada L,new,',
    ',202-555-0103,ADA@example.com,Cyd C,,',
    ',,BOB@EXAMPLE.COM,Bob B,,',
    'new-1,,BOB@example.com,Bobby,,',
    'd,,,Dan,,',
  ].join('\n')
  const answer = await importCsv(agent, file)
  assert.deepEqual([answer.created, answer.updated, answer.skipped], [1, 4, 0])
  const people = await listEveryone(server, agent)
  assert.deepEqual(
    people.map(({ id, fullName, phone, email }) => [id, fullName, phone, email]),
    [
      ['a', 'Ada L', '+12025550102', 'ada@example.com'],
      ['b', 'Bobby', '+12025550102', 'BOB@example.com'],
      ['c', 'Cyd C', '+12025550103', 'ADA@example.com'],
      ['d', 'Dan', undefined, undefined],
    ],
  )
  assert.deepEqual([people[0].tags, people[0].company], [['new'], 'Engines'])
})

test('if several people have the same phone, the oldest is matched', async () => {
  const agent = await createTestAgent(server)
  for (const fullName of ['First', 'Second']) await agent.post('/people', { fullName, phone: '+12025550101' })
  const answer = await importCsv(agent, 'phone,company\n+12025550101,Engines\n')
  assert.equal(answer.updated, 1)
  const people = await listEveryone(server, agent)
  assert.deepEqual(
    people.map(({ company }) => company),
    ['Engines', undefined],
  )
})

test('a second row for the same person updates the person that the first one created', async () => {
  const agent = await createTestAgent(server)
  const file =
    'name,phone,email,tags\nAda,+12025550101,,one\nAda L,+12025550101,ada@example.com,\n,,Ada@Example.com,two\n'
  const answer = await importCsv(agent, file)
  assert.deepEqual([answer.created, answer.updated, answer.skipped], [1, 2, 0])
  const [ada, ...others] = await listEveryone(server, agent)
  assert.deepEqual([ada.fullName, ada.email, ada.tags, others], ['Ada L', 'Ada@Example.com', ['two'], []])
  const events = await readAnnouncedEvents(server, agent)
  assert.deepEqual(
    events.map(({ type }) => type),
    ['person.created'],
  )
})

test('if an earlier row changed the phone of a person, a later row with the old phone matches the next person who has it', async () => {
  const agent = await createTestAgent(server)
  const people = ['a', 'b'].map((id) => ({ id, phone: '+12025550101' }))
  assertStatus(await agent.post('/people/import', { people }), 200)
  const file = 'id,phone,company\na,+12025550102,One\n,+12025550101,Two\n,+12025550102,Three\n'
  const answer = await importCsv(agent, file)
  assert.deepEqual([answer.created, answer.updated], [0, 3])
  assert.deepEqual(
    (await listEveryone(server, agent)).map(({ id, company }) => [id, company]),
    [
      ['a', 'Three'],
      ['b', 'Two'],
    ],
  )
})

test('every person in the file belongs to its batch, whether or not the import changes them', async () => {
  const agent = await createTestAgent(server)
  const file = 'id,name\na,Ada\nb,Bob\n'
  const first = await importCsv(agent, file)
  world.advance(60_000)
  const again = await importCsv(agent, file)
  assert.deepEqual([again.created, again.updated, again.skipped], [0, 0, 2])
  const skipped = await importCsv(agent, 'id,name\na,Another\n', { onDuplicate: 'skip' })
  assert.deepEqual([skipped.updated, skipped.skipped], [0, 1])
  const [ada, bob] = await listEveryone(server, agent)
  assert.deepEqual(
    [ada.fullName, ada.importBatchId, bob.importBatchId],
    ['Ada', skipped.importBatchId, again.importBatchId],
  )
  assert.equal(ada.updatedAt, ada.createdAt)
  const { rows } = await server.database.pool.query(
    `select people.id, search_key from people_search_keys join people using (agent_key, person_key)
      where search_key = any($1) order by person_key, people_search_keys.search_key collate "C"`,
    [[first, again, skipped].map(({ importBatchId }) => `b:${importBatchId}`)],
  )
  assert.equal(rows.length, 5)
  assert.equal((await readAnnouncedEvents(server, agent)).length, 2)
})

test('the last fifty imports of a person are stored', async () => {
  const agent = await createTestAgent(server)
  for (let times = 0; times < 52; times++) await importCsv(agent, 'id,name\na,Ada\n')
  const { rows } = await server.database.pool.query(
    `select cardinality(import_batch_ids) as batches,
            (select count(*) from people_search_keys as own where own.person_key = people.person_key and search_key like 'b:%') as terms
       from people join agents using (agent_key) where agents.id = $1 and org_id = $2`,
    [agent.id, agent.orgId],
  )
  assert.deepEqual(rows, [{ batches: 50, terms: 50 }])
})

test('consent is added to the ledger if it is new, with the import as its author', async () => {
  const agent = await createTestAgent(server)
  const header = 'id,consent,consent.source,consent.evidence\n'
  const { importBatchId } = await importCsv(agent, `${header}a,Granted,web form,ticked\nb,,,\nc,unknown,,\n`)
  const same = await importCsv(agent, `${header}a,granted,elsewhere,\n`)
  assert.equal(same.skipped, 1)
  const more = await importCsv(agent, `${header}a,granted,,a letter\na,denied,,\n`)
  assert.equal(more.updated, 2)
  const { history, ...now } = assertStatus(await agent.get('/people/a/consent'), 200)
  assert.deepEqual([now.status, now.source, now.evidence], ['denied', 'import', undefined])
  assert.deepEqual(
    history.map(({ status, source, evidence, by }: Record<string, unknown>) => [status, source, evidence, by]),
    [
      ['denied', 'import', undefined, { kind: 'import', id: more.importBatchId }],
      ['granted', 'import', 'a letter', { kind: 'import', id: more.importBatchId }],
      ['granted', 'web form', 'ticked', { kind: 'import', id: importBatchId }],
    ],
  )
  for (const id of ['b', 'c']) assert.deepEqual(assertStatus(await agent.get(`/people/${id}/consent`), 200).history, [])
  const changes = (await readAnnouncedEvents(server, agent)).filter(({ type }) => type === 'person.consent_changed')
  assert.equal(changes.length, 2)
})

test('a consent statement older than the newest one changes only the ledger', async () => {
  const agent = await createTestAgent(server)
  await importCsv(agent, 'id,name\na,Ada\n')
  assertStatus(await agent.put('/people/a/consent', { status: 'denied' }), 200)
  const before = (await readAnnouncedEvents(server, agent)).length
  world.advance(-60_000)
  const late = await importCsv(agent, 'id,consent\na,granted\n')
  assert.equal(late.skipped, 1)
  const { history, ...now } = assertStatus(await agent.get('/people/a/consent'), 200)
  assert.deepEqual([now.status, now.updatedAt], ['denied', history[0].at])
  assert.deepEqual(
    history.map(({ status }: Record<string, unknown>) => status),
    ['denied', 'granted'],
  )
  assert.equal((await readAnnouncedEvents(server, agent)).length, before)
  // The latest write wins, whatever the clock of its process.
  assert.equal(assertStatus(await agent.put('/people/a/consent', { status: 'unknown' }), 200).status, 'unknown')
  world.advance(60_000)
})

test('with a channel each phone becomes an identity there, unless another person holds it', async () => {
  const agent = await createTestAgent(server)
  await importCsv(agent, 'id,phone\na,+12025550101\nb,+12025550102\n', { channel: 'rcs' })
  assertStatus(await agent.patch('/people/a', { phone: '+12025550109' }), 200)
  const file = 'id,phone,name\nb,+12025550101,Bob\nc,+12025550103,Cyd\nb,+12025550102,Bob\n'
  const answer = await importCsv(agent, file, { channel: 'rcs' })
  assert.deepEqual([answer.created, answer.updated, answer.failed], [1, 2, 0])
  assert.deepEqual(answer.errors, [
    { row: 1, line: 2, field: 'phone', message: 'belongs to another person on rcs; the rest of the row was imported' },
  ])
  const people = await listEveryone(server, agent)
  assert.deepEqual(
    people.map(({ id, identities }) => [id, identities.length]),
    [
      ['a', 1],
      ['b', 1],
      ['c', 1],
    ],
  )
  const sms = await importCsv(agent, 'id,phone\nc,+12025550103\n', { channel: 'sms' })
  assert.equal(sms.updated, 1)
  const cyd = assertStatus(await agent.get('/people/c'), 200)
  assert.deepEqual(cyd.identities.map(({ channel }: { channel: string }) => channel).sort(), ['rcs', 'sms'])
  const events = (await readAnnouncedEvents(server, agent)).filter(({ type }) => type === 'person.updated')
  assert.deepEqual(events.at(-1)?.data, { agentId: agent.id, personId: 'c', changed: ['identities'] })
})

test('an identity added to a known person is published and counted, and a refused one is neither', async () => {
  const agent = await createTestAgent(server)
  const phones = ['+12025550101', '+12025550102', '+12025550103']
  const people = phones.map((phone, index) => ({ id: `${index}`, phone }))
  assertStatus(await agent.post('/people/import', { people }), 200)
  assertStatus(await agent.post('/people/0/identities', { channel: 'rcs', address: '+12025550109' }), 201)
  assertStatus(await agent.post('/people/0/identities', { channel: 'sms', address: phones[2] }), 201)
  const before = (await readAnnouncedEvents(server, agent)).length
  const updates = async () =>
    (await readAnnouncedEvents(server, agent)).slice(before).map(({ type, data }) => [type, data])
  const file = `id,phone\n${people.map(({ id, phone }) => `${id},${phone}\n`).join('')}`
  const updated = (personId: string) => ['person.updated', { agentId: agent.id, personId, changed: ['identities'] }]
  world.advance(60_000)
  const rcs = await importCsv(agent, `${file}0,${phones[0]}\n`, { channel: 'rcs' })
  assert.deepEqual([rcs.updated, rcs.skipped, rcs.errors], [3, 1, []])
  assert.deepEqual(await updates(), ['0', '1', '2'].map(updated))
  const everyone = await listEveryone(server, agent)
  assert.deepEqual(
    everyone.map(({ identities, updatedAt }) => [identities.length, updatedAt]),
    [3, 1, 1].map((count) => [count, world.now().toISOString()]),
  )
  const sms = await importCsv(agent, `id,phone\n2,${phones[2]}\n`, { channel: 'sms' })
  assert.deepEqual([sms.updated, sms.skipped, sms.errors.length], [0, 1, 1])
  assert.equal((await updates()).length, 3)
  const again = await importCsv(agent, file, { channel: 'rcs' })
  assert.deepEqual([again.updated, again.skipped], [0, 3])
  assert.equal((await updates()).length, 3)
})

test('people who share a phone stay separate if each has an id, in one batch or in several', async () => {
  for (const between of [0, 600]) {
    const agent = await createTestAgent(server)
    const known = assertStatus(await agent.post('/people', { fullName: 'Known', phone: '+12025550109' }), 201)
    const others = Array.from({ length: between }, (_, n) => `,Other ${n},o${n}@example.com,\n`).join('')
    const file = [
      'id,name,email,phone\n',
      'a,Ada,,+12025550101\n',
      'k,Known K,,+12025550109\n',
      others,
      'b,Bob,,+12025550101\n',
      'c,Cyd,home@example.com,\n',
      'd,Dan,HOME@example.com,+12025550101\n',
      'l,Known L,,+12025550109\n',
      ',Ada without an id,,+12025550101\n',
      'k,Known K again,,+12025550109\n',
    ].join('')
    const first = await importCsv(agent, file)
    assert.deepEqual([first.created, first.updated], [5 + between, 3])
    const names = [known.id, 'a', 'b', 'c', 'd', 'l'].map(async (id) => {
      return assertStatus(await agent.get(`/people/${id}`), 200).fullName
    })
    assert.deepEqual(await Promise.all(names), ['Known K again', 'Ada without an id', 'Bob', 'Cyd', 'Dan', 'Known L'])
  }
})

test('a channel that does not identify people by phone is refused', async () => {
  const agent = await createTestAgent(server)
  for (const channel of ['webchat', 'messengerB', 'pigeon']) {
    assertProblem(await sendCsv(agent, 'name\nAda\n', { channel }), 422, 'request.invalid', 'channel')
    const body = { people: [{ fullName: 'Ada' }], channel }
    assertProblem(await agent.post('/people/import', body), 422, 'request.invalid', 'channel')
  }
})

test('a dry run reports what an import would do, and changes nothing', async () => {
  const agent = await createTestAgent(server)
  await importCsv(agent, 'id,name\na,Ada\n')
  const before = await countImportRows(server, agent)
  const file = 'id,name,phone,email,consent\na,Ada L,,,granted\nb,Bob,+12025550101,,\n,,,nobody,\n'
  const dry = await importCsv(agent, file, { dryRun: 'true', channel: 'rcs' })
  assert.deepEqual(await countImportRows(server, agent), before)
  const { importBatchId: _, ...real } = await importCsv(agent, file, { channel: 'rcs' })
  const { understood, ...counted } = dry
  assert.deepEqual(counted, { ...real, dryRun: true })
  assert.deepEqual([understood.charset, understood.delimiter], ['utf-8', ','])
  const { data } = assertStatus(await agent.get('/people/imports'), 200)
  assert.deepEqual(data.map(({ dryRun, status }: Record<string, unknown>) => [dryRun, status]).sort(), [
    [false, 'done'],
    [false, 'done'],
    [true, 'done'],
  ])
})

test('the results of imports can be read, newest first', async () => {
  const agent = await createTestAgent(server)
  const file = 'name,email\nAda,ada@example.com\nBob,nobody\n'
  const { importBatchId, ...answer } = await importCsv(agent, file)
  world.advance(60_000)
  const refused = await sendCsv(agent, 'name\n"Ada')
  assertProblem(refused, 422, 'request.invalid', 'file')
  const { data } = assertStatus(await agent.get('/people/imports'), 200)
  assert.deepEqual(
    data.map(({ status, rows, error }: Record<string, unknown>) => [status, rows, error]),
    [
      ['failed', 0, 'The file has a quote that is not closed (row 1, line 2). Nothing was written.'],
      ['done', 2, undefined],
    ],
  )
  const report = assertStatus(await agent.get(`/people/imports/${importBatchId}`), 200)
  const { createdAt, updatedAt, ...rest } = report
  assert.deepEqual(rest, {
    importBatchId,
    status: 'done',
    dryRun: false,
    totalBytes: file.length,
    readBytes: file.length,
    rows: 2,
    ...answer,
  })
  const [first] = assertStatus(await agent.get('/people/imports?limit=1'), 200).data
  assert.equal(first.status, 'failed')
  assertProblem(await agent.get('/people/imports/imp_none'), 404, 'resource.not_found')
  assert.deepEqual(assertStatus(await (await createTestAgent(server)).get('/people/imports'), 200), { data: [] })
  assert.ok(createdAt <= updatedAt)
})

test('a repeat with its Idempotency-Key imports no one twice', async () => {
  const agent = await createTestAgent(server)
  const key = { 'idempotency-key': 'people' }
  const first = await sendCsv(agent, 'name\nAda\n', {}, key)
  const again = await sendCsv(agent, 'name\nAda\n', {}, key)
  assert.deepEqual([again.status, again.text, again.headers['idempotency-replayed']], [200, first.text, 'true'])
  assert.equal((await listEveryone(server, agent)).length, 1)
  assert.equal(assertStatus(await agent.get('/people/imports'), 200).data.length, 1)
  assertProblem(await sendCsv(agent, 'name\nBob\n', {}, key), 422, 'request.idempotency_mismatch')
})

test('an import requires an editor with people:write, and reading its result a viewer with people:read', async () => {
  const agent = await createTestAgent(server)
  const org = { id: agent.orgId, path: `/orgs/${agent.orgId}`, api: agent.client }
  const reader = agent.by(await server.key(org, ['people:read']))
  assertProblem(await sendCsv(reader, 'name\nAda\n'), 403, 'auth.scope_missing')
  assertStatus(await reader.get('/people/imports'), 200)
  const viewer = agent.by(await server.member(org, 'viewer'))
  assertProblem(await sendCsv(viewer, 'name\nAda\n'), 403, 'auth.forbidden')
})

test('a body that is neither CSV nor JSON, or has unknown options, is refused', async () => {
  const agent = await createTestAgent(server)
  const other = await agent.raw('POST', '/people/import', 'name\nAda\n', { 'content-type': 'text/plain' })
  assertProblem(other, 400, 'request.malformed')
  assertProblem(await agent.post('/people/import', { persons: [] }), 422, 'request.invalid', 'people', 'persons')
  assertProblem(await agent.post('/people/import', [{ fullName: 'Ada' }]), 422, 'request.invalid')
  const nul = await agent.post('/people/import', { people: [{ fullName: 'A\u0000' }] })
  assertProblem(nul, 422, 'request.invalid', 'people[0].fullName')
  const half = await agent.post('/people/import', { people: [{ notes: '\ud800' }] })
  assertProblem(half, 422, 'request.invalid', 'people[0].notes')
  const untyped = await agent.raw('POST', '/people/import', 'name\nAda\n', {})
  assertProblem(untyped, 400, 'request.malformed')
  const settings = { dryRun: 'yes', onDuplicate: 'merge', mapping: '{', delimiter: ',' }
  const reply = await sendCsv(agent, 'name\nAda\n', settings)
  assertProblem(reply, 422, 'request.invalid', 'dryRun', 'onDuplicate', 'mapping', 'delimiter')
  assert.deepEqual(await listEveryone(server, agent), [])
})
