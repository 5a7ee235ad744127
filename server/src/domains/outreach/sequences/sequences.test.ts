import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createRulesBench, type RulesAgent } from '../../../testing/rules-bench.ts'

/** Sequences: several Outreaches to one person, one after the other; see docs/sequences.md. */

const bench = await createRulesBench()
const { world, pool, readQueuedOutreaches: queued } = bench
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

type SequenceAgent = RulesAgent & { phone?: unknown }
type StepFields = { afterMinutes?: number; [field: string]: unknown }

let count = 0

/** A sequence over o1, o2 …; each step waits its minutes. */
async function sequence(agent: SequenceAgent, steps: StepFields[] = [{}], more: object = {}) {
  const body = {
    id: `seq-${++count}`,
    name: 'Welcome',
    steps: steps.map((fields, at) => ({ id: `step-${at + 1}`, outreachId: `o${at + 1}`, afterMinutes: 0, ...fields })),
    ...more,
  }
  const { id } = assertStatus(await agent.api.post('/sequences', body), 201)
  const enroll = (personId: string, more: object = {}) =>
    agent.api.post(`/sequences/${id}/enrollments`, { personId, ...more })
  const list = async (query = ''): Promise<ReplyBody[]> =>
    assertStatus(await agent.api.get(`/sequences/${id}/enrollments${query}`), 200).data
  const read = async (personId: string) => (await list()).find((one) => one.personId === personId)
  /** Its state, reason and next step, such as `active in-conversation step-2`. */
  const state = async (personId: string) => {
    const { state, reason, step } = (await read(personId)) ?? {}
    return [state, reason, step].filter(Boolean).join(' ')
  }
  return { id, enroll, list, read, state }
}

const settings = async ({ api }: RulesAgent, body: object) =>
  assertStatus(await api.put('/settings/sending', body), 200)

/** An agent with several Outreaches and a person whose handset shows what arrives. */
async function talking(outreaches = 2) {
  const agent = await bench.createAgentWithPhone()
  const others = Array.from({ length: outreaches - 1 }, (_, at) => at + 2)
  for (const at of others) {
    assertStatus(
      await agent.api.post('/message-templates', { id: `t${at}`, name: `T${at}`, body: `Hello ${at}.` }),
      201,
    )
    assertStatus(await agent.api.post('/outreach', { id: `o${at}`, name: `O${at}`, openerTemplateId: `t${at}` }), 201)
  }
  const phone = agent.phone('rcs')
  await phone.set({})
  const person = await agent.person({}, { rcs: false })
  assertStatus(await agent.api.post(`/people/${person}/identities`, { channel: 'rcs', address: phone.address }), 201)
  return { agent, phone, person }
}

test('each step is sent once, in order, after its delay, and then the enrollment is completed', async () => {
  const { agent, phone, person } = await talking()
  const welcome = await sequence(agent, [{}, { afterMinutes: 60 }])
  const made = assertStatus(await welcome.enroll(person), 201)
  assert.deepEqual([made.state, made.sends], ['active', []])
  await bench.work()
  assert.deepEqual(await phone.readTexts(), ['Hello.'])
  const waiting = await welcome.read(person)
  assert.deepEqual([waiting?.state, waiting?.step], ['active', 'step-2'])
  assert.equal(waiting?.dueAt, new Date(world.now().getTime() + 60 * minute).toISOString())
  world.advance(61 * minute)
  await bench.work()
  assert.deepEqual(await phone.readTexts(), ['Hello.', 'Hello 2.'])
  const { state, step, sends } = (await welcome.read(person)) ?? assert.fail()
  assert.deepEqual([state, step], ['completed', undefined])
  assert.deepEqual(
    sends.map((send: ReplyBody) => [send.stepId, send.state]),
    [
      ['step-1', 'sent'],
      ['step-2', 'sent'],
    ],
  )
  const send = assertStatus(await agent.api.get(`/outreach/sends/${sends[0].sendId}`), 200)
  assert.deepEqual([send.origin, send.sequenceId, send.personId], ['sequence', welcome.id, person])
  world.advance(30 * day)
  await bench.work()
  assert.deepEqual(await phone.readTexts(), ['Hello.', 'Hello 2.'])
})

