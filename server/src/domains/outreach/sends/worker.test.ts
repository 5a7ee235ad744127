import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createOutreachBench } from '../../../testing/outreach-bench.ts'

/** The processing of accepted sends. */

const bench = await createOutreachBench()
const { world, work } = bench
const { pool } = bench.server.database
const agent = await bench.agent('rcs', 'sms')
const { accepted, readSend, readState, publishedStates, createPerson, after } = agent
const plain = await agent.outreach()
const day = 86_400_000

let keys = 0
const newKey = () => `key ${++keys}`
const sendTo = async (personId: string, outreach = plain, more: object = {}): Promise<string> =>
  (await accepted(outreach, { recipient: { personId }, idempotencyKey: newKey(), ...more })).sendId
const cancel = (sendId: string) => agent.api.post(`/outreach/sends/${sendId}/cancel`)
const iso = () => world.now().toISOString()
/** The wait before the next attempt, in whole minutes. */
const waitOf = ({ nextAttemptAt }: ReplyBody) =>
  Math.floor((Date.parse(nextAttemptAt) - world.now().getTime()) / 60_000)
const dueAt = ({ nextAttemptAt }: ReplyBody) => world.advance(Date.parse(nextAttemptAt) - world.now().getTime())
const unavailable = (count: number, status: number | 'timeout' = 503) => ({ failNext: { count, status } })
const nothing = { known: false, sent: false, delivered: false, read: false, failed: false }

test('a queued send is dispatched, and its record shows when and as which message', async () => {
  const { id, asid, address, phone } = await createPerson()
  const sendId = await sendTo(id)
  const queuedAt = iso()
  world.advance(5_000)
  await work()
  const { messageId, delivery, ...record } = await readSend(sendId)
  assert.deepEqual(record, {
    ...{ sendId, outreachId: plain, origin: 'named', personId: id, state: 'sent', channel: 'rcs', asid, address },
    ...{ queuedAt, sentAt: iso(), attempts: 1, consent: { claimed: 'none', recorded: 'unknown' } },
  })
  assert.equal(delivery.known, true)
  const { messages } = await phone.read()
  assert.deepEqual([messages.length, messages[0].messageId, messages[0].text], [1, messageId, 'Good news'])
  assert.deepEqual(await publishedStates(sendId), ['queued', 'sent'])
  await after(60)
  assert.equal((await phone.readTexts()).length, 1)
})

test('a temporary failure is retried at about 0, 2, 10 and 30 minutes, and fails after the fourth attempt', async () => {
  const { id, phone } = await createPerson({}, unavailable(4))
  const sendId = await sendTo(id)
  for (const [at, wait] of [2, 8, 20].entries()) {
    await work()
    const record = await readSend(sendId)
    assert.deepEqual([record.state, record.attempts, record.reason], ['queued', at + 1, undefined])
    assert.ok(waitOf(record) >= wait && waitOf(record) <= wait * 1.1, `${waitOf(record)} minutes after ${at + 1}`)
    world.advance(wait * 60_000 - 1)
    await work()
    assert.equal((await readSend(sendId)).attempts, at + 1, 'it is not tried early')
    dueAt(record)
  }
  await work()
  const { state, reason, attempts, failedAt, nextAttemptAt, detail, sentAt } = await readSend(sendId)
  assert.deepEqual([state, reason, attempts, failedAt], ['failed', 'dispatch_failed', 4, iso()])
  assert.deepEqual([nextAttemptAt, sentAt, typeof detail], [undefined, undefined, 'string'])
  assert.deepEqual(await publishedStates(sendId), ['queued', 'failed dispatch_failed'])
  await after(120)
  assert.deepEqual([await phone.readTexts(), await readState(sendId)], [[], 'failed dispatch_failed'])
})

for (const status of [500, 503, 429, 'timeout'] as const) {
  test(`after an answer of ${status} the next attempt may succeed, and the person gets the message once`, async () => {
    const { id, phone } = await createPerson({}, unavailable(2, status))
    const sendId = await sendTo(id)
    for (const attempts of [1, 2]) {
      await work()
      const record = await readSend(sendId)
      assert.deepEqual([record.state, record.attempts], ['queued', attempts])
      dueAt(record)
    }
    await work()
    const { state, attempts, nextAttemptAt } = await readSend(sendId)
    assert.deepEqual([state, attempts, nextAttemptAt], ['sent', 3, undefined])
    assert.deepEqual([await phone.readTexts(), await publishedStates(sendId)], [['Good news'], ['queued', 'sent']])
  })
}

