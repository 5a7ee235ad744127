import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, assertStatus, postWithEtag, type TestReply } from '../../../testing/client.ts'
import {
  createAmfTextMessage,
  createRehearsalBench,
  fetchAccessToken,
  type RehearsalAgent,
} from '../../../testing/rehearsal-bench.ts'

const bench = await createRehearsalBench()
const { server, world } = bench
const agent = await bench.agent()

const personaOf = async (body: object = {}, of = agent) =>
  assertStatus(await of.post('/personas', { name: 'Somebody', ...body }), 201)
const turn = (id: string, directive: unknown, of = agent) => of.post(`/personas/${id}/turns`, { turn: directive })
const played = async (id: string, directive: unknown, of = agent) => assertStatus(await turn(id, directive, of), 200)
const texts = ({ messages }: { messages: { text: string }[] }) => messages.map(({ text }) => text)

const slots = ['09', '10'].map((hour) => ({ id: `at-${hour}`, start: { iso: `2030-02-01T${hour}:00:00Z`, tz: 'UTC' } }))
const times = { spec: 'amf/1', parts: [{ type: 'ask.time', intentId: 'when', prompt: 'When?', slots }] }
const sure = { spec: 'amf/1', parts: [{ type: 'confirm', intentId: 'sure', prompt: 'Sure?' }] }

/** Offers times to anyone who writes, asks for confirmation, and states what it understood. */
const receptionist = (): void =>
  bench.play((event) => {
    if (event.type === 'message') return [createAmfTextMessage(`You wrote: ${event.message.text ?? 'nothing'}`), times]
    if (event.type === 'action') return [createAmfTextMessage(`You tapped ${event.action.label}`)]
    if (event.type !== 'result') return []
    if (event.result.intent === 'ask.time') return [createAmfTextMessage(event.result.optionIds.join()), sure]
    return [createAmfTextMessage(`${event.result.intent}: ${event.result.optionIds.join()}`)]
  })

test('a persona can be created, read, listed newest first, changed and deleted', async () => {
  const own = await bench.agent()
  const first = await personaOf({}, own)
  const { id, userId, createdAt, ...rest } = first
  assert.deepEqual(rest, {
    name: 'Somebody',
    channel: 'rcs',
    fields: {},
    consent: { status: 'unknown' },
    historySeed: [],
    updatedAt: createdAt,
  })
  assert.ok(id.length <= 64 && userId)
  world.advance(1000)
  const second = await personaOf(
    { name: 'Another', channel: 'sms', fields: { customFields: { age: 7, vip: true } } },
    own,
  )
  assert.deepEqual(second.fields, { customFields: { age: '7', vip: 'true' } })
  const { data } = assertStatus(await own.get('/personas'), 200)
  assert.deepEqual(data, [second, first])
  const page = assertStatus(await own.get('/personas?limit=1'), 200)
  assert.deepEqual(assertStatus(await own.get(`/personas?limit=1&pageToken=${page.nextPageToken}`), 200).data, [first])
  assert.deepEqual(assertStatus(await own.get(`/personas/${id}`), 200), first)
  const renamed = assertStatus(await own.patch(`/personas/${id}`, { name: 'A regular' }), 200)
  assert.deepEqual([renamed.name, renamed.userId], ['A regular', userId])
  const changed = assertStatus(await own.patch(`/personas/${id}`, { consent: { status: 'granted' } }), 200)
  assert.notEqual(changed.userId, userId)
  assert.deepEqual(changed.consent, { status: 'granted' })
  assert.deepEqual(assertStatus(await own.patch(`/personas/${id}`, { consent: null }), 200).consent, {
    status: 'unknown',
  })
  assertStatus(await own.del(`/personas/${id}`), 204)
  assertProblem(await own.get(`/personas/${id}`), 404, 'agent.persona.not_found')
})