test('concurrent and repeated requests enroll a person once; the same key answers with the same enrollment', async () => {
  const agent = await bench.agent({}, {})
  const { enroll, list } = await sequence(agent)
  const person = await agent.person()
  const answers = await Promise.all([1, 2, 3].map(() => enroll(person, { idempotencyKey: 'k' })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 201])
  assert.equal((await enroll(person)).status, 409)
  assert.equal((await enroll(person, { idempotencyKey: 'other' })).status, 409)
  assert.equal((await enroll(await agent.person(), { idempotencyKey: 'k' })).status, 409)
  assert.equal((await list()).length, 1)
  await bench.due()
  assert.deepEqual(await queued(person), ['o1'])
})

test('an unknown person, one of another agent, and an unknown sequence are 404', async () => {
  const [agent, other] = [await bench.agent({}), await bench.agent({})]
  const { enroll } = await sequence(agent)
  for (const id of ['per_nobody', await other.person()]) assert.equal((await enroll(id)).status, 404)
  assert.equal((await agent.api.post('/sequences/ghost/enrollments', { personId: 'x' })).status, 404)
  assert.equal((await agent.api.post(`/sequences/ghost/enrollments/x/_stop`, {})).status, 404)
})

test('without consent an enrollment stops, and a later grant does not revive it; a cap only delays it', async () => {
  const agent = await bench.agent({ class: 'marketing' })
  await settings(agent, { minTouchIntervalHours: 48 })
  const { enroll, state } = await sequence(agent)
  const [unknown, denied, capped] = [
    await agent.person({}, { consent: 'unknown' }),
    await agent.person({}, { consent: 'denied' }),
    await agent.person(),
  ]
  const sending = { recipient: { personId: capped }, idempotencyKey: 'earlier' }
  assertStatus(await agent.api.post('/outreach/o1/sends', sending), 202)
  for (const person of [unknown, denied, capped]) assertStatus(await enroll(person), 201)
  await bench.due()
  assert.deepEqual(await Promise.all([unknown, denied, capped].map(state)), [
    'stopped no_consent',
    'stopped no_consent',
    'active frequency_capped step-1',
  ])
  assertStatus(await agent.api.put(`/people/${unknown}/consent`, { status: 'granted' }), 200)
  world.advance(49 * hour)
  await bench.due()
  assert.deepEqual([await queued(unknown), await queued(capped)], [[], ['o1', 'o1']])
})

test('a reply stops it, or leaves it active where it does not stop on replies', async () => {
  for (const stopOn of [undefined, ['converted']]) {
    const { agent, phone, person } = await talking()
    const { id, enroll, state } = await sequence(agent, [{}, { afterMinutes: 60 }], { ...(stopOn && { stopOn }) })
    assertStatus(await enroll(person), 201)
    await bench.work()
    await phone.sendText('Thank you')
    await bench.work()
    assert.equal(await state(person), stopOn ? 'active step-2' : 'stopped replied')
    const report = assertStatus(await agent.api.get(`/sequences/${id}/report`), 200)
    assert.deepEqual([report.people, report.replied, report.stopped], [1, 1, stopOn ? {} : { replied: 1 }])
    assert.deepEqual(
      report.steps.map((step: ReplyBody) => [step.people, step.sent, step.waiting]),
      [[1, 1, 0], stopOn ? [1, 0, 1] : [0, 0, 0]],
    )
    world.advance(2 * hour)
    await bench.work()
    assert.equal((await phone.readTexts()).includes('Hello 2.'), stopOn !== undefined)
  }
})

test('a Goal of its Outreaches ends it, or leaves it active where it does not stop on Goals', async () => {
  for (const stopOn of [undefined, ['replied']]) {
    const { agent, phone, person } = await talking()
    await settings(agent, { trackLinks: true })
    const goals = [{ id: 'look', name: 'Look', definition: { kind: 'event', event: 'link.tapped' } }]
    assertStatus(await agent.api.put('/goals', { goals }), 200)
    const template = { id: 'look', name: 'Look', body: 'Look: https://shop.example/offer' }
    assertStatus(await agent.api.post('/message-templates', template), 201)
    const outreach = { id: 'look', name: 'Look', openerTemplateId: 'look', goal: { goalId: 'look' } }
    assertStatus(await agent.api.post('/outreach', outreach), 201)
    const steps = [{ outreachId: 'look' }, { afterMinutes: 60 }]
    const { id, enroll, state } = await sequence(agent, steps, { ...(stopOn && { stopOn }) })
    assertStatus(await enroll(person), 201)
    await bench.work()
    const [link] = /https?:\/\/\S+/.exec((await phone.readTexts()).join('\n')) ?? assert.fail('there is no link')
    assert.equal((await bench.app.inject({ method: 'GET', url: new URL(link).pathname })).statusCode, 302)
    assert.equal(await state(person), stopOn ? 'active step-2' : 'stopped goal')
    const report = assertStatus(await agent.api.get(`/sequences/${id}/report`), 200)
    assert.deepEqual([report.goal, report.replied, report.stopped], [1, 0, stopOn ? {} : { goal: 1 }])
    world.advance(2 * hour)
    await bench.work()
    assert.equal((await phone.readTexts()).includes('Hello 2.'), stopOn !== undefined)
  }
})

