import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createActionsBench } from '../../../testing/actions-bench.ts'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import type { ActionResult, AppointmentSummary } from '../deps.ts'
import { findLivePartner } from './person.ts'

/** Live actions with the real domains: they affect the person of the conversation, and nobody else. */

const bench = await createActionsBench()
const { db, pool, createActions, createPerson } = bench
const agent = await bench.agent('sms', 'messengerA')
const other = await bench.agent('sms')
const officeHours = {
  timezone: 'Europe/Berlin',
  availableHours: [1, 2, 3, 4, 5].map((dayOfWeek) => ({ dayOfWeek, startTime: '09:00', endTime: '17:00' })),
  representatives: [
    { id: 'anna', name: 'Anna' },
    { id: 'ben', name: 'Ben' },
  ],
}
for (const one of [agent, other]) assertStatus(await one.api.put('/scheduling', officeHours), 200)
assertStatus(
  await agent.api.put('/people-fields', {
    fields: [
      { key: 'plan', type: 'enum', options: ['basic', 'plus'] },
      { key: 'tier', type: 'string', locked: true },
      { key: 'company', type: 'string', locked: true },
    ],
  }),
  200,
)

const at = (time: string) => new Date(`2030-02-${time}:00Z`)
const appointmentsOf = async (path: string) => assertStatus(await agent.api.get(`${path}/appointments`), 200).data
const value = <T>(done: ActionResult<T>): T => (done.ok ? done.value : assert.fail(done.reason))
const why = (done: ActionResult<unknown>): string => (done.ok ? assert.fail('it went well') : done.reason)

test('the person of a conversation is the current holder of the identity', async () => {
  const { asid, id } = await createPerson(agent, 'sms', { fullName: 'A Person' })
  const partner = await findLivePartner(db, agent.key, asid)
  assert.deepEqual([partner?.id, partner?.fullName, 'key' in (partner ?? {})], [id, 'A Person', false])
  assert.equal(await findLivePartner(db, other.key, asid), undefined)
})

test('open times are those of all representatives, or of the one assigned to the person', async () => {
  const free = await createPerson(agent)
  const { times, timezone } = value(await free.actions.findOpenTimes({ most: 3 }))
  assert.deepEqual(
    times.map(({ startUtc, representativeIds }) => [startUtc, representativeIds]),
    [
      ['2030-01-31T12:30:00.000Z', ['anna', 'ben']],
      ['2030-01-31T13:00:00.000Z', ['anna', 'ben']],
      ['2030-01-31T13:30:00.000Z', ['anna', 'ben']],
    ],
  )
  assert.equal(timezone, 'Europe/Berlin')
  const bens = await createPerson(agent, 'sms', { assignedRepresentativeId: 'ben' })
  assert.deepEqual(value(await bens.actions.findOpenTimes({ most: 1 })).times[0]?.representativeIds, ['ben'])
  assert.match(
    why(await free.actions.findOpenTimes({ most: 1, representativeId: 'carl' })),
    /^The representative must be/,
  )
})

test('booking, moving and cancelling have the same effect as the API', async () => {
  const { actions, path, asid } = await createPerson(agent, 'sms', { timezone: 'America/New_York' })
  const booked = value(await actions.book({ startUtc: at('04T09:00'), notes: 'The roof' }))
  assert.deepEqual(
    { ...booked, id: '' },
    {
      id: '',
      startUtc: '2030-02-04T09:00:00.000Z',
      durationMinutes: 30,
      timezone: 'America/New_York',
      representativeName: 'Anna',
      notes: 'The roof',
    },
  )
  assert.equal((await agent.api.get(path)).body.scheduledCallAt, '2030-02-04T09:00:00.000Z')
  assert.deepEqual(await actions.upcomingAppointments(), [booked])
  const moved = value(await actions.reschedule({ startUtc: at('05T10:00') }))
  assert.deepEqual([moved.id, moved.startUtc], [booked.id, '2030-02-05T10:00:00.000Z'])
  const again = await createActions(agent, asid)
  assert.equal(value(await again.cancel({ reason: 'Too far' })).id, booked.id)
  const [stored] = await appointmentsOf(path)
  assert.deepEqual([stored.status, stored.history.at(-1).reason], ['cancelled', 'Too far'])
  assert.deepEqual(await actions.upcomingAppointments(), [])
  assert.equal(why(await actions.cancel({})), 'There is no appointment to cancel.')
  assert.equal(why(await actions.reschedule({ startUtc: at('06T10:00') })), 'There is no appointment to move.')
})

