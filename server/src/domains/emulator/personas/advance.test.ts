import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus } from '../../../testing/client.ts'

/** A persona's clock moves alone, and what is due by then happens as it would live. */

const server = await createTestApp()

type Happened = { at: string; kind: string; messages?: { text: string }[] }

async function createAgent(followUp: object = {}): Promise<TestAgent> {
  const agent = await createTestAgent(server)
  for (const [id, body] of Object.entries({ opener: 'Our spring offer is here.', nudge: 'Still interested?' }))
    assertStatus(await agent.post('/message-templates', { id, name: id, body }), 201)
  const outreach = {
    id: 'spring',
    name: 'Spring',
    openerTemplateId: 'opener',
    followUp: { templateId: 'nudge', delayMinutes: 60, ...followUp },
  }
  assertStatus(await agent.post('/outreach', outreach), 201)
  return agent
}

const createPersona = async (agent: TestAgent, extra: object = {}) =>
  assertStatus(await agent.post('/personas', { name: 'Ada', consent: { status: 'granted' }, ...extra }), 201)

async function open(agent: TestAgent, extra: object = {}): Promise<string> {
  const { id } = await createPersona(agent, extra)
  assertStatus(await agent.post('/outreach/spring/sends', { recipient: { personaId: id } }), 202)
  return id
}

async function advance(agent: TestAgent, personaId: string, minutes: number) {
  const { now, happened } = assertStatus(await agent.post(`/personas/${personaId}/_advance`, { minutes }), 200)
  const events = happened as Happened[]
  return { now: Date.parse(now), events, kinds: events.map(({ kind }) => kind) }
}

const nudges = ({ events }: { events: Happened[] }) =>
  events.filter(({ messages = [] }) => messages.some(({ text }) => text === 'Still interested?')).length

const say = async (agent: TestAgent, personaId: string, turn: unknown) =>
  assertStatus(await agent.post(`/personas/${personaId}/turns`, { turn }), 200)

test('a follow-up comes when it is due, once, and later ones in the order of time', async () => {
  const agent = await createAgent()
  const persona = await open(agent)
  assert.equal(nudges(await advance(agent, persona, 59)), 0)
  const due = await advance(agent, persona, 2)
  assert.deepEqual([nudges(due), due.kinds.filter((kind) => kind === 'followUp')], [1, ['followUp']])
  assert.equal(nudges(await advance(agent, persona, 10_000)), 0)
  const repeated = await createAgent({ maxTimes: 3 })
  const all = await advance(repeated, await open(repeated), 1_000)
  assert.equal(nudges(all), 3)
  const times = all.events.map(({ at }) => Date.parse(at))
  assert.deepEqual(
    times,
    times.toSorted((one, other) => one - other),
  )
})

test('somebody who answered or opted out gets no follow-up', async () => {
  const agent = await createAgent()
  const answered = await open(agent)
  await say(agent, answered, 'Yes please')
  assert.equal(nudges(await advance(agent, answered, 500)), 0)
  const stopped = await open(agent)
  await say(agent, stopped, { system: 'optOut' })
  assert.equal(nudges(await advance(agent, stopped, 500)), 0)
})

test('the clock of nobody else moves, and the persona keeps its own', async () => {
  const agent = await createAgent()
  const [one, other] = [await open(agent), await open(agent)]
  const first = await advance(agent, one, 120)
  assert.equal(nudges(first), 1)
  const { data } = assertStatus(await agent.get(`/personas/${other}/turns`), 200)
  assert.ok(!JSON.stringify(data).includes('Still interested?'))
  assert.equal(nudges(await advance(agent, other, 61)), 1)
  const second = await advance(agent, one, 10)
  assert.ok(second.now - first.now >= 600_000)
  await say(agent, one, 'Hello again')
  const turns = assertStatus(await agent.get(`/personas/${one}/turns`), 200).data
  assert.ok(Date.parse(turns.at(-1).at) >= second.now)
  assertStatus(await agent.post(`/personas/${one}/_reset`), 200)
  assert.ok((await advance(agent, one, 1)).now < first.now)
})

