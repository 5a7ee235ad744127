import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createRuntimeBench, type RuntimePerson } from '../../../testing/runtime-bench.ts'
import { personProfiles } from '../../people/index.ts'

/** from-conversation: a past conversation becomes a case. */

const bench = await createRuntimeBench()
const { world } = bench
const second = 1_000
const document = {
  playbooks: [{ id: 'paint', name: 'Paint', body: 'Sell paint.', uses: ['people', 'notify'], isDefault: true }],
}
const agent = await bench.agent(document, 'rcs')
const { api } = agent
const path = '/tests/cases/from-conversation'

const record = async (body: object): Promise<ReplyBody> => assertStatus(await api.post(path, body), 201)
const offer = 'Two colours.\n\n[[chips: Blue paint | Red paint]]'

/** A customer who has asked for paint and was offered two colors. */
async function customer(): Promise<RuntimePerson> {
  bench.play(offer)
  const somebody = agent.createPerson('rcs')
  await says(somebody, 'Hello there')
  return somebody
}

async function says(somebody: RuntimePerson, text: string, answer = offer): Promise<void> {
  bench.play(answer)
  world.advance(second)
  await somebody.sendText(text)
}

async function does(somebody: RuntimePerson, event: object, answer = 'Fine.'): Promise<void> {
  bench.play(answer)
  world.advance(second)
  await somebody.act(event)
}

test('the actions of the person become the turns, and the last reply of the agent becomes the checks', async () => {
  const somebody = await customer()
  await does(somebody, { type: 'tap', label: 'Blue paint' }, 'Blue it is.')
  const made = await record({
    userId: somebody.userId(),
    title: 'Asks for paint',
    expectation: 'It offers two colours.',
  })
  assert.deepEqual(made.turns, ['Hello there', { chip: 'Blue paint', fallback: 'Blue paint' }])
  assert.deepEqual(made.expect.checks, {
    finalReplyNonEmpty: true,
    partsOnLastTurn: ['text'],
    activePlaybookAtEnd: 'paint',
  })
  assert.deepEqual(made.expect.judge, { criteria: [{ id: 'as-expected', text: 'It offers two colours.' }] })
  assert.deepEqual([made.title, made.brief.expected], ['Asks for paint', 'It offers two colours.'])
  assert.match(made.brief.scenario, /Hello there/)
  assert.deepEqual(made.scenario, { channel: 'rcs', persona: { preset: {} } })
  const { kind, userId, recordedAt, conversationId, turnId } = made.origin
  assert.deepEqual(
    [kind, userId, recordedAt, turnId],
    ['conversation', somebody.userId(), world.now().toISOString(), undefined],
  )
  assert.deepEqual(made.lint, [])
  assert.deepEqual([made.suite.name, made.suite.id], ['Recorded from conversations', made.suiteId])
  const stored = assertStatus(await api.get(`/tests/suites/${made.suiteId}/cases/${made.id}`), 200)
  const { suite: _, ...rest } = made
  assert.deepEqual(stored, rest)
  assert.equal((await record({ conversationId })).origin.conversationId, conversationId)
})

test('the turn parameter sets the end: later turns are omitted', async () => {
  const somebody = await customer()
  const first = await somebody.turn()
  await says(somebody, 'Something else', 'Here.')
  for (const more of [{}, { userId: somebody.userId() }, { conversationId: first.sessionId }]) {
    const made = await record({ turnId: first.id, ...more })
    assert.deepEqual([made.turns, made.origin.turnId], [['Hello there'], first.id])
    const { chipsOnLastMessage, partsOnLastTurn } = made.expect.checks
    assert.deepEqual([chipsOnLastMessage, partsOnLastTurn], [true, ['text', 'chips']])
    assert.equal(made.title, 'Recorded: Hello there')
  }
})

test('the default is the newest session of the person', async () => {
  const somebody = await customer()
  const { sessionId } = await somebody.turn()
  world.advance(3_600 * second)
  await says(somebody, 'Me again')
  assert.deepEqual((await record({ userId: somebody.userId() })).turns, ['Me again'])
  const earlier = await record({ userId: somebody.userId(), conversationId: sessionId })
  assert.deepEqual(earlier.turns, ['Hello there'])
})

const parts = {
  times: {
    type: 'ask.time',
    intentId: 'when',
    prompt: 'When?',
    slots: ['09', '15'].map((hour) => ({ id: `at-${hour}`, start: { iso: `2030-02-01T${hour}:00:00Z`, tz: 'UTC' } })),
  },
  sure: { type: 'confirm', intentId: 'sure', prompt: 'Sure?' },
}
const showing = (part: object, more: object = {}) => ({ spec: 'amf/1', parts: [part], ...more })

