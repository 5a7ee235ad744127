import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validateMessage } from '@parley/amf'
import { createActionsBench } from '../../../testing/actions-bench.ts'
import { assertStatus } from '../../../testing/client.ts'
import type { AgentTool, ToolOutcome, TurnInput } from '../deps.ts'
import { listTools } from './index.ts'

const bench = await createActionsBench()
const agent = await bench.agent('sms')
const other = await bench.agent('sms')
const everything = { id: 'general', uses: ['scheduling', 'people', 'notify', 'knowledge', 'integration:orders'] }

async function toolIn(input: TurnInput, name: string): Promise<AgentTool> {
  return listTools(input, everything).find((tool) => tool.name === name) ?? assert.fail(`no ${name}`)
}
async function run(input: TurnInput, name: string, given: object = {}): Promise<ToolOutcome> {
  return (await toolIn(input, name)).run(given as Record<string, unknown>, input)
}
const names = (input: TurnInput, uses: string[]) => listTools(input, { id: 'general', uses }).map(({ name }) => name)
const always = ['knowledge.search', 'human.contact']

test('tools that are not configured are not offered', async () => {
  const input = await bench.createTurnInput(agent, (await bench.createPerson(agent)).asid)
  assert.deepEqual(names(input, everything.uses), ['people.save', ...always])
  assert.deepEqual(names(input, []), always)
  const contact = await run(input, 'human.contact')
  assert.deepEqual(contact, {
    ok: false,
    result: { error: 'The business has no contact options for reaching a human.' },
  })
})

test('configured tools are offered to playbooks that use them', async () => {
  const window = { dayOfWeek: 4, startTime: '09:00', endTime: '12:00' }
  const representatives = [{ id: 'anna', name: 'Anna', availability: { workingHours: [window] } }]
  assertStatus(await agent.api.put('/scheduling', { timezone: 'Europe/Berlin', representatives }), 200)
  const operator = { provider: 'email', toAddress: 'team@example.com' }
  assertStatus(await agent.api.put('/notifications', { operator }), 200)
  const parameters = { properties: { number: { type: 'string', pattern: '^\\d+$' } }, required: ['number'] }
  const orders = { name: 'Orders', description: 'Looks up an order', parameters }
  const endpoint = { url: 'https://example.com/orders' }
  assertStatus(await agent.api.put('/integrations/orders', { ...orders, endpoint }), 201)
  const input = await bench.createTurnInput(agent, (await bench.createPerson(agent)).asid)
  const scheduling = ['offerTimes', 'book', 'reschedule', 'cancel'].map((name) => `scheduling.${name}`)
  assert.deepEqual(names(input, everything.uses), [...scheduling, 'people.save', 'notify.team', 'orders', ...always])
  assert.deepEqual(names(input, ['integration:orders', 'integration:gone']), ['orders', ...always])
  const tool = await toolIn(input, 'orders')
  assert.deepEqual([tool.description, tool.hasSideEffects], ['Orders. Looks up an order', true])
  assert.deepEqual(tool.parameters, { type: 'object', ...parameters })
})

test('times are offered as a picker in the time zone of the person, and the picked one can be booked, moved and cancelled', async () => {
  const { asid } = await bench.createPerson(agent, 'sms', { timezone: 'America/New_York' })
  const input = await bench.createTurnInput(agent, asid, { eventId: 'evt-times' })
  const offered = await run(input, 'scheduling.offerTimes', { durationMinutes: 60 })
  assert.equal(offered.ok, true)
  const [part] = offered.show ?? []
  assert.ok(part?.type === 'ask.time')
  assert.ok('message' in validateMessage({ spec: 'amf/1', parts: offered.show }))
  assert.deepEqual([part.intentId, part.slots.length, part.durationMinutes], ['times-evt-times', 6, 60])
  assert.deepEqual(part.slots[0], {
    id: '2030-02-07T08:00:00.000Z',
    start: { iso: '2030-02-07T03:00:00-05:00', tz: 'America/New_York' },
    label: 'Thu, Feb 7, 3:00 AM',
  })
  const [first, second] = offered.result.times as { startUtc: string; label: string }[]
  assert.deepEqual([first?.label, offered.result.timezone], ['Thu, Feb 7, 3:00 AM', 'America/New_York'])
  const booked = await run(input, 'scheduling.book', { startUtc: first?.startUtc, notes: 'The roof' })
  assert.deepEqual(booked.events, ['appointment.booked'])
  assert.deepEqual(
    [booked.result.booked, booked.result.label, booked.result.with],
    [true, 'Thursday, February 7, 2030 at 3:00 AM', 'Anna'],
  )
  const moved = await run(input, 'scheduling.reschedule', { startUtc: second?.startUtc })
  assert.deepEqual([moved.ok, moved.result.startUtc, moved.events], [true, second?.startUtc, undefined])
  const { appointmentId } = booked.result
  assert.equal((await run(input, 'scheduling.cancel', { appointmentId })).result.cancelled, true)
  assert.deepEqual((await run(input, 'scheduling.cancel')).result, { error: 'There is no appointment to cancel.' })
})

