import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus } from '../../../testing/client.ts'
import { createAmfTextMessage, createRehearsalBench, type RehearsalAgent } from '../../../testing/rehearsal-bench.ts'
import type { SandboxEffect } from '../deps.ts'
import { sandboxActions } from './actions.ts'
import { createSandboxes } from './sandboxes.ts'

/** Personas and `scenario.persona`: everything stays in the sandbox. */

const bench = await createRehearsalBench()
const { world, sandboxes } = bench
const { db, pool } = bench.server.database

const weekday = (dayOfWeek: number) => ({ dayOfWeek, startTime: '09:00', endTime: '12:00' })
const scheduling = {
  timezone: 'UTC',
  defaultDurationMinutes: 60,
  availableHours: [1, 2, 3, 4, 5].map(weekday),
  representatives: [
    { id: 'anna', name: 'Anna' },
    { id: 'ben', name: 'Ben' },
  ],
}

const agent = await bench.agent()
assertStatus(await agent.put('/scheduling', scheduling), 200)
assertStatus(
  await agent.put('/people-fields', {
    fields: [
      { key: 'plan', type: 'enum', options: ['basic', 'plus'] },
      { key: 'company', type: 'string', locked: true },
    ],
  }),
  200,
)
const { definitions } = bench.agents

async function actionsFor(
  of: RehearsalAgent,
  given: Parameters<RehearsalAgent['createPersonInSandbox']>[1] = {},
  stubs = {},
) {
  const { asid } = await of.createPersonInSandbox('rcs', given)
  const effects: SandboxEffect[] = []
  const held = { agent: of.key, asid, stubs, recordEffect: (effect: SandboxEffect) => void effects.push(effect) }
  return { asid, effects, actions: sandboxActions(held, { db, world, definitions, desk: bench.server.services.desk }) }
}

const never = new AbortController().signal
const kinds = (effects: SandboxEffect[]) => effects.map(({ kind }) => kind)
/** A Friday. */
const nine = new Date('2030-02-01T09:00:00Z')
const ten = new Date('2030-02-01T10:00:00Z')

test('the person matches the preset, and their time zone is guessed from the number', async () => {
  const fields = {
    firstName: 'Alex',
    phone: '0049 30 5550143',
    productInterest: 'Boats',
    status: 'qualified',
    customFields: { plan: 'gold' },
    tags: ['fair'],
  } as const
  const { asid } = await agent.createPersonInSandbox('sms', {
    fields: { ...fields, tags: ['fair'] },
    consent: { status: 'granted' },
  })
  const partner = (await sandboxes.findPartner(db, agent.key, asid)) ?? assert.fail()
  const { firstName, status, timezone, consent, productInterest, customFields, channels } = partner
  assert.deepEqual(
    { firstName, status, timezone, consent: consent.status, productInterest, customFields, channels },
    {
      firstName: 'Alex',
      status: 'qualified',
      timezone: 'Europe/Berlin',
      consent: 'granted',
      productInterest: 'Boats',
      customFields: { plan: 'gold' },
      channels: ['sms'],
    },
  )
  assert.deepEqual(partner.createdAt, world.now())
})

test('open times come from the config, and bookings exist only in the rehearsal', async () => {
  const { asid, actions, effects } = await actionsFor(agent)
  const offered = await actions.findOpenTimes({ most: 3 })
  assert.ok(offered.ok)
  assert.deepEqual(offered.value.times.map(({ startUtc }) => startUtc).slice(0, 2), [
    nine.toISOString(),
    ten.toISOString(),
  ])
  const booked = await actions.book({ startUtc: nine, notes: 'By the window' })
  assert.ok(booked.ok)
  assert.deepEqual([booked.value.representativeName, booked.value.durationMinutes], ['Anna', 60])
  const again = await actions.book({ startUtc: nine })
  assert.equal(again.ok && again.value.id, booked.value.id)
  assert.equal((await actions.book({ startUtc: nine, representativeId: 'nobody' })).ok, true)
  assert.deepEqual(kinds(effects), ['appointment.booked'])
  assert.match(effects[0]?.summary ?? '', /^Booked .*2030.* with Anna$/)
  const partner = await sandboxes.findPartner(db, agent.key, asid)
  assert.deepEqual(partner?.scheduledCallAt, nine)
  assert.equal((await pool.query('select count(*)::int as count from appointments')).rows[0].count, 0)
})