test('the session ends after half an hour, and the next message starts another', async () => {
  const agent = await createAgent()
  const { id, userId } = await createPersona(agent)
  await say(agent, id, 'Hello')
  assert.deepEqual((await advance(agent, id, 29)).kinds, [])
  assert.deepEqual((await advance(agent, id, 2)).kinds, ['session.ended'])
  assert.deepEqual((await advance(agent, id, 100)).kinds, [])
  await say(agent, id, 'Hello again')
  const { data } = assertStatus(await agent.get(`/turns?userId=${userId}&end=${Date.now() + 86_400_000}`), 200)
  assert.equal(new Set(data.map(({ sessionId }: { sessionId: string }) => sessionId)).size, 2)
})

test('the reply window closes where the channel has one', async () => {
  const agent = await createAgent()
  const { id } = await createPersona(agent, { channel: 'messengerA' })
  await say(agent, id, 'Hello')
  assert.deepEqual((await advance(agent, id, 1439)).kinds, ['session.ended'])
  assert.deepEqual((await advance(agent, id, 2)).kinds, ['window.closed'])
  assert.deepEqual((await advance(agent, id, 5_000)).kinds, [])
})

test('a reminder comes at its lead time, once', async () => {
  const agent = await createTestAgent(server)
  const everyDay = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, startTime: '10:00', endTime: '12:00' }))
  const scheduling = { timezone: 'UTC', defaultDurationMinutes: 30, availableHours: everyDay, representatives: [] }
  assertStatus(await agent.put('/scheduling', { ...scheduling, reminders: { leadMinutes: 60 } }), 200)
  const { id } = await createPersona(agent, { fields: { firstName: 'Ada', phone: '+442079460018' } })
  await say(agent, id, 'I would like to book an appointment')
  const { effects } = await say(agent, id, { slot: 3 })
  const booked = effects.find(({ kind }: { kind: string }) => kind === 'appointment.booked')
  assert.ok(booked && !('bookedAt' in booked.payload), JSON.stringify(effects))
  const { now } = await advance(agent, id, 1)
  const left = Math.floor((Date.parse(booked.payload.startUtc) - now) / 60_000)
  const early = left > 65 ? await advance(agent, id, left - 65) : undefined
  assert.ok(!early?.kinds.includes('reminder'))
  const due = await advance(agent, id, 10)
  const reminder = due.events.find(({ kind }) => kind === 'reminder')
  assert.match(reminder?.messages?.[0]?.text ?? '', /^Hi Ada, a reminder/)
  assert.ok(!(await advance(agent, id, 100)).kinds.includes('reminder'))
})

test('the clock stops at the next thing that happens when that is asked for', async () => {
  const agent = await createAgent({ maxTimes: 2 })
  const persona = await open(agent)
  const next = async () =>
    assertStatus(await agent.post(`/personas/${persona}/_advance`, { minutes: 525_600, untilNext: true }), 200)
  const kinds: string[] = []
  let last = await next()
  for (; last.happened.length > 0; last = await next()) {
    const [{ kind, at }, ...others] = last.happened
    assert.deepEqual([at, others], [last.now, []])
    kinds.push(kind)
    assert.ok(kinds.length < 10)
  }
  assert.deepEqual(kinds.filter((kind) => kind === 'followUp').length, 2)
  assert.ok(Date.parse(last.now) - Date.now() < 30 * 86_400_000, 'the clock stays where nothing waits')
})

const sequence = async (agent: TestAgent, fields: object = {}) =>
  assertStatus(
    await agent.post('/sequences', {
      id: 'welcome',
      name: 'Welcome',
      steps: [
        { id: 'first', outreachId: 'spring', afterMinutes: 0 },
        { id: 'second', outreachId: 'summer', afterMinutes: 4320 },
      ],
      ...fields,
    }),
    201,
  )

async function createSequenceAgent(fields: object = {}): Promise<TestAgent> {
  const agent = await createTestAgent(server)
  // At any hour, and as often as the steps say.
  const anytime = { safeHours: { startHour: 0, endHour: 0, timeZone: 'UTC' }, minTouchIntervalHours: 0 }
  assertStatus(await agent.put('/settings/sending', anytime), 200)
  for (const id of ['spring', 'summer']) {
    assertStatus(await agent.post('/message-templates', { id, name: id, body: `It is ${id}.` }), 201)
    assertStatus(await agent.post('/outreach', { id, name: id, openerTemplateId: id, class: 'service' }), 201)
  }
  await sequence(agent, fields)
  return agent
}