test('the times of existing appointments of the person are not offered, even if another representative is free', async () => {
  const busy = await bench.agent('sms')
  const availability = { workingHours: [{ dayOfWeek: 4, startTime: '09:00', endTime: '11:00' }] }
  const representatives = ['anna', 'boris'].map((id) => ({ id, name: id, availability }))
  assertStatus(await busy.api.put('/scheduling', { timezone: 'UTC', representatives }), 200)
  const { asid, actions } = await bench.createPerson(busy)
  const input = await bench.createTurnInput(busy, asid)
  const day = { from: '2030-02-14', to: '2030-02-14', durationMinutes: 60 }
  const offered = async () =>
    ((await run(input, 'scheduling.offerTimes', day)).result.times as { startUtc: string }[]).map(
      ({ startUtc }) => startUtc,
    )
  const [first, ...rest] = await offered()
  assert.ok((await actions.book({ startUtc: new Date(first ?? ''), durationMinutes: 60 })).ok)
  assert.deepEqual(await offered(), rest)
})

const noTimes: [given: object, reason: string][] = [
  [{ from: '2030-02-08', to: '2030-02-12' }, 'No times are open then.'],
  [{ from: 'soon' }, 'The first day is not a valid date.'],
  [{ to: '2030-02-31' }, 'The last day is not a valid date.'],
  [{ from: '2030-02-12', to: '2030-02-08' }, 'The last day must not be before the first day.'],
  [{ from: '2030-02-01', to: '2031-02-01' }, 'The last day must be at most 92 days after the first day.'],
]
for (const [given, error] of noTimes) {
  test(`a request for times with ${JSON.stringify(given)}: ${error}`, async () => {
    const input = await bench.createTurnInput(agent, (await bench.createPerson(agent)).asid)
    assert.deepEqual(await run(input, 'scheduling.offerTimes', given), { ok: false, result: { error } })
  })
}

test("appointments of another person cannot be changed, and the answer lists the person's own", async () => {
  const [me, neighbour] = [await bench.createPerson(agent), await bench.createPerson(agent)]
  const theirs = await neighbour.actions.book({ startUtc: new Date('2030-02-14T08:00:00Z') })
  const mine = await me.actions.book({ startUtc: new Date('2030-02-14T09:00:00Z') })
  assert.ok(theirs.ok && mine.ok)
  const input = await bench.createTurnInput(agent, me.asid)
  const tried = await run(input, 'scheduling.cancel', { appointmentId: theirs.value.id })
  assert.equal(tried.ok, false)
  assert.equal(tried.result.error, 'That appointment does not exist.')
  const appointments = tried.result.appointments as { appointmentId: string }[]
  assert.deepEqual(
    appointments.map(({ appointmentId }) => appointmentId),
    [mine.value.id],
  )
  assert.deepEqual(await neighbour.actions.upcomingAppointments(), [theirs.value])
})

test('details from the person are saved; locked fields are not offered and stay unchanged', async () => {
  const fields = [
    { key: 'plan', label: 'Plan', type: 'enum', options: ['basic', 'plus'], description: 'What they pay for' },
    { key: 'since', type: 'date' },
    { key: 'tier', type: 'string', locked: true },
    { key: 'company', type: 'string', locked: true },
  ]
  assertStatus(await agent.api.put('/people-fields', { fields }), 200)
  const { asid, path } = await bench.createPerson(agent, 'sms', { tags: ['fair'], notes: 'Met at the fair' })
  const input = await bench.createTurnInput(agent, asid)
  const { properties } = (await toolIn(input, 'people.save')).parameters as { properties: Record<string, unknown> }
  assert.deepEqual(properties.customFields, {
    type: 'object',
    properties: {
      plan: { type: 'string', enum: ['basic', 'plus'], description: 'Plan: What they pay for' },
      since: { type: 'string', format: 'date' },
    },
  })
  assert.equal('email' in properties && !('company' in properties), true)
  const saved = await run(input, 'people.save', {
    email: 'person@example.com',
    'person.firstName': 'Ada',
    plan: 'plus',
    tags: ['boat', 'fair'],
    notes: 'Likes boats',
    customFields: { since: '2029-12-24', tier: 'gold' },
    name: 'Ada Person',
    time: 'noon',
  })
  assert.deepEqual([saved.ok, saved.events, saved.partner?.email], [true, ['contact.captured'], 'person@example.com'])
  assert.deepEqual([saved.result.locked, saved.result.unknown], [['customFields.tier'], ['time']])
  const person = (await agent.api.get(path)).body
  assert.deepEqual(
    [person.fullName, person.firstName, person.tags, person.notes, person.customFields],
    ['Ada Person', 'Ada', ['fair', 'boat'], 'Met at the fair\nLikes boats', { plan: 'plus', since: '2029-12-24' }],
  )
  const known = await bench.createTurnInput(agent, asid)
  const again = await run(known, 'people.save', { email: 'person@example.com', notes: 'Likes boats' })
  assert.deepEqual([again.ok, again.events, again.partner?.notes], [true, [], 'Met at the fair\nLikes boats'])
})

