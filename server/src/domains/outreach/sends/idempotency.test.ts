import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus, postWithEtag, type ReplyBody } from '../../../testing/client.ts'
import { createOutreachBench, type SendAgent } from '../../../testing/outreach-bench.ts'

const bench = await createOutreachBench()
const { world } = bench
const { pool } = bench.server.database
const agent = await bench.agent('rcs')
const { accepted, createPerson, person } = agent
const [spring, autumn] = [await agent.outreach('Spring'), await agent.outreach('Autumn')]
const day = 86_400_000

let made = 0
const newKey = () => `key ${++made}`
const newNumber = () => `+1404${5_550_000 + ++made}`
const stranger = () => ({ channel: 'rcs', address: newNumber() })
const sendsOf = async (of: SendAgent = agent): Promise<ReplyBody[]> =>
  assertStatus(await of.api.get('/outreach/sends?limit=200'), 200).data
const peopleOf = async (of: SendAgent): Promise<ReplyBody[]> =>
  assertStatus(await of.api.get('/people?limit=200'), 200).data

test('a repeat returns the ids of the first send and changes nothing, whichever Outreach or person it names', async () => {
  const recipient = stranger()
  const idempotencyKey = newKey()
  const first = await accepted(spring, { recipient, profile: { firstName: 'Ann' }, idempotencyKey })
  const other = await createPerson({ firstName: 'Bea' })
  const before = await sendsOf()
  const overwrite = { profile: { firstName: 'Other' }, inputs: { x: 'y' }, profileUpdate: 'overwrite' }
  for (const [outreach, body] of [
    [spring, { recipient, ...overwrite }],
    [autumn, { recipient, ...overwrite }],
    [spring, { recipient: { personId: other.id }, ...overwrite }],
    [autumn, { recipient: stranger(), ...overwrite }],
  ] as const) {
    const repeat = await accepted(outreach, { ...body, idempotencyKey }, 'duplicate')
    assert.deepEqual([repeat.sendId, repeat.personId, repeat.outreachId], [first.sendId, first.personId, spring])
    assert.deepEqual([repeat.asid, repeat.channel, repeat.unknownInputs], [first.asid, 'rcs', ['x']])
  }
  const names = [(await person(first.personId)).firstName, (await person(other.id)).firstName]
  assert.deepEqual([names, await sendsOf()], [['Ann', 'Bea'], before])
  assert.deepEqual(await agent.publishedStates(first.sendId), ['queued'])
})

test('a key belongs to one agent and is compared exactly', async () => {
  const own = await bench.agent()
  const outreach = await own.outreach()
  const recipient = stranger()
  await accepted(spring, { recipient, idempotencyKey: 'a step' })
  await own.accepted(outreach, { recipient, idempotencyKey: 'a step' })
  const others = ['A step', 'a step ', ' a step', 'a  step', 'e\u0301', '\u00e9', '0', 'null', `day\n${outreach}`]
  for (const idempotencyKey of others) await own.accepted(outreach, { recipient, idempotencyKey })
  assert.equal((await sendsOf(own)).length, others.length + 1)
})

test('without a key an Outreach reaches a person once per UTC day, however they are named; an empty key counts as none', async () => {
  const { id, asid, address } = await createPerson()
  const forms = [{ channel: 'rcs', address }, { asid }, { personId: id }, { personId: id, channel: 'rcs' }]
  const { sendId } = await accepted(spring, { recipient: forms[0] })
  for (const recipient of forms)
    for (const idempotencyKey of [undefined, '', null])
      assert.equal((await accepted(spring, { recipient, idempotencyKey }, 'duplicate')).sendId, sendId)
  await accepted(autumn, { recipient: forms[2] })
  await accepted(spring, { recipient: forms[2], idempotencyKey: newKey() })
})

test('the day is the UTC day, to the millisecond', async () => {
  const midnight = Math.ceil((world.now().getTime() + 1) / day) * day
  const { id } = await createPerson()
  const recipient = { personId: id }
  world.advance(midnight - 1 - world.now().getTime())
  assert.match(world.now().toISOString(), /T23:59:59\.999Z$/)
  const first = await accepted(spring, { recipient })
  assert.equal((await accepted(spring, { recipient }, 'duplicate')).sendId, first.sendId)
  world.advance(1)
  const second = await accepted(spring, { recipient })
  world.advance(day - 1)
  assert.equal((await accepted(spring, { recipient }, 'duplicate')).sendId, second.sendId)
  world.advance(1)
  await accepted(spring, { recipient })
})

test('a repeat on the same day is a duplicate even if the person can no longer be reached', async () => {
  const { id, phone } = await createPerson()
  const { sendId } = await accepted(spring, { recipient: { personId: id } })
  await bench.work()
  await phone.sendText('STOP')
  assert.equal((await accepted(spring, { recipient: { personId: id } }, 'duplicate')).sendId, sendId)
})

test('concurrent calls create one send, one Person and one message', async () => {
  const own = await bench.agent('rcs')
  const outreach = await own.outreach()
  const at = async () => {
    const phone = await own.handset()
    return { phone, recipient: { channel: 'rcs', address: phone.address } }
  }
  const [keyed, bare] = [await at(), await at()]
  for (const body of [{ recipient: keyed.recipient, idempotencyKey: newKey() }, { recipient: bare.recipient }]) {
    const replies = await Promise.all(Array.from({ length: 12 }, () => own.send(outreach, body)))
    const results = replies.map((reply) => assertStatus(reply, 202))
    assert.equal(results.filter(({ status }) => status === 'queued').length, 1)
    for (const field of ['sendId', 'personId', 'asid'])
      assert.equal(new Set(results.map((result) => result[field])).size, 1, field)
  }
  await bench.work()
  assert.deepEqual([(await sendsOf(own)).length, (await peopleOf(own)).length], [2, 2])
  assert.deepEqual([await keyed.phone.readTexts(), await bare.phone.readTexts()], [['Good news'], ['Good news']])
})