test('booking the time of an existing appointment of the person returns that appointment', async () => {
  const { actions, path } = await createPerson(agent)
  const wish = { startUtc: at('06T09:00') }
  const all = await Promise.all([actions.book(wish), actions.book(wish), actions.book(wish)])
  assert.equal(new Set(all.map((one) => value(one).id)).size, 1)
  assert.equal((await appointmentsOf(path)).length, 1)
})

test('an unavailable time is refused with an explanation', async () => {
  const [one, two, third] = [await createPerson(agent), await createPerson(agent), await createPerson(agent)]
  for (const { actions } of [one, two]) value(await actions.book({ startUtc: at('07T09:00') }))
  assert.equal(why(await third.actions.book({ startUtc: at('07T09:00') })), 'That time is taken.')
  assert.match(why(await third.actions.book({ startUtc: at('07T23:00') })), /^The time must be completely within/)
  assert.equal(
    why(await third.actions.book({ startUtc: new Date('2030-01-01T09:00:00Z') })),
    'The time must be in the future.',
  )
  assert.match(why(await third.actions.book({ startUtc: at('07T10:00'), representativeId: 'carl' })), /representative/)
  assert.match(why(await third.actions.book({ startUtc: at('07T10:00'), durationMinutes: 0 })), /^The length/)
  assert.match(
    why(await third.actions.reschedule({ startUtc: new Date('2300-01-01T09:00:00Z') })),
    /^The time must be between/,
  )
  assert.deepEqual(await appointmentsOf(third.path), [])
})

test('one of several appointments must be named', async () => {
  const { actions } = await createPerson(agent)
  const made: AppointmentSummary[] = []
  for (const time of ['11T09:00', '12T09:00']) made.push(value(await actions.book({ startUtc: at(time) })))
  assert.equal(why(await actions.cancel({})), 'There are 2 appointments: say which one to cancel.')
  assert.equal(value(await actions.cancel({ appointmentId: made[1]?.id })).id, made[1]?.id)
  assert.deepEqual(await actions.upcomingAppointments(), [made[0]])
})

test('appointments of other people are not touched, of the same agent or another', async () => {
  const me = await createPerson(agent)
  const [neighbour, stranger] = [await createPerson(agent), await createPerson(other)]
  const theirs = [
    value(await neighbour.actions.book({ startUtc: at('13T09:00') })),
    value(await stranger.actions.book({ startUtc: at('13T09:00') })),
  ]
  value(await me.actions.book({ startUtc: at('13T11:00') }))
  for (const { id } of theirs) {
    assert.equal(why(await me.actions.cancel({ appointmentId: id })), 'That appointment does not exist.')
    const moved = await me.actions.reschedule({ appointmentId: id, startUtc: at('14T09:00') })
    assert.equal(why(moved), 'That appointment does not exist.')
  }
  assert.deepEqual(await neighbour.actions.upcomingAppointments(), [theirs[0]])
  assert.deepEqual(await stranger.actions.upcomingAppointments(), [theirs[1]])
})