test('a conversion, a filter that no longer matches and a STOP end it', async () => {
  const { agent, phone, person } = await talking()
  const entry = { event: 'person.statusChanged', filter: { status: ['qualified', 'converted'] } }
  const all = { entry, stopOn: ['converted', 'left'] }
  const { state } = await sequence(agent, [{ afterMinutes: 60 }], all)
  const left = await agent.person()
  for (const id of [person, left]) await agent.updatePerson(id)
  await bench.due()
  assert.deepEqual([await state(person), await state(left)], ['active step-1', 'active step-1'])
  await agent.updatePerson(person, { status: 'converted' })
  await agent.updatePerson(left, { status: 'lost' })
  assert.deepEqual([await state(person), await state(left)], ['stopped converted', 'stopped left'])
  const second = await sequence(agent, [{}, { afterMinutes: 60 }], { stopOn: [] })
  assertStatus(await second.enroll(person), 201)
  await bench.work()
  await phone.sendText('STOP')
  await bench.work()
  world.advance(2 * hour)
  await bench.work()
  assert.equal(await second.state(person), 'stopped opted_out')
  assert.ok(!(await phone.readTexts()).includes('Hello 2.'))
})

test('the list shows who stands at a step and who left for a reason, as many as the report counts', async () => {
  const agent = await bench.agent({}, {})
  const steps = [{ onlyIf: { tag: 'vip' }, afterMinutes: 60 }, { afterMinutes: 60 }]
  const { id, enroll, list, state } = await sequence(agent, steps)
  const [vip, other, without, gone] = [
    await agent.person({ tags: ['vip'] }),
    await agent.person(),
    await agent.person({ tags: ['vip'] }, { rcs: false }),
    await agent.person(),
  ]
  for (const person of [vip, other, without, gone]) assertStatus(await enroll(person), 201)
  await bench.due()
  assertStatus(await agent.api.post(`/sequences/${id}/enrollments/${gone}/_stop`, {}), 200)
  world.advance(61 * minute)
  await bench.due()
  await bench.due()
  assert.match(await state(without), /^failed /)
  const report = assertStatus(await agent.api.get(`/sequences/${id}/report`), 200)
  const people = async (query: string) => (await list(query)).map(({ personId }) => personId)
  for (const step of report.steps) assert.equal((await people(`?step=${step.id}`)).length, step.waiting)
  assert.deepEqual([await people('?step=step-1'), await people('?step=step-2')], [[vip], [other]])
  assert.deepEqual([report.stopped, report.failures], [{ manual: 1 }, { no_channel_identity: 1 }])
  assert.deepEqual(await people('?state=stopped&reason=manual'), [gone])
  assert.deepEqual(await people('?state=failed&reason=no_channel_identity'), [without])
  assert.deepEqual([await people('?state=completed&reason=manual'), await people('?step=ghost')], [[], []])
  for (const query of ['?step=', '?reason=', `?step=${'x'.repeat(201)}`])
    assertStatus(await agent.api.get(`/sequences/${id}/enrollments${query}`), 422)
})

test('an event enrolls the people who match, once, and a disabled sequence enrolls nobody', async () => {
  const agent = await bench.agent({})
  const entry = { event: 'person.statusChanged', filter: { status: 'qualified' } }
  const on = await sequence(agent, [{}], { entry })
  const off = await sequence(agent, [{}], { entry, enabled: false })
  const person = await agent.person()
  await agent.updatePerson(person)
  await agent.updatePerson(person, { status: 'new' })
  await agent.updatePerson(person)
  await bench.due()
  assert.deepEqual([(await on.list()).length, (await off.list()).length, await queued(person)], [1, 0, ['o1']])
})