test('concurrent calls with one key for different people create one send, and only its Person', async () => {
  const own = await bench.agent('rcs')
  const outreach = await own.outreach()
  const known = [await own.createPerson(), await own.createPerson()]
  const recipients = [...known.map(({ id }) => ({ personId: id })), ...Array.from({ length: 10 }, stranger)]
  const idempotencyKey = newKey()
  const profile = { firstName: 'Only' }
  const replies = await Promise.all(
    recipients.map((recipient) => own.send(outreach, { recipient, idempotencyKey, profile })),
  )
  const results = replies.map((reply) => assertStatus(reply, 202))
  assert.deepEqual([...new Set(results.map(({ sendId, personId }) => `${sendId} ${personId}`))].length, 1)
  const [first] = results.filter(({ status }) => status === 'queued')
  assert.equal(results.filter(({ status }) => status === 'queued').length, 1)
  const everybody = await peopleOf(own)
  assert.deepEqual([(await sendsOf(own)).length, everybody.length <= 3], [1, true])
  const named = everybody.filter(({ firstName }) => firstName === 'Only').map(({ id }) => id)
  assert.deepEqual(named, [first?.personId])
})

test('concurrent calls with different keys for one unknown number create one Person, and every send', async () => {
  const own = await bench.agent('rcs')
  const outreach = await own.outreach()
  const recipient = stranger()
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      own.send(outreach, { recipient, idempotencyKey: newKey(), inputs: { [`k${n}`]: 'v' } }),
    ),
  )
  const results = replies.map((reply) => assertStatus(reply, 202))
  assert.deepEqual([...new Set(results.map(({ status }) => status))], ['queued'])
  const everybody = await peopleOf(own)
  assert.deepEqual([everybody.length, Object.keys(everybody[0].customFields).length], [1, 12])
  assert.equal((await sendsOf(own)).length, 12)
})

test('a refused send does not use up its key', async () => {
  const recipient = stranger()
  const idempotencyKey = newKey()
  const declined = await agent.send(spring, { recipient, idempotencyKey, consent: { optIn: false } })
  assert.equal(declined.status, 422)
  await accepted(spring, { recipient, idempotencyKey })
})

test('a failed or cancelled send keeps its key', async () => {
  const { id } = await createPerson()
  for (const idempotencyKey of [newKey(), undefined]) {
    const body = { recipient: { personId: id }, idempotencyKey }
    const { sendId } = await accepted(autumn, body)
    assertStatus(await postWithEtag(agent.api, `/outreach/sends/${sendId}/cancel`), 200)
    assert.equal((await accepted(autumn, body, 'duplicate')).sendId, sendId)
  }
})

test('the key of a merged person returns the send with the surviving Person', async () => {
  const [into, from] = [await createPerson(), await createPerson()]
  const keyed = { recipient: { personId: from.id }, idempotencyKey: newKey() }
  const first = await accepted(spring, keyed)
  const bare = await accepted(autumn, { recipient: { personId: from.id } })
  await bench.work()
  assertStatus(await agent.api.post(`/people/${into.id}/_merge`, { fromPersonId: from.id }), 200)
  const repeat = await accepted(spring, keyed, 'duplicate')
  assert.deepEqual([repeat.sendId, repeat.personId], [first.sendId, into.id])
  assert.deepEqual(
    [(await agent.readSend(bare.sendId)).personId, (await agent.readSend(bare.sendId)).state],
    [into.id, 'sent'],
  )
})

test('erasing a person deletes their keys and consent claims', async () => {
  const recipient = stranger()
  const body = { recipient, idempotencyKey: newKey(), consent: { optIn: true, evidence: 'secret' } }
  const first = await accepted(spring, { ...body, inputs: { a: 'secret' } })
  await bench.work()
  assertStatus(await agent.api.del(`/people/${first.personId}`), 204)
  const record = await agent.readSend(first.sendId)
  assert.deepEqual([record.state, record.consent, record.address], ['sent', undefined, undefined])
  const { rows } = await pool.query('select key_hash, inputs, consent from sends where id = $1', [first.sendId])
  assert.deepEqual(rows, [{ key_hash: null, inputs: null, consent: null }])
  const second = await accepted(spring, body)
  assert.notEqual(second.personId, first.personId)
})

test('record and key are stored for 180 days, and then the key creates a new send', async () => {
  const own = await bench.agent('rcs')
  const outreach = await own.outreach()
  const { id } = await own.createPerson()
  const body = { recipient: { personId: id }, idempotencyKey: newKey() }
  const first = await own.accepted(outreach, body)
  await bench.work()
  world.advance(180 * day)
  await bench.chore('delete-old-sends')
  assert.equal((await own.accepted(outreach, body, 'duplicate')).sendId, first.sendId)
  world.advance(1)
  await bench.chore('delete-old-sends')
  assert.deepEqual(await sendsOf(own), [])
  const second = await own.accepted(outreach, body)
  assert.notEqual(second.sendId, first.sendId)
})