test('a closed time is refused with an explanation, and is not recorded', async () => {
  const { actions, effects } = await actionsFor(agent)
  for (const startUtc of [
    new Date('2030-02-02T09:00:00Z'),
    new Date('2030-02-01T06:00:00Z'),
    new Date('2029-01-01T09:00:00Z'),
  ]) {
    const refused = await actions.book({ startUtc })
    assert.ok(!refused.ok && refused.reason.length > 10)
  }
  assert.ok((await actions.book({ startUtc: nine, representativeId: 'anna' })).ok)
  const other = await actions.book({ startUtc: new Date('2030-02-01T09:30:00Z'), representativeId: 'anna' })
  assert.ok(!other.ok && /taken/.test(other.reason))
  assert.deepEqual(kinds(effects), ['appointment.booked'])
})

test('an appointment can be moved and cancelled; without an id the only one is meant', async () => {
  const { actions, effects } = await actionsFor(agent)
  const none = await actions.cancel({})
  assert.ok(!none.ok && /no appointment/.test(none.reason))
  const first = await actions.book({ startUtc: nine })
  const moved = await actions.reschedule({ startUtc: ten })
  assert.ok(first.ok && moved.ok)
  assert.deepEqual([moved.value.id, moved.value.startUtc], [first.value.id, ten.toISOString()])
  await actions.book({ startUtc: nine })
  const unclear = await actions.cancel({})
  assert.ok(!unclear.ok && /which one/.test(unclear.reason))
  assert.ok((await actions.cancel({ appointmentId: first.value.id, reason: 'Ill' })).ok)
  assert.deepEqual(
    (await actions.upcomingAppointments()).map(({ startUtc }) => startUtc),
    [nine.toISOString()],
  )
  assert.deepEqual(kinds(effects), [
    'appointment.booked',
    'appointment.rescheduled',
    'appointment.booked',
    'appointment.cancelled',
  ])
})

test('learned details follow the rules of People fields, and locked fields stay unchanged', async () => {
  const { asid, actions, effects } = await actionsFor(agent, {
    fields: { company: 'Harbour Works', productInterest: 'Sails' },
  })
  const change = { email: 'alex@example.com', company: 'Other', customFields: { plan: 'plus' } }
  const saved = await actions.saveProfile(change)
  assert.ok(saved.ok)
  assert.deepEqual([saved.value.saved, saved.value.locked], [['email', 'customFields.plan'], ['company']])
  const { email, company, customFields, productInterest } = (await sandboxes.findPartner(db, agent.key, asid)) ?? {}
  assert.deepEqual(
    [email, company, customFields, productInterest],
    ['alex@example.com', 'Harbour Works', { plan: 'plus' }, 'Sails'],
  )
  assert.equal((await actions.saveProfile({ customFields: { plan: 'gold' } })).ok, false)
  assert.equal((await actions.saveProfile({ email: 'no address' })).ok, false)
  assert.ok((await actions.saveProfile({ email: 'alex@example.com' })).ok)
  assert.deepEqual(kinds(effects), ['person.saved'])
  assert.deepEqual(effects[0]?.payload, { email: 'alex@example.com', customFields: { plan: 'plus' } })
  assert.equal((await pool.query('select count(*)::int as count from people')).rows[0].count, 0)
})

test('the team and integrations receive nothing; a stub answers for its integration', async () => {
  const of = await bench.agent()
  for (const id of ['stock', 'crm']) {
    const body = { description: 'Looks something up', endpoint: { url: 'https://example.com/api' } }
    assertStatus(await of.put(`/integrations/${id}`, body), 201)
  }
  const { actions, effects } = await actionsFor(of, {}, { stock: { left: 3 } })
  assert.ok((await actions.notifyTeam('Somebody waits')).ok)
  assert.deepEqual(await actions.callIntegration('stock', { id: 1 }), { ok: true, value: { left: 3 } })
  assert.deepEqual(await actions.callIntegration('crm', {}), {
    ok: true,
    value: { ok: true, note: 'captured: proceed as if it succeeded' },
  })
  assert.equal((await actions.callIntegration('unknown', {})).ok, false)
  assert.deepEqual(kinds(effects), ['team.notified', 'integration.called', 'integration.called'])
})