test('times, confirmations, links, files and switches each become their directive', async () => {
  const somebody = await customer()
  const userId = somebody.userId()
  const send = async (message: object) => {
    world.advance(second)
    assert.equal((await agent.send(userId, message))[0]?.accepted, true)
    await bench.work()
  }
  await send(showing(parts.times))
  const late: string = (await somebody.phone.read()).messages.at(-1).chips[1].label
  await does(somebody, { type: 'tap', label: late })
  await send(showing(parts.sure))
  await does(somebody, { type: 'tap', label: 'No' })
  await send(
    showing(
      { type: 'text', text: 'Or look' },
      { chips: [{ label: 'Our site', kind: 'url', url: 'https://example.com/' }] },
    ),
  )
  await does(somebody, { type: 'tap', label: 'Our site' })
  await does(somebody, { type: 'location', latitude: 52.5, longitude: 13.4 })
  await does(somebody, { type: 'unsubscribe' })
  const { turns, expect } = await record({ userId })
  assert.deepEqual(turns, [
    'Hello there',
    { slot: 1, fallback: late },
    { confirm: false, fallback: 'No' },
    { action: 'url', label: 'Our site' },
    '(shares a place)',
    { system: 'unsubscribed' },
  ])
  assert.deepEqual(expect.checks, { noReplyTo: ['unsubscribed'] })
})

test('only the actions of the person remain: a pseudonym replaces all their data', async () => {
  const somebody = await customer()
  const { id } = await somebody.person()
  const { address } = somebody.phone
  const profile = { firstName: 'Zebedee', lastName: 'Quill', email: 'zeb@quill.example', phone: '+4930901820' }
  assertStatus(await api.patch(`/people/${id}`, { ...profile, customFields: { street: 'Harbour Street 5' } }), 200)
  await says(somebody, `Zebedee Quill, ${address}, ZEB@quill.example, 030 901820, harbour street 5`)
  const userId = somebody.userId()
  const made = await record({ userId, title: 'zebedee asks', expectation: `Writes to ${profile.email}` })
  assert.equal(made.turns[1], 'Alex Sample, +12025550101, person@example.com, +12025550101, [street]')
  assert.deepEqual(made.scenario.persona, { preset: { fields: { firstName: 'Alex' } } })
  assert.deepEqual([made.title, made.brief.expected], ['Alex asks', 'Writes to person@example.com'])
  const written = JSON.stringify({ ...made, origin: undefined })
  for (const real of ['ebedee', 'Quill', 'quill.example', address.slice(2), '901820', 'arbour']) {
    assert.ok(!written.includes(real), real)
  }
})

test('the suite is created once, also under concurrent requests, and not if another is named', async () => {
  const other = await bench.agent(document, 'rcs')
  const somebody = other.createPerson('rcs')
  bench.play(offer)
  await somebody.sendText('Hi')
  const userId = somebody.userId()
  const { id } = assertStatus(await other.api.post('/tests/suites', { name: 'Mine' }), 201)
  assert.equal(assertStatus(await other.api.post(path, { userId, suiteId: id }), 201).suiteId, id)
  const names = async () =>
    assertStatus(await other.api.get('/tests/suites'), 200)
      .data.map(({ name }: ReplyBody) => name)
      .sort()
  assert.deepEqual(await names(), ['Mine'])
  const all = await Promise.all([1, 2, 3, 4].map(() => other.api.post(path, { userId })))
  assert.equal(new Set(all.map((answer) => assertStatus(answer, 201).suiteId)).size, 1)
  assert.deepEqual(await names(), ['Mine', 'Recorded from conversations'])
})

test('a rehearsal can be recorded like a live conversation, and its persona is pseudonymized', async () => {
  const persona = assertStatus(await api.post('/personas', { name: 'P', fields: { firstName: 'Quentin' } }), 201)
  bench.play(offer)
  const { turnId } = assertStatus(await api.post(`/personas/${persona.id}/turns`, { turn: 'I am Quentin' }), 200)
  bench.play('Blue it is.')
  assertStatus(await api.post(`/personas/${persona.id}/turns`, { turn: { chip: 'Blue' } }), 200)
  const made = await record({ userId: persona.userId })
  assert.deepEqual(made.turns, ['I am Alex', { chip: 'Blue paint', fallback: 'Blue paint' }])
  assert.deepEqual((await record({ turnId })).turns, ['I am Alex'])
})