test('an unknown persona, or one of another agent, returns 404 on every route', async () => {
  const { id } = await personaOf({}, await bench.agent())
  for (const one of [id, 'nobody']) {
    const path = `/personas/${one}`
    const replies = [
      await agent.get(path),
      await agent.patch(path, { name: 'X' }),
      await agent.del(path),
      await agent.post(`${path}/_reset`),
      await agent.get(`${path}/turns`),
      await agent.post(`${path}/turns`, { turn: 'Hi' }),
    ]
    for (const reply of replies) assertProblem(reply, 404, 'agent.persona.not_found')
  }
})

const line = { role: 'user', content: 'Hi' }
const refused: [body: object, field: string][] = [
  [{ name: undefined }, 'name'],
  [{ name: 'x'.repeat(201) }, 'name'],
  [{ channel: 'webchat' }, 'channel'],
  [{ fields: { fullName: 'x'.repeat(201) } }, 'fields.fullName'],
  [{ fields: { firstName: 'x'.repeat(101) } }, 'fields.firstName'],
  [{ fields: { lastName: 'x'.repeat(101) } }, 'fields.lastName'],
  [{ fields: { email: 'x'.repeat(301) } }, 'fields.email'],
  [{ fields: { phone: '1'.repeat(51) } }, 'fields.phone'],
  [{ fields: { productInterest: 'x'.repeat(201) } }, 'fields.productInterest'],
  [{ fields: { status: 'gone' } }, 'fields.status'],
  [{ fields: { tags: ['x'.repeat(61)] } }, 'fields.tags[0]'],
  [{ fields: { notes: 'x'.repeat(5001) } }, 'fields.notes'],
  [{ fields: { customFields: { a: 'x'.repeat(2001) } } }, 'fields.customFields.a'],
  [{ fields: { shoeSize: 9 } }, 'fields.shoeSize'],
  [{ fields: { customFields: { 'a.b': 'x' } } }, 'fields.customFields.a.b'],
  [{ consent: { status: 'maybe' } }, 'consent.status'],
  [{ historySeed: Array(41).fill(line) }, 'historySeed'],
  [{ historySeed: [{ role: 'agent', content: 'Hi' }] }, 'historySeed[0].role'],
  [{ historySeed: [{ role: 'user', content: 'x'.repeat(4001) }] }, 'historySeed[0].content'],
]
for (const [body, field] of refused) {
  test(`an invalid ${field} is refused by its name`, async () => {
    const reply = await agent.post('/personas', { name: 'Somebody', ...body })
    assertProblem(reply, 422, 'request.invalid', field)
  })
}

test('a turn returns the messages as AMF and as the channel shows them', async () => {
  receptionist()
  const { id, userId } = await personaOf()
  const answer = await played(id, 'Hello')
  assert.deepEqual(Object.keys(answer).sort(), ['effects', 'messages', 'turnId', 'warnings'])
  const [first, second] = answer.messages
  assert.deepEqual(
    [first.text, first.message.parts],
    ['You wrote: Hello', [{ type: 'text', text: 'You wrote: Hello' }]],
  )
  assert.equal(second.message.parts[0].type, 'ask.time')
  assert.ok(second.rendered.every(({ native, text }: { native: unknown; text: string }) => native && text))
  assert.equal(bench.envelopes.at(-1)?.userId, userId)
})

test('slots, confirmations, chips and actions can be tapped', async () => {
  receptionist()
  const { id } = await personaOf()
  await played(id, 'A table, please')
  assert.deepEqual(texts(await played(id, { slot: 1 })).slice(0, 1), ['at-10'])
  assert.deepEqual(texts(await played(id, { confirm: true })), ['confirm: yes'])
  const chips = [
    { label: 'More', value: 'more' },
    { label: 'Site', kind: 'url', url: 'https://example.com/' },
  ]
  bench.play((event) =>
    event.type === 'message' ? [createAmfTextMessage('What else?', { chips })] : [createAmfTextMessage(event.type)],
  )
  await played(id, 'Else')
  assert.deepEqual(texts(await played(id, { chip: '/^mo/i' })), ['result'])
  assert.deepEqual(texts(await played(id, { action: 'url', label: 'site' })), ['action'])
  assert.deepEqual(texts(await played(id, { media: 'image', url: 'https://example.com/a.png' })), ['What else?'])
})