const unsaved: [given: object, error: RegExp][] = [
  [{ assignedRepresentativeId: 'anna' }, /Unknown fields: assignedRepresentativeId/],
  [{ consent: { status: 'granted' } }, /Unknown fields: consent/],
  [{ customFields: { unheard: 'x' } }, /Unknown fields: unheard/],
  [{ email: 'nowhere' }, /email must be an email address/],
  [{ company: 'Elsewhere' }, /locked/],
  [{ phone: ' ', notes: '', customFields: { plan: null } }, /nothing to save/],
]
for (const [given, error] of unsaved) {
  test(`${JSON.stringify(given)} is not saved`, async () => {
    const { asid, path } = await bench.createPerson(agent)
    const before = (await agent.api.get(path)).body
    const saved = await run(await bench.createTurnInput(agent, asid), 'people.save', given)
    assert.match(String(saved.result.error), error)
    assert.deepEqual((await agent.api.get(path)).body, before)
  })
}

test('the contact options for a human come from the identity, with its availability verbatim', async () => {
  const identity = {
    contactPhone: '+1 (202) 555-0143',
    contactEmail: 'hello@example.com',
    websiteUrl: 'https://example.com/',
    contactAvailability: 'Mo–Fr 9–17 🕘',
  }
  assertStatus(await other.api.put('/identity', identity), 200)
  const { asid } = await bench.createPerson(other)
  const mailPage = 'https://gateway.example.com/mail/demo/harbour'
  const offered = await run(await bench.createTurnInput(other, asid, { mailPage }), 'human.contact')
  assert.deepEqual(offered.show, [
    {
      type: 'share.contact',
      prompt: 'Mo–Fr 9–17 🕘',
      contact: {
        name: 'Harbour',
        phones: ['+1 (202) 555-0143'],
        emails: ['hello@example.com'],
        url: 'https://example.com/',
      },
    },
  ])
  assert.deepEqual(offered.chips, [
    { label: 'Call us', kind: 'dial', phone: '+1 (202) 555-0143' },
    { label: 'Email us', kind: 'url', url: mailPage },
    { label: 'Visit our website', kind: 'url', url: 'https://example.com/' },
  ])
  assert.ok('message' in validateMessage({ spec: 'amf/1', parts: offered.show, chips: offered.chips }))
  assertStatus(await other.api.put('/identity', { contactPhone: 'ring the bell', contactEmail: 'a@example.com' }), 200)
  const odd = await run(await bench.createTurnInput(other, asid), 'human.contact')
  assert.deepEqual(odd.show, [
    { type: 'text', text: 'ring the bell' },
    { type: 'share.contact', contact: { name: 'Harbour', emails: ['a@example.com'] } },
  ])
  assert.equal(odd.chips, undefined)
})

test('a search returns knowledge, or states that nothing is known', async () => {
  const { asid } = await bench.createPerson(agent)
  const hit = { kind: 'fact', id: 'hours', title: 'When?', text: 'x'.repeat(2000), score: 1 } as const
  const searches: unknown[] = []
  const search: TurnInput['search'] = async (q, options) => {
    searches.push([q, options])
    return q === 'hours' ? [hit] : []
  }
  const input = await bench.createTurnInput(agent, asid, { search })
  const found = await run(input, 'knowledge.search', { query: 'hours' })
  assert.deepEqual(found.result.hits, [{ kind: 'fact', id: 'hours', title: 'When?', text: 'x'.repeat(1500) }])
  const missed = await run(input, 'knowledge.search', { query: 'boats' })
  assert.deepEqual(missed, { ok: false, result: { error: 'Nothing is known about that.' } })
  assert.deepEqual(searches[0], ['hours', { limit: 5 }])
})