test('the agent gets the complete answer of a stub; only the beginning of a long one is recorded', async () => {
  const of = await bench.agent()
  const body = { description: 'Looks something up', endpoint: { url: 'https://example.com/api' } }
  assertStatus(await of.put('/integrations/stock', body), 201)
  const long = { rows: Array.from({ length: 2000 }, (_, at) => `row ${at}`) }
  const { actions, effects } = await actionsFor(of, {}, { stock: long })
  assert.deepEqual(await actions.callIntegration('stock', long), { ok: true, value: long })
  const payload = effects[0]?.payload as { integrationId: string; given: string; answer: string }
  const json = JSON.stringify(long)
  assert.equal(payload.answer, `${json.slice(0, 4096)}… (truncated: ${json.length} characters in total)`)
  assert.deepEqual([payload.integrationId, payload.given], ['stock', payload.answer])
})

test('a person who opts out in free text is marked once', async () => {
  const { asid, actions, effects } = await actionsFor(agent)
  await actions.optOut('Leave me alone', 'Very well')
  await actions.optOut('Leave me alone', 'Very well')
  const { optedOut, partner } = (await sandboxes.find(db, agent.key, asid)) ?? assert.fail()
  assert.deepEqual([optedOut, partner.consent.status, partner.consent.evidence], [true, 'denied', 'Leave me alone'])
  assert.deepEqual(kinds(effects), ['person.opted_out'])
})

test('turns of one rehearsal run one after another, those of other rehearsals in parallel', async () => {
  const { asid } = await agent.createPersonInSandbox('rcs')
  const steps: string[] = []
  const turn = (name: string) =>
    sandboxes.withLease(agent.key, asid, async () => {
      steps.push(`${name} begins`)
      await pool.query('select pg_sleep(0.05)')
      steps.push(`${name} ends`)
    })
  await Promise.all([turn('one'), turn('two')])
  const [first, second] = [steps[0], steps[2]].map((step) => step?.split(' ')[0])
  assert.deepEqual(steps, [`${first} begins`, `${first} ends`, `${second} begins`, `${second} ends`])
})

test('a caller that waits too long for a turn gets an error; an interrupted turn does not block for long', async () => {
  const { asid } = await agent.createPersonInSandbox('rcs')
  const until = new Date(world.now().getTime() + 60_000)
  await pool.query('update sandbox_people set lease_until = $1 where asid = $2', [until, asid])
  const impatient = createSandboxes({ db, world, leaseAttempts: 2 })
  await assert.rejects(
    impatient.withLease(agent.key, asid, async () => {}),
    { code: 'resource.conflict' },
  )
  world.advance(61_000)
  assert.equal(await sandboxes.withLease(agent.key, asid, async () => 'done'), 'done')
  await assert.rejects(
    sandboxes.withLease(agent.key, asid, () => Promise.reject(new Error('broke'))),
    /broke/,
  )
  assert.equal(await sandboxes.withLease(agent.key, asid, async () => 'again'), 'again')
})

test('a deleted rehearsal leaves no data anywhere, and other rehearsals remain', async () => {
  const [partner, other] = [await agent.createPersonInSandbox('rcs'), await agent.createPersonInSandbox('rcs')]
  bench.play((event) => (event.type === 'message' ? [createAmfTextMessage('Hello')] : []))
  for (const one of [partner, other]) {
    const says = { kind: 'says', text: 'Hi' } as const
    await bench.conversations.sandbox.runTurn(agent.key, one, says, never)
  }
  await sandboxes.remove(db, agent.key, partner.asid)
  const tables = ['sandbox_people', 'conversations', 'conversation_events', 'messages', 'sessions', 'turns']
  for (const table of tables) {
    const { rows } = await pool.query(`select distinct asid from ${table} where asid = any($1)`, [
      [partner.asid, other.asid],
    ])
    assert.ok(
      rows.every(({ asid }) => asid === other.asid),
      table,
    )
  }
  assert.equal(
    (await bench.conversations.sandbox.capture(agent.key, partner, createAmfTextMessage('Hm'))).accepted,
    false,
  )
  const unavailable = { code: 'agent.persona.unavailable' }
  await assert.rejects(
    sandboxes.withLease(agent.key, partner.asid, async () => {}),
    unavailable,
  )
  const late = bench.conversations.sandbox.runTurn(agent.key, partner, { kind: 'says', text: 'Hi' }, never)
  await assert.rejects(late, unavailable)
})