for (const status of [400, 403, 422]) {
  test(`an answer of ${status} fails the send immediately`, async () => {
    const { id, phone } = await createPerson({}, unavailable(1, status))
    const sendId = await sendTo(id)
    await work()
    const { state, reason, attempts, failedAt } = await readSend(sendId)
    assert.deepEqual([state, reason, attempts, failedAt], ['failed', 'dispatch_failed', 1, iso()])
    await after(60)
    assert.deepEqual(
      [await phone.readTexts(), await publishedStates(sendId)],
      [[], ['queued', 'failed dispatch_failed']],
    )
  })
}

/** The state left by a dead worker: still leased for a while. */
const orphan = (sendId: string) =>
  pool.query(`update sends set lease_token = 'gone', due_at = $2 where id = $1`, [
    sendId,
    new Date(world.now().getTime() + 20_000),
  ])

test('a worker that dies uses up no attempt, however often; meanwhile the send is sending and cannot be cancelled', async () => {
  const { id, phone } = await createPerson({}, unavailable(3))
  const sendId = await sendTo(id)
  for (let attempt = 1; attempt <= 4; attempt++) {
    for (let death = 0; death < 3; death++) {
      await orphan(sendId)
      const { state, attempts, nextAttemptAt } = await readSend(sendId)
      assert.deepEqual([state, attempts, nextAttemptAt], ['sending', attempt - 1, undefined])
      assertProblem(await cancel(sendId), 409, 'agent.outreach.send_not_cancellable')
      await work()
      assert.equal((await readSend(sendId)).state, 'sending')
    }
    world.advance(20_000)
    await work()
    const record = await readSend(sendId)
    assert.equal(record.attempts, attempt)
    if (record.nextAttemptAt) dueAt(record)
  }
  assert.deepEqual([await readState(sendId), await phone.readTexts()], ['sent', ['Good news']])
})

test('a queued send can be cancelled, also while it waits for a retry; no other can, and cancelling is final', async () => {
  const [fresh, waiting] = [await createPerson(), await createPerson({}, unavailable(1))]
  const second = await sendTo(waiting.id)
  await work()
  const first = await sendTo(fresh.id)
  for (const sendId of [first, second]) {
    const cancelled = assertStatus(await cancel(sendId), 200)
    assert.deepEqual([cancelled.sendId, cancelled.state, cancelled.cancelledAt], [sendId, 'cancelled', iso()])
    assert.deepEqual([cancelled.reason, cancelled.nextAttemptAt], [undefined, undefined])
    assert.deepEqual(await readSend(sendId), cancelled)
    assertProblem(await cancel(sendId), 409, 'agent.outreach.send_not_cancellable')
    assert.deepEqual(await publishedStates(sendId), ['queued', 'cancelled'])
  }
  await after(60)
  assert.deepEqual([await fresh.phone.readTexts(), await waiting.phone.readTexts()], [[], []])
  const sent = await sendTo(fresh.id)
  await work()
  assertProblem(await cancel(sent), 409, 'agent.outreach.send_not_cancellable')
  assertProblem(await cancel('snd_none'), 404, 'resource.not_found')
  assert.deepEqual([await readState(sent), await readState(first)], ['sent', 'cancelled'])
})

test('only its own agent can read or cancel a send', async () => {
  const other = await bench.agent()
  const sendId = await sendTo((await createPerson()).id)
  assertProblem(await other.api.get(`/outreach/sends/${sendId}`), 404, 'resource.not_found')
  assertProblem(await other.api.post(`/outreach/sends/${sendId}/cancel`), 404, 'resource.not_found')
  assert.equal(await readState(sendId), 'queued')
})

/** What may have changed when a send is evaluated again, and the resulting outcome. */
type Between = Awaited<ReturnType<typeof createPerson>> & { outreach: string }
const changes: [what: string, change: (of: Between) => Promise<unknown>, becomes: string][] = [
  ['a STOP', ({ phone }) => phone.sendText('STOP'), 'suppressed opted_out'],
  ['a denial', ({ id }) => agent.api.put(`/people/${id}/consent`, { status: 'denied' }), 'suppressed opted_out'],
  ['the Outreach is turned off', ({ outreach }) => agent.api.patch(`/outreach/${outreach}`, { enabled: false }), 'suppressed outreach_unavailable'],
  ['the opener needs more', ({ outreach }) => agent.api.patch(`/message-templates/${outreach}`, { body: 'Now {person.customFields.day}' }), 'suppressed missing_inputs'],
  ['an input is declared', ({ outreach }) => agent.api.patch(`/outreach/${outreach}`, { inputs: ['seat'] }), 'suppressed missing_inputs'],
  ['the opener blocks', ({ outreach }) => agent.api.patch(`/message-templates/${outreach}`, { body: 'Now {person.lastName|block-send}' }), 'suppressed template_blocked'],
  ['the identity is removed', ({ id, asid }) => agent.api.del(`/people/${id}/identities/${asid}`), 'failed no_channel_identity'],
  ['the person is erased', ({ id }) => agent.api.del(`/people/${id}`), 'failed no_channel_identity'],
] // biome-ignore format: one line each