test('a tap on a missing item types its fallback, and is refused without one', async () => {
  receptionist()
  const { id } = await personaOf()
  assert.deepEqual(texts(await played(id, { chip: 'Book', fallback: 'I want to book' })).slice(0, 1), [
    'You wrote: I want to book',
  ])
  for (const directive of [{ chip: 'Nowhere' }, { slot: 50 }, { confirm: true }, { action: 'dial' }]) {
    assertProblem(await turn(id, directive), 422, 'request.invalid', 'turn')
  }
  assertProblem(await turn(id, { simulate: { goal: 'Book' } }), 422, 'request.invalid', 'turn')
  const { data } = assertStatus(await agent.get(`/personas/${id}/turns`), 200)
  assert.equal(data.length, 1)
})

test('an invalid directive is refused', async () => {
  const { id } = await personaOf()
  for (const directive of ['', 'x'.repeat(4001), { slot: 51 }, { chip: 'a', slot: 1 }, { system: 'sleep' }, 7, null]) {
    assert.equal((await turn(id, directive)).status, 422)
  }
  assertProblem(await agent.post(`/personas/${id}/turns`, { turn: 'Hi', more: 1 }), 422, 'request.invalid', 'more')
})

const named: [directive: object, field: string, message: RegExp][] = [
  [{ system: 'x' }, 'turn.system', /must be one of optOut/],
  [{ slot: 51 }, 'turn.slot', /at most 50/],
  [{ confirm: 'yes' }, 'turn.confirm', /true or false/],
  [{ action: 'fly' }, 'turn.action', /must be one of/],
  [{ media: 'sound', url: 'https://example.com/a' }, 'turn.media', /must be one of/],
  [{ media: 'image' }, 'turn.url', /is required/],
  [{ chip: 'a', slot: 1 }, 'turn.slot', /not a known field/],
  [{ simulate: {} }, 'turn.simulate.goal', /is required/],
  [{ tap: { messageId: 'msg', index: -1 } }, 'turn.tap.index', /at least 0/],
]
test('an error in a directive is reported at its own field, and at no other', async () => {
  const { id } = await personaOf()
  for (const [directive, field, message] of named) {
    const { errors } = assertStatus(await turn(id, directive), 422)
    assert.deepEqual(
      errors.map((error: { field: string }) => error.field),
      [field],
    )
    assert.match(errors[0].message, message)
  }
})

test('past turns are read oldest first, including messages that the agent sent by itself', async () => {
  receptionist()
  const { id, userId } = await personaOf()
  const first = await played(id, 'One')
  world.advance(1000)
  const sent = await bench.gateway.inject({
    method: 'POST',
    url: '/v4/messages',
    headers: { authorization: `Bearer ${await fetchAccessToken(agent)}` },
    payload: { userId, messages: [createAmfTextMessage('By the way')] },
  })
  assert.equal(sent.statusCode, 200)
  world.advance(1000)
  const last = await played(id, { slot: 0 })
  const { data } = assertStatus(await agent.get(`/personas/${id}/turns`), 200)
  assert.deepEqual(
    data.map((one: { input?: object }) => one.input),
    [{ type: 'message', text: 'One' }, undefined, { type: 'result', text: slotLabel(first) }],
  )
  assert.deepEqual([data[0].turnId, data[2].turnId], [first.turnId, last.turnId])
  assert.deepEqual([data[0].messages, data[2].messages], [first.messages, last.messages])
  assert.deepEqual(texts(data[1]), ['By the way'])
  const newest = assertStatus(await agent.get(`/personas/${id}/turns?limit=1`), 200).data
  assert.deepEqual(newest, [data[2]])
})

const slotLabel = ({ messages }: { messages: { rendered: { chips: { label: string }[] }[] }[] }) =>
  messages[1]?.rendered[0]?.chips[0]?.label