test('a step is skipped for people who do not match its onlyIf', async () => {
  const agent = await bench.agent({}, {})
  const { enroll, state } = await sequence(agent, [{ onlyIf: { tag: 'vip' } }, {}])
  const [vip, other] = [await agent.person({ tags: ['vip'] }), await agent.person()]
  for (const id of [vip, other]) assertStatus(await enroll(id), 201)
  await bench.due()
  assert.deepEqual([await queued(vip), await queued(other)], [['o1'], ['o2']])
  assert.equal(await state(vip), 'active step-1')
})

test('the window of a step, a switch and safe hours hold a step, and a change releases it within the recheck', async () => {
  const agent = await bench.agent({})
  const at = (hours: number) => (world.now().getUTCHours() + hours) % 24
  const shut = { startHour: at(5), endHour: at(6), timeZone: 'UTC' }
  const { id, enroll, state } = await sequence(agent, [{ sendWindow: shut }])
  const person = await agent.person()
  assertStatus(await enroll(person), 201)
  await bench.due()
  assert.equal(await state(person), 'active outside_send_window step-1')
  assertStatus(await agent.api.patch(`/sequences/${id}`, { enabled: false }), 200)
  await bench.due()
  assert.equal(await state(person), 'active sequence_disabled step-1')
  const steps = [{ id: 'step-1', outreachId: 'o1', afterMinutes: 0 }]
  assertStatus(await agent.api.patch(`/sequences/${id}`, { enabled: true, steps }), 200)
  await bench.due()
  assert.deepEqual(await queued(person), ['o1'])
})

type HeldStep = { agent: SequenceAgent; id: string; person: string }
type HoldCase = [
  cause: string,
  reason: string,
  close: (held: HeldStep) => Promise<unknown>,
  open: (held: HeldStep) => Promise<unknown>,
]

const stepsOf = (fields: StepFields) => ({ steps: [{ id: 'step-1', outreachId: 'o1', afterMinutes: 0, ...fields }] })
const inUtc = (startHour: number) => ({ startHour, endHour: (startHour + 1) % 24, timeZone: 'UTC' })
const hourIn = (hours: number) => (world.now().getUTCHours() + hours) % 24

async function verb({ api }: SequenceAgent, name: string): Promise<unknown> {
  const { data } = assertStatus(await api.get('/channels'), 200)
  const { id } = data.find(({ channel }: ReplyBody) => channel === 'rcs')
  return assertStatus(await api.post(`/channels/${id}/${name}`, {}), 200)
}

const holds: HoldCase[] = [
  ['safe hours', 'outside_safe_hours', ({ agent }) => settings(agent, { safeHours: inUtc(hourIn(5)) }), ({ agent }) => settings(agent, {})],
  ['the window of the step', 'outside_send_window', ({ agent, id }) => agent.api.patch(`/sequences/${id}`, stepsOf({ sendWindow: inUtc(hourIn(5)) })), ({ agent, id }) => agent.api.patch(`/sequences/${id}`, stepsOf({}))],
  ['the delay of the step', '', ({ agent, id }) => agent.api.patch(`/sequences/${id}`, stepsOf({ afterMinutes: 600 })), ({ agent, id }) => agent.api.patch(`/sequences/${id}`, stepsOf({ afterMinutes: 30 }))],
  ['the switch of the Outreach', 'outreach_disabled', ({ agent }) => agent.api.patch('/outreach/o1', { enabled: false }), ({ agent }) => agent.api.patch('/outreach/o1', { enabled: true })],
  ['the binding', 'binding_disabled', ({ agent }) => verb(agent, '_disable'), ({ agent }) => verb(agent, '_enable')],
] // biome-ignore format: it is a table

for (const [cause, reason, close, open] of holds) {
  test(`a change of ${cause} makes a waiting step wait longer, and sends it as soon as it is undone`, async () => {
    const { agent, phone, person } = await talking(1)
    const { id, enroll, state } = await sequence(agent, [{ afterMinutes: 60 }])
    assertStatus(await enroll(person), 201)
    await bench.work()
    await close({ agent, id, person })
    await bench.work()
    world.advance(hour)
    await bench.work()
    assert.deepEqual(
      [await state(person), await phone.readTexts()],
      [['active', reason, 'step-1'].filter(Boolean).join(' '), []],
    )
    await open({ agent, id, person })
    await bench.work()
    assert.deepEqual([await state(person), await phone.readTexts()], ['completed', ['Hello.']])
  })
}