test('learned details are saved with the agent as author, and locked fields stay unchanged', async () => {
  const { actions, path } = await createPerson(agent, 'sms', { company: 'Harbour', customFields: { tier: 'gold' } })
  const saved = value(
    await actions.saveProfile({
      email: 'Person@example.com',
      company: 'Elsewhere',
      customFields: { plan: 'plus', tier: 'iron' },
    }),
  )
  assert.deepEqual(saved.saved, ['email', 'customFields.plan'])
  assert.deepEqual(saved.locked, ['company', 'customFields.tier'])
  assert.deepEqual([saved.partner.email, 'key' in saved.partner], ['Person@example.com', false])
  const { email, company, customFields } = (await agent.api.get(path)).body
  assert.deepEqual([email, company, customFields], ['Person@example.com', 'Harbour', { tier: 'gold', plan: 'plus' }])
})

test('a value that no operator could write is refused with an explanation, and nothing is saved', async () => {
  const { actions, path } = await createPerson(agent)
  assert.equal(
    why(await actions.saveProfile({ firstName: 'A', email: 'nowhere' })),
    'The field email must be an email address.',
  )
  assert.match(
    why(await actions.saveProfile({ customFields: { plan: 'gold' } })),
    /^The field plan must be one of basic, plus\.$/,
  )
  assert.match(why(await actions.saveProfile({ nonsense: 'x' } as never)), /nonsense/)
  assert.equal((await agent.api.get(path)).body.firstName, undefined)
})

test('actions for a merged person apply to the surviving person', async () => {
  const [left, erased] = [await createPerson(agent), await createPerson(agent)]
  const booked = value(await erased.actions.book({ startUtc: at('18T09:00') }))
  assertStatus(await agent.api.post(`${left.path}/_merge`, { fromPersonId: erased.id }), 200)
  assert.equal(value(await erased.actions.cancel({ appointmentId: booked.id })).id, booked.id)
  value(await erased.actions.saveProfile({ firstName: 'Merged' }))
  assert.equal((await agent.api.get(left.path)).body.firstName, 'Merged')
})

test('actions for an erased person do nothing', async () => {
  const { actions, path } = await createPerson(agent)
  assertStatus(await agent.api.del(path), 204)
  for (const done of [
    await actions.book({ startUtc: at('19T09:00') }),
    await actions.saveProfile({ firstName: 'A' }),
  ]) {
    assert.equal(why(done), 'The person of this conversation no longer exists.')
  }
  assert.deepEqual(await actions.upcomingAppointments(), [])
})

for (const channel of ['sms', 'messengerA'] as const) {
  test(`an opt-out in free text on ${channel} is a STOP with evidence, confirmed once`, async () => {
    const { actions, path, asid, phone } = await createPerson(agent, channel)
    for (const statement of ['Please stop texting me', 'I said stop'])
      await actions.optOut(statement, 'As you wish: that was it.')
    await bench.work()
    const { consent, identities } = (await agent.api.get(path)).body
    assert.deepEqual(
      [consent.status, consent.source, consent.evidence, identities[0].optedOut],
      ['denied', 'conversation', 'Please stop texting me', true],
    )
    const { history } = (await agent.api.get(`${path}/consent`)).body
    assert.deepEqual([history.length, history[0].by.kind], [1, 'agent'])
    const confirmations = (await phone.readTexts()).filter((text) => text === 'As you wish: that was it.')
    assert.equal(confirmations.length, 1)
    const requests = agent.endpoint.requests.filter(({ envelope }) => envelope.userId === asid)
    const kinds = requests
      .map(({ envelope: { event } }) => (event.event as ReplyBody).kind)
      .filter((kind) => kind === 'optOut')
    assert.equal(kinds.length, 1)
    const message = { spec: 'amf/1', parts: [{ type: 'text', text: 'More' }] }
    assert.equal((await agent.send(asid, message))[0]?.reason, 'optedOut')
  })
}

test('the outbox contains each effect of the actions once', async () => {
  const { actions, id } = await createPerson(agent)
  value(await actions.book({ startUtc: at('20T09:00') }))
  value(await actions.book({ startUtc: at('20T09:00') }))
  const { rows } = await pool.query(
    `select count(*)::int from outbox where type = 'appointment.booked' and data->>'personId' = $1`,
    [id],
  )
  assert.equal(rows[0].count, 1)
})