test('sending a persona back as it was read keeps its identity', async () => {
  receptionist()
  const fields = { firstName: 'Ann', customFields: { zone: '1', a: '2' } }
  for (const body of [{}, { fields, consent: { status: 'granted' } }]) {
    const { id, userId } = await personaOf(body)
    await played(id, 'Hello')
    const read = assertStatus(await agent.get(`/personas/${id}`), 200)
    assert.equal(assertStatus(await agent.patch(`/personas/${id}`, read), 200).userId, userId)
    assert.equal(assertStatus(await agent.get(`/personas/${id}/turns`), 200).data.length, 1)
  }
})

test('a reset assigns another identity and deletes all earlier data', async () => {
  receptionist()
  const historySeed = [{ role: 'user', content: 'I was here before' }]
  const { id, userId } = await personaOf({ historySeed })
  await played(id, 'Hello')
  const reset = assertStatus(await postWithEtag(agent, `/personas/${id}/_reset`), 200)
  assert.notEqual(reset.userId, userId)
  assert.deepEqual(assertStatus(await agent.get(`/personas/${id}/turns`), 200).data, [])
  const { rows } = await server.database.pool.query('select from conversations where asid = $1', [userId])
  assert.equal(rows.length, 0)
  assert.deepEqual(
    bench.seeded.slice(-2),
    [userId, reset.userId].map((asid) => ({ asid, lines: historySeed })),
  )
  await played(id, 'Hello again')
  const eventTypes = bench.envelopes
    .filter(({ userId: of }) => of === reset.userId)
    .map(({ event }) => event.event.type)
  assert.deepEqual(eventTypes, ['system', 'message'])
})

test('STOP opts out in the sandbox, and the agent sends nothing until START', async () => {
  receptionist()
  const { id } = await personaOf({ channel: 'sms' })
  const stopped = await played(id, 'STOP')
  const { at, ...effect } = stopped.effects[0]
  const summary = 'They would receive no more messages'
  assert.deepEqual([texts(stopped), effect], [[], { kind: 'person.opted_out', summary, payload: { words: 'STOP' } }])
  assert.deepEqual(at, world.now().toISOString())
  assert.deepEqual((await played(id, 'stop')).effects, [])
  assert.deepEqual(texts(await played(id, 'Hello?')), [])
  assert.deepEqual(texts(await played(id, { system: 'optIn' })), [])
  assert.deepEqual(texts(await played(id, 'Hello?')).slice(0, 1), ['You wrote: Hello?'])
  const { data } = assertStatus(await agent.get(`/personas/${id}/turns`), 200)
  assert.deepEqual(data[0].effects, stopped.effects)
})

for (const system of ['optOut', 'unsubscribed'])
  test(`${system} takes effect once`, async () => {
    receptionist()
    const { id } = await personaOf()
    const kinds = async () => (await played(id, { system })).effects.map(({ kind }: { kind: string }) => kind)
    assert.deepEqual([await kinds(), await kinds()], [['person.opted_out'], []])
  })

test('a turn is played once per Idempotency-Key, and a repeat gets its response', async () => {
  receptionist()
  const { id } = await personaOf()
  const play = (text: string, key: string) =>
    agent.post(`/personas/${id}/turns`, { turn: text }, { 'idempotency-key': key })
  const storm = await Promise.all([1, 2, 3].map(() => play('Once', 'one')))
  assert.deepEqual([new Set(storm.map(({ text }) => text)).size, storm[0]?.status], [1, 200])
  const replayed = storm.filter(({ headers }) => headers['idempotency-replayed'] === 'true')
  assert.equal(replayed.length, 2)
  assertProblem(await play('Twice', 'one'), 422, 'request.idempotency_mismatch')
  assert.equal((await play('Twice', 'two')).headers['idempotency-replayed'], undefined)
  assert.equal(assertStatus(await agent.get(`/personas/${id}/turns`), 200).data.length, 2)
})