test('consent withdrawn during the delay of a step stops the enrollment at once, and a later grant does not revive it', async () => {
  const agent = await bench.agent({})
  const { enroll, state } = await sequence(agent, [{ afterMinutes: 60 }])
  const person = await agent.person()
  assertStatus(await enroll(person), 201)
  await bench.due()
  for (const status of ['denied', 'granted']) {
    assertStatus(await agent.api.put(`/people/${person}/consent`, { status }), 200)
    await bench.due()
    assert.equal(await state(person), 'stopped no_consent')
  }
  world.advance(2 * hour)
  await bench.due()
  assert.deepEqual(await queued(person), [])
})

test('nobody enters twice, unless reenterAfterDays have passed since the end', async () => {
  const agent = await bench.agent({})
  const [once, again] = [await sequence(agent), await sequence(agent, [{}], { reenterAfterDays: 7 })]
  const person = await agent.person()
  const stop = ({ id }: { id: string }) => agent.api.post(`/sequences/${id}/enrollments/${person}/_stop`, {})
  for (const one of [once, again]) {
    assertStatus(await one.enroll(person), 201)
    assert.equal(assertStatus(await stop(one), 200).reason, 'manual')
    assert.equal((await one.enroll(person)).status, 409)
  }
  world.advance(8 * day)
  assert.equal((await once.enroll(person)).status, 409)
  assertStatus(await again.enroll(person), 201)
  assert.equal(await again.state(person), 'active')
})

test('a stopped enrollment cancels the queued step; a deleted sequence cancels it too', async () => {
  for (const end of ['stop', 'delete'] as const) {
    const { agent, phone, person } = await talking(1)
    const { id, enroll } = await sequence(agent)
    assertStatus(await enroll(person), 201)
    await bench.due()
    assert.deepEqual(await queued(person), ['o1'])
    if (end === 'stop') assertStatus(await agent.api.post(`/sequences/${id}/enrollments/${person}/_stop`, {}), 200)
    else assertStatus(await agent.api.del(`/sequences/${id}`), 204)
    await bench.work()
    assert.deepEqual(await phone.readTexts(), [])
    const { data } = assertStatus(await agent.api.get('/outreach/sends'), 200)
    assert.equal(data[0].state, 'cancelled')
  }
})

test('an Outreach of a sequence is in use; erasing a person deletes the enrollment', async () => {
  const agent = await bench.agent({})
  const { id, enroll, list } = await sequence(agent)
  const person = await agent.person()
  assertStatus(await enroll(person), 201)
  const refused = await agent.api.del('/outreach/o1')
  assert.equal(refused.status, 409)
  assert.deepEqual(refused.body.referrers, [{ kind: 'sequence', id, name: 'Welcome' }])
  assertStatus(await agent.api.del(`/people/${person}`), 204)
  assert.deepEqual(await list(), [])
})

test('two merged people get no step twice', async () => {
  const agent = await bench.agent({}, {})
  const { enroll, list } = await sequence(agent, [{}, { afterMinutes: 60 }])
  const [from, into] = [await agent.person(), await agent.person()]
  assertStatus(await enroll(from), 201)
  await bench.due()
  const { rows } = await pool.query('select id from sends where person_id = $1', [from])
  await pool.query(`update sends set state = 'sent', sent_at = $2, due_at = null where id = $1`, [
    rows[0].id,
    world.now(),
  ])
  const steps = JSON.stringify([{ stepId: 'step-1', sendId: rows[0].id, state: 'sent', at: world.now().toISOString() }])
  await pool.query(
    `update sequence_enrollments set steps = $2, send_id = null, step_id = null, due_at = $3 where person_id = $1`,
    [from, steps, world.now()],
  )
  assertStatus(await enroll(into), 201)
  assertStatus(await agent.api.post(`/people/${into}/_merge`, { fromPersonId: from }), 200)
  await bench.due()
  world.advance(2 * hour)
  await bench.due()
  assert.deepEqual((await queued(into)).sort(), ['o1', 'o2'])
  assert.equal((await list()).length, 1)
})