test('checks name nothing that the agent no longer has', async () => {
  const other = await bench.agent({ playbooks: [{ id: 'old', name: 'Old', body: 'Old.', isDefault: true }] }, 'rcs')
  const somebody = other.createPerson('rcs')
  bench.play('Yes.')
  await somebody.sendText('Hi')
  assertStatus(
    await other.api.post('/import', {
      exportVersion: 1,
      playbooks: [{ id: 'new', name: 'New', body: 'New.', isDefault: true }],
    }),
    200,
  )
  const { expect, lint } = assertStatus(await other.api.post(path, { userId: somebody.userId() }), 201)
  assert.deepEqual([expect.checks.finalReplyNonEmpty, expect.checks.activePlaybookAtEnd], [true, undefined])
  assert.ok(lint.every(({ severity }: ReplyBody) => severity !== 'error'))
})

test('recording refuses a missing identifier, an unknown one, one of another agent, and a system suite', async () => {
  const somebody = await customer()
  const userId = somebody.userId()
  const { id: turnId, sessionId } = await somebody.turn()
  for (const body of [{}, { title: 'x' }]) assertProblem(await api.post(path, body), 422, 'agent.test.invalid')
  for (const body of [{ userId: 7 }, { userId, other: true }, { userId, title: '' }]) {
    assertProblem(await api.post(path, body), 422, 'request.invalid')
  }
  const other = await customer()
  const unknown = [
    { userId: 'asid_none' },
    { conversationId: 'ses_none' },
    { turnId: 'trn_none' },
    { userId, suiteId: 'suite_none' },
    { turnId, userId: other.userId() },
    { turnId, conversationId: (await other.turn()).sessionId },
    { userId: other.userId(), conversationId: sessionId },
  ]
  for (const body of unknown) assertProblem(await api.post(path, body), 404, 'agent.test.not_found')
  const stranger = await bench.agent()
  for (const body of [{ userId }, { conversationId: sessionId }, { turnId }]) {
    assertProblem(await stranger.api.post(path, body), 404, 'agent.test.not_found')
  }
  const examples = [
    [
      { role: 'user', content: 'Hi' },
      { role: 'agent', content: 'Hello' },
    ],
  ]
  assertStatus(await api.post('/playbooks', { name: 'Taught', body: 'Greet.', examples }), 201)
  const { data } = assertStatus(await api.get('/tests/suites'), 200)
  const { id: suiteId } = data.find(({ system }: ReplyBody) => system) ?? assert.fail('there is no system suite')
  assertProblem(await api.post(path, { userId, suiteId }), 409, 'agent.test.system_suite')
})

test('messages older than 30 days are purged: recording returns 422, though the conversation is known', async () => {
  const somebody = await customer()
  const { id: turnId, sessionId } = await somebody.turn()
  world.advance(31 * 86_400 * second)
  for (const body of [{ userId: somebody.userId() }, { conversationId: sessionId }, { turnId }]) {
    assertProblem(await api.post(path, body), 422, 'agent.test.invalid')
  }
})

test('erasing a person deletes their recorded cases, copies and running results', async () => {
  const [erased, stays] = [await customer(), await customer()]
  const [theirs, others] = [await record({ userId: erased.userId() }), await record({ userId: stays.userId() })]
  const at = ({ suiteId, id }: ReplyBody, end = '') => `/tests/suites/${suiteId}/cases/${id}${end}`
  const copy = assertStatus(await api.post(at(theirs, '/copy'), { suiteId: theirs.suiteId }), 201)
  const caseIds = [theirs, copy, others].map(({ id }) => id)
  const { id: mixed } = assertStatus(await api.post('/tests/runs', { caseIds }), 202)
  assertStatus(await api.post(`/tests/runs/${mixed}/cancel`), 200)
  const { id: only } = assertStatus(await api.post('/tests/runs', { caseIds: [copy.id] }), 202)
  const person =
    (await personProfiles.findByAsid(bench.server.database.db, agent.key, erased.userId())) ?? assert.fail()
  assertStatus(await api.del(`/people/${person.id}`), 204)
  for (const one of [theirs, copy]) assertProblem(await api.get(at(one)), 404, 'agent.test.not_found')
  assertStatus(await api.get(at(others)), 200)
  const { data } = assertStatus(await api.get(`/tests/runs/${mixed}/results`), 200)
  assert.deepEqual(data.map((result: ReplyBody) => result.caseId), [others.id]) // biome-ignore format: one line
  assert.equal(assertStatus(await api.get(`/tests/runs/${only}`), 200).status, 'completed')
})