async function between(settings: object = {}): Promise<Between & { sendId: string }> {
  const outreach = await agent.outreach('Plan {person.customFields.plan}')
  const one = await createPerson({ customFields: { plan: 'plus' } }, settings)
  return { ...one, outreach, sendId: await sendTo(one.id, outreach) }
}

for (const [what, change, becomes] of changes) {
  test(`${what} before the dispatch: ${becomes}, without an attempt`, async () => {
    const one = await between()
    await change(one)
    await work()
    const { attempts, failedAt, detail, messageId, delivery } = await readSend(one.sendId)
    assert.deepEqual([await readState(one.sendId), attempts, failedAt], [becomes, 0, iso()])
    assert.ok(detail.length > 0)
    assert.deepEqual([messageId, delivery], [undefined, nothing])
    assert.deepEqual(
      (await one.phone.readTexts()).filter((text) => text.startsWith('Plan')),
      [],
    )
    assert.deepEqual(await publishedStates(one.sendId), ['queued', becomes])
  })

  test(`${what} between two attempts: ${becomes}, and the earlier attempt counts`, async () => {
    const one = await between(unavailable(1))
    await work()
    assert.equal((await readSend(one.sendId)).attempts, 1)
    await change(one)
    await after(10)
    assert.deepEqual([await readState(one.sendId), (await readSend(one.sendId)).attempts], [becomes, 1])
    await after(60)
    assert.deepEqual(
      (await one.phone.readTexts()).filter((text) => text.startsWith('Plan')),
      [],
    )
    assert.deepEqual(await publishedStates(one.sendId), ['queued', becomes])
  })
}

test('a STOP on sms also applies to rcs of that number', async () => {
  const [fresh, waiting] = [await between(), await between(unavailable(1))]
  await agent.phone('sms', fresh.address).sendText('STOP')
  await work()
  await agent.phone('sms', waiting.address).sendText('STOP')
  await after(60)
  assert.equal(await readState(fresh.sendId), 'suppressed opted_out')
  assert.equal((await readSend(waiting.sendId)).reason, 'opted_out')
  assert.deepEqual([await fresh.phone.readTexts(), await waiting.phone.readTexts()], [[], []])
})

test('a change undone in time has no effect: START after STOP, consent, an Outreach enabled again', async () => {
  const one = await between()
  await one.phone.sendText('STOP')
  await agent.api.put(`/people/${one.id}/consent`, { status: 'denied' })
  await agent.api.patch(`/outreach/${one.outreach}`, { enabled: false })
  await agent.api.patch(`/outreach/${one.outreach}`, { enabled: true })
  await agent.api.put(`/people/${one.id}/consent`, { status: 'unknown' })
  await one.phone.sendText('START')
  await work()
  assert.equal(await readState(one.sendId), 'sent')
})

test('inputs of the call apply to its send, whatever the Person has by then', async () => {
  const outreach = await agent.outreach('Plan {person.customFields.plan}')
  const { id, phone } = await createPerson()
  const sends = [
    await sendTo(id, outreach, { inputs: { plan: 'one' } }),
    await sendTo(id, outreach, { inputs: { plan: 'two' } }),
  ]
  assertStatus(await agent.api.patch(`/people/${id}`, { customFields: { plan: null } }), 200)
  await work()
  assert.deepEqual((await phone.readTexts()).sort(), ['Plan one', 'Plan two'])
  for (const sendId of sends) assert.equal(await readState(sendId), 'sent')
})

test('a send whose identity now belongs to another Person ends with no_channel_identity', async () => {
  const [one, other] = [await createPerson(), await createPerson()]
  const sendId = await sendTo(one.id)
  assertStatus(await agent.api.del(`/people/${one.id}/identities/${one.asid}`), 204)
  assertStatus(await agent.api.post(`/people/${other.id}/identities`, { channel: 'rcs', address: one.address }), 201)
  await work()
  assert.deepEqual([await readState(sendId), await one.phone.readTexts()], ['failed no_channel_identity', []])
})