const rehearse = (agent: TestAgent, personaId: string) => agent.post('/sequences/welcome/_rehearse', { personaId })
const texts = ({ events }: { events: Happened[] }) =>
  events.flatMap(({ kind, messages = [] }) => (kind === 'sequence' ? messages.map(({ text }) => text) : []))

test('steps of a sequence are sent when they are due, each once, and to nobody else', async () => {
  const agent = await createSequenceAgent()
  const [{ id: persona }, { id: other }] = [await createPersona(agent), await createPersona(agent)]
  const made = assertStatus(await rehearse(agent, persona), 201)
  assertStatus(await rehearse(agent, other), 201)
  assert.deepEqual([made.state, made.step, made.sends.length], ['active', 'second', 1])
  const shown = async (id: string) => JSON.stringify(assertStatus(await agent.get(`/personas/${id}/turns`), 200).data)
  assert.match(await shown(persona), /It is spring\./)
  assert.deepEqual(texts(await advance(agent, persona, 4300)), [])
  assert.deepEqual(texts(await advance(agent, persona, 30)), ['It is summer.'])
  assert.deepEqual(texts(await advance(agent, persona, 10_000)), [])
  assert.ok(!(await shown(other)).includes('It is summer.'))
  assertProblem(await rehearse(agent, persona), 409, 'resource.conflict')
  assert.deepEqual(assertStatus(await agent.get('/sequences/welcome/enrollments'), 200).data, [])
})

test('a reply, a refusal and an unmet condition end or skip the steps of a sequence', async () => {
  const agent = await createSequenceAgent()
  const { id: answered } = await createPersona(agent)
  assertStatus(await rehearse(agent, answered), 201)
  await say(agent, answered, 'Yes please')
  assert.deepEqual(texts(await advance(agent, answered, 10_000)), [])
  const { id: denied } = await createPersona(agent, { consent: { status: 'denied' } })
  const { state, reason, sends } = assertStatus(await rehearse(agent, denied), 201)
  assert.deepEqual([state, reason, sends], ['stopped', 'no_consent', []])
  const steps = [
    { id: 'first', outreachId: 'spring', afterMinutes: 60, onlyIf: { status: ['qualified'] } },
    { id: 'second', outreachId: 'summer', afterMinutes: 60 },
  ]
  const choosy = await createSequenceAgent({ steps })
  const { id: visitor } = await createPersona(choosy)
  assertStatus(await rehearse(choosy, visitor), 201)
  assert.deepEqual(texts(await advance(choosy, visitor, 500)), ['It is summer.'])
  const { id: lead } = await createPersona(choosy, { fields: { status: 'qualified' } })
  assertStatus(await rehearse(choosy, lead), 201)
  assert.deepEqual(texts(await advance(choosy, lead, 500)), ['It is spring.', 'It is summer.'])
})

test('a conversation that a member holds returns to the agent', async () => {
  const agent = await createTestAgent(server)
  assertStatus(await agent.put('/settings/desk', { enabled: true, returnAfterMinutes: 30 }), 200)
  const { id, userId } = await createPersona(agent)
  await say(agent, id, 'Hello')
  const member = await server.member({ id: agent.orgId, path: `/orgs/${agent.orgId}`, api: agent.client }, 'editor')
  assertStatus(await agent.post(`/desk/conversations/${userId}/_take`, { as: member.userId }), 200)
  assert.ok(!(await advance(agent, id, 20)).kinds.includes('desk.returned'))
  assert.ok((await advance(agent, id, 20)).kinds.includes('desk.returned'))
  assert.equal(assertStatus(await agent.get(`/desk/conversations/${userId}`), 200).state, 'agent')
})

test('a wrong number of minutes, an unknown persona and a foreign one are refused', async () => {
  const agent = await createAgent()
  const { id } = await createPersona(agent)
  for (const minutes of [0, -1, 1.5, 525_601, '5', null]) {
    const reply = await agent.post(`/personas/${id}/_advance`, { minutes })
    assertProblem(reply, 422, 'request.invalid')
    assert.match(JSON.stringify(reply.body), /minutes/)
  }
  assertProblem(await agent.post('/personas/nobody/_advance', { minutes: 1 }), 404, 'agent.persona.not_found')
  const foreign = await createTestAgent(server)
  assertProblem(await foreign.post(`/personas/${id}/_advance`, { minutes: 1 }), 404, 'agent.persona.not_found')
})