test('a repeat returns the response of a refused turn and plays a failed turn again', async () => {
  receptionist()
  const { id } = await personaOf()
  const play = (turn: unknown, key: string) => agent.post(`/personas/${id}/turns`, { turn }, { 'idempotency-key': key })
  const refused = [await play({ chip: 'Nowhere' }, 'refused'), await play({ chip: 'Nowhere' }, 'refused')]
  assertProblem(refused[0] as TestReply, 422, 'request.invalid', 'turn')
  assert.equal(refused[1]?.text, refused[0]?.text)
  assert.equal(refused[1]?.headers['idempotency-replayed'], 'true')
  const { pool } = server.database
  await pool.query('alter table conversations rename to elsewhere')
  try {
    assertProblem(await play('Hello', 'failed'), 500, 'internal')
  } finally {
    await pool.query('alter table elsewhere rename to conversations')
  }
  const again = await play('Hello', 'failed')
  assert.deepEqual([again.status, again.headers['idempotency-replayed']], [200, undefined])
})

test('two turns of one persona never interleave', async () => {
  bench.play(async (event) => {
    if (event.type !== 'message') return []
    await server.database.pool.query('select pg_sleep(0.05)')
    return [createAmfTextMessage(`${event.message.text} 1`), createAmfTextMessage(`${event.message.text} 2`)]
  })
  const { id } = await personaOf()
  const answers = await Promise.all(['a', 'b'].map((text) => played(id, text)))
  assert.deepEqual(answers.map(texts), [
    ['a 1', 'a 2'],
    ['b 1', 'b 2'],
  ])
})

test('an error of the responder becomes a warning', async () => {
  bench.play(() => Promise.reject(new Error('secret words')))
  const { id } = await personaOf()
  const { messages, warnings } = await played(id, 'Hello')
  assert.deepEqual([messages, warnings], [[], ['The event could not be processed']])
})

test('an agent has at most 500 personas, however many are created concurrently', async () => {
  const own = await bench.agent()
  const { now } = world
  await server.database.pool.query(
    `insert into personas (agent_key, id, name, channel, preset, asid, created_at, updated_at)
     select $1, 'psn' || n, 'Somebody', 'sms', '{}', 'asid' || n, $2, $2 from generate_series(1, 498) as n`,
    [own.key.key, now()],
  )
  const made = await Promise.all(Array.from({ length: 5 }, () => own.post('/personas', { name: 'Somebody' })))
  assert.deepEqual(made.map(({ status }) => status).sort(), [201, 201, 409, 409, 409])
})

test('a viewer can play turns but not change personas; an emulator grant works only for its own agent', async () => {
  receptionist()
  const { token } = assertStatus(await agent.post('/emulator-sessions'), 201)
  const grant = agent.by(agent.client.as(token))
  const mine = await personaOf({}, grant as RehearsalAgent)
  assertStatus(await grant.get('/personas'), 200)
  assertStatus(await grant.get(`/personas/${mine.id}`), 200)
  assertStatus(await grant.post(`/personas/${mine.id}/turns`, { turn: 'Hi' }), 200)
  assertStatus(await grant.get(`/personas/${mine.id}/turns`), 200)
  assertStatus(await grant.post(`/personas/${mine.id}/_reset`), 200)
  const forbidden = [await grant.patch(`/personas/${mine.id}`, { name: 'X' }), await grant.del(`/personas/${mine.id}`)]
  const other = await bench.agent()
  forbidden.push(await other.by(agent.client.as(token)).get('/personas'))
  for (const reply of forbidden) assertProblem(reply, 403, 'auth.emulator_grant.forbidden')
  const org = { id: agent.orgId, path: `/orgs/${agent.orgId}`, api: agent.client }
  const { key } = await server.key(org, ['agents:read'])
  const reader = agent.by(agent.client.as(key))
  assertStatus(await reader.post(`/personas/${mine.id}/turns`, { turn: 'Hi' }), 200)
  assertProblem(await reader.patch(`/personas/${mine.id}`, { name: 'X' }), 403, 'auth.scope_missing')
})