test('a merge ends the waiting sends of the removed Person, and keeps those of the surviving one', async () => {
  const [into, from] = [await createPerson(), await createPerson()]
  const [stays, goes] = [await sendTo(into.id), await sendTo(from.id)]
  assertStatus(await agent.api.post(`/people/${into.id}/_merge`, { fromPersonId: from.id }), 200)
  await work()
  assert.deepEqual([await readState(stays), await readState(goes)], ['sent', 'failed no_channel_identity'])
  assert.equal((await readSend(goes)).personId, into.id)
  assert.deepEqual([(await into.phone.readTexts()).length, await from.phone.readTexts()], [1, []])
  assert.deepEqual(await publishedStates(goes), ['queued', 'failed no_channel_identity'])
})

test('deleting an Outreach cancels its queued sends and records its name; sends in progress or finished keep their record', async () => {
  const outreach = await agent.outreach('Good news', { name: 'Spring visit' })
  const people = [
    await createPerson(),
    await createPerson({}, unavailable(1)),
    await createPerson(),
    await createPerson(),
  ]
  const sends: string[] = []
  for (const { id } of people.slice(0, 2)) sends.push(await sendTo(id, outreach))
  await work()
  for (const { id } of people.slice(2)) sends.push(await sendTo(id, outreach))
  const [sent = '', retried = '', queued = '', sending = ''] = sends
  await orphan(sending)
  assertStatus(await agent.api.del(`/outreach/${outreach}`), 204)
  for (const sendId of [retried, queued]) {
    const { state, detail, cancelledAt, reason, outreachId } = await readSend(sendId)
    assert.deepEqual([state, cancelledAt, reason, outreachId], ['cancelled', iso(), undefined, outreach])
    assert.match(detail, /Spring visit/)
    assert.deepEqual(await publishedStates(sendId), ['queued', 'cancelled'])
  }
  assert.deepEqual([await readState(sent), await readState(sending)], ['sent', 'sending'])
  await after(60)
  assert.equal(await readState(sending), 'cancelled')
  for (const { phone } of people.slice(1)) assert.deepEqual(await phone.readTexts(), [])
})

test('a missing binding is no_route and a disabled one is binding_error, immediately; after the fix a new key works', async () => {
  const own = await bench.agent('rcs')
  const outreach = await own.outreach()
  const { id, phone } = await own.createPerson()
  const send = async () =>
    (await own.accepted(outreach, { recipient: { personId: id }, idempotencyKey: newKey() })).sendId
  const ends = async (sendId: string) => [await own.readState(sendId), (await own.readSend(sendId)).attempts]
  const first = await send()
  await own.verb('rcs', '_disable')
  await work()
  assert.deepEqual(await ends(first), ['failed binding_error', 1])
  await own.verb('rcs', '_enable')
  await own.after(60)
  assert.deepEqual(await ends(first), ['failed binding_error', 1])
  const second = await send()
  await work()
  assert.deepEqual(await ends(second), ['sent', 1])
  await own.unbind('rcs')
  const third = await send()
  await work()
  assert.deepEqual(await ends(third), ['failed no_route', 1])
  assert.deepEqual(await phone.readTexts(), ['Good news'])
})

test('a queued opener is sent within 24 hours, and fails with a detail when it is older', async () => {
  const [one, other] = [await createPerson(), await createPerson()]
  const [intime, late] = [await sendTo(one.id), await sendTo(other.id)]
  await pool.query('update sends set queued_at = queued_at - interval $$1 millisecond$$ where id = $1', [late])
  world.advance(day)
  await work()
  const { state, reason, detail, attempts } = await readSend(late)
  assert.deepEqual([state, reason, attempts], ['failed', 'dispatch_failed', 0])
  assert.match(detail, /24 hours/)
  assert.deepEqual([await readState(intime), await other.phone.readTexts()], ['sent', []])
})

test('a number without RCS fails when that is discovered, is suppressed once known, and is checked again after a week', async () => {
  const { id, phone } = await createPerson({}, { reachable: false })
  const ends = async () => {
    const sendId = await sendTo(id)
    await work()
    return readState(sendId)
  }
  assert.equal(await ends(), 'failed not_rcs_capable')
  await phone.set({ reachable: true })
  assert.equal(await ends(), 'suppressed not_rcs_capable')
  world.advance(7 * day - 1)
  assert.equal(await ends(), 'suppressed not_rcs_capable')
  world.advance(1)
  assert.equal(await ends(), 'sent')
  await phone.set({ reachable: false })
  assert.equal(await ends(), 'failed not_rcs_capable')
  assert.equal(await ends(), 'failed not_rcs_capable', 'after a failed dispatch it is checked afresh')
  assert.deepEqual([await ends(), await phone.readTexts()], ['suppressed not_rcs_capable', ['Good news']])
})

test('no send falls back to sms', async () => {
  const { id, address } = await createPerson({}, { reachable: false })
  const sms = agent.phone('sms', address)
  assertStatus(await agent.api.post(`/people/${id}/identities`, { channel: 'sms', address }), 201)
  const sendId = await sendTo(id)
  await after(60)
  assert.deepEqual([await readState(sendId), await sms.readTexts()], ['failed not_rcs_capable', []])
})

test('receipts record the delivery and do not change the state', async () => {
  const { id, phone } = await createPerson()
  const sendId = await sendTo(id)
  await work()
  const { messageId } = await readSend(sendId)
  const deliveryAfter = async (state: string) => {
    world.advance(1000)
    await phone.receipt(messageId, state)
    await work()
    const record = await readSend(sendId)
    assert.equal(record.state, 'sent')
    return record.delivery
  }
  const sentAt = (await readSend(sendId)).delivery.sentAt
  assert.ok(sentAt)
  const delivered = await deliveryAfter('delivered')
  const deliveredAt = iso()
  assert.deepEqual(delivered, { ...nothing, known: true, sent: true, delivered: true, sentAt, deliveredAt })
  assert.deepEqual(await deliveryAfter('read'), { ...delivered, read: true, readAt: iso() })
})

test('a failed receipt after sent leaves the state sent and sets delivery.failed', async () => {
  const { id, phone } = await createPerson()
  const sendId = await sendTo(id)
  await work()
  const { messageId } = await readSend(sendId)
  await phone.receipt(messageId, 'failed')
  await work()
  const { state, reason, failedAt, delivery } = await readSend(sendId)
  assert.deepEqual([state, reason, failedAt], ['sent', undefined, undefined])
  assert.deepEqual([delivery.failed, delivery.delivered, delivery.failedAt], [true, false, iso()])
  assert.ok(delivery.failReason)
})

test('respondedAt is when the person first wrote after the send; an event is published, and a STOP is not an answer', async () => {
  const [one, quiet] = [await createPerson(), await createPerson()]
  const [first, second] = [await sendTo(one.id), await sendTo(quiet.id)]
  await work()
  world.advance(60_000)
  await one.phone.sendText('Yes, please')
  await quiet.phone.sendText('STOP')
  await work()
  const respondedAt = iso()
  world.advance(60_000)
  await one.phone.sendText('And more')
  await work()
  assert.deepEqual(
    [(await readSend(first)).respondedAt, (await readSend(second)).respondedAt],
    [respondedAt, undefined],
  )
  assert.deepEqual(await publishedStates(first), ['queued', 'sent', 'sent responded'])
  assert.deepEqual(await publishedStates(second), ['queued', 'sent'])
})

test('an opener of several bubbles continues where it was interrupted', async () => {
  const paragraphs = Array.from({ length: 8 }, (_, n) => `${n} ${'word '.repeat(180)}`.trim())
  const outreach = await agent.outreach(paragraphs.join('\n\n'))
  const { id, phone } = await createPerson()
  const whole = await sendTo(id, outreach)
  await work()
  const bubbles = await phone.readTexts()
  assert.ok(bubbles.length > 1, 'it is long enough for this test')
  assert.equal(await readState(whole), 'sent')
  const broken = await createPerson({}, unavailable(1))
  const sendId = await sendTo(broken.id, outreach)
  await work()
  assert.equal((await readSend(sendId)).attempts, 1)
  await after(10)
  assert.deepEqual([await readState(sendId), await broken.phone.readTexts()], ['sent', bubbles])
})

test('the events of a send name the send, its Outreach and its Person, and contain no message text', async () => {
  const outreach = await agent.outreach('Secret {person.customFields.plan}')
  const { id, address } = await createPerson()
  const sendId = await sendTo(id, outreach, { inputs: { plan: 'words' }, consent: { optIn: true, evidence: 'words' } })
  await work()
  const { rows } = await pool.query(
    `select org_id, data from outbox where type = 'outreach.send.updated' and data->>'sendId' = $1 order by created_at, id`,
    [sendId],
  )
  const data = { agentId: agent.api.id, sendId, outreachId: outreach, origin: 'named', personId: id }
  const expected = ['queued', 'sent'].map((state) => ({ org_id: agent.api.orgId, data: { ...data, state } }))
  assert.deepEqual(rows, expected)
  assert.ok(!JSON.stringify(rows).includes(address))
})
