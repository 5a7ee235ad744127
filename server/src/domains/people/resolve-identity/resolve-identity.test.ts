import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Channel } from '@parley/amf'
import { openDatabase } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { createAnnounce } from '../../../platform/outbox.ts'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { erasePerson } from '../erase/erase.ts'
import { createPhone, createTickingWorld, findAgentKey } from '../identities/testing/people.ts'
import type { Person } from '../person/person.ts'
import { lockPerson } from '../person/queries.ts'
import { type IncomingIdentity, resolveIdentity } from './resolve-identity.ts'

const world = createTickingWorld()
const server = await createTestApp({ world })
const { db, pool } = server.database
const agent = await createTestAgent(server)
const key = await findAgentKey(db, agent)
const deps = { world, announce: createAnnounce(world) }

const come = async (address: string, channel: Channel = 'sms', more: Partial<IncomingIdentity> = {}): Promise<string> =>
  (await inTransaction(db, (tx) => resolveIdentity(tx, key, { channel, address, ...more }, deps))).asid
const holderOf = async (asid: string): Promise<ReplyBody> => {
  const { body } = await agent.get('/people?limit=200')
  return body.data.find(({ identities }: ReplyBody) => identities.some((identity: ReplyBody) => identity.asid === asid))
}
const add = async (person: object): Promise<string> => assertStatus(await agent.post('/people', person), 201).id
const announced = async (personId: string): Promise<string[]> => {
  const sought = "select type from outbox where data->>'personId' = $1 order by created_at, id"
  const { rows } = await pool.query(sought, [personId])
  return rows.map(({ type }) => type)
}

test('an unknown sender becomes a Person with their phone, name and channel', async () => {
  const phone = createPhone()
  const person = await holderOf(await come(phone, 'sms', { name: 'A Person' }))
  const { status, source, fullName, identities } = person
  assert.deepEqual(
    { status, source, fullName, phone: person.phone },
    { status: 'new', source: 'sms', fullName: 'A Person', phone },
  )
  assert.deepEqual([identities.length, identities[0].channel, identities[0].preferred], [1, 'sms', true])
  assert.ok(person.lastSeenAt)
  assert.deepEqual(await announced(person.id), ['person.created'])
})

test('a new Person needs six statements in the transaction, and a known one needs one', async () => {
  const [phone, counter] = [createPhone(), { statements: 0 }]
  const counted = openDatabase(server.database.url(), { connections: 1, onQuery: () => counter.statements++ })
  const arriving = () =>
    inTransaction(counted.db, async (tx) => {
      counter.statements = 0
      const { isNew } = await resolveIdentity(tx, key, { channel: 'sms', address: phone }, deps)
      return { isNew, statements: counter.statements }
    })
  try {
    await come(createPhone())
    assert.deepEqual(await arriving(), { isNew: true, statements: 6 })
    assert.deepEqual(await arriving(), { isNew: false, statements: 1 })
  } finally {
    await counted.close()
  }
})

test('a channel id is not a phone number', async () => {
  const person = await holderOf(await come('a visitor', 'webchat'))
  assert.deepEqual([person.phone, person.source], [undefined, 'webchat'])
})

test('a returning sender is the same Person, whatever name the channel shows now', async () => {
  const phone = createPhone()
  const asid = await come(phone, 'sms', { name: 'A Person' })
  assert.equal(await come(phone, 'sms', { name: 'Another' }), asid)
  assert.equal((await holderOf(asid)).fullName, 'A Person')
})

test('the only Person with the phone number gets the identity', async () => {
  const phone = createPhone()
  const id = await add({ fullName: 'Known', phone })
  const person = await holderOf(await come(phone, 'rcs', { name: 'Somebody' }))
  assert.deepEqual([person.id, person.fullName], [id, 'Known'])
  assert.deepEqual(await announced(id), ['person.created', 'person.updated'])
})

test('if two people have the phone number, neither is matched to the sender', async () => {
  const phone = createPhone()
  const known = [await add({ phone }), await add({ phone })]
  const person = await holderOf(await come(phone))
  assert.ok(!known.includes(person.id))
})

test('an identity without a holder goes to a new Person and keeps its asid', async () => {
  const asid = await come('left', 'webchat')
  const before = await holderOf(asid)
  assertStatus(await agent.del(`/people/${before.id}/identities/${asid}`), 204)
  assert.equal(await come('left', 'webchat'), asid)
  assert.notEqual((await holderOf(asid)).id, before.id)
})

test('many concurrent messages from one new number on two channels create one Person', async () => {
  const phone = createPhone()
  const channels: Channel[] = ['sms', 'rcs', 'sms', 'rcs']
  const asids = await Promise.all(channels.map((channel) => come(phone, channel)))
  assert.equal(new Set(asids).size, 2)
  const holders = await Promise.all(asids.map(holderOf))
  assert.equal(new Set(holders.map(({ id }) => id)).size, 1)
})

test('an invalid name is ignored', async () => {
  const person = await holderOf(await come(createPhone(), 'sms', { name: 'x'.repeat(300) }))
  assert.equal(person.fullName, undefined)
})

test('resolving does not wait for a locked Person', async () => {
  const phone = createPhone()
  const asid = await come(phone)
  await pool.query('update people set last_seen_at = null where phone = $1', [phone])
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select from people where phone = $1 for update', [phone])
    assert.equal(await come(phone), asid)
  } finally {
    await client.query('rollback')
    client.release()
  }
  assert.equal((await holderOf(asid)).lastSeenAt, undefined)
  await come(phone)
  assert.ok((await holderOf(asid)).lastSeenAt)
})

test('an erasure waits for a concurrent write and therefore deletes its data too', async () => {
  const phone = createPhone()
  const { id } = await holderOf(await come(phone))
  const order: string[] = []
  const listener = { onMerge: async () => {}, onErase: async () => void order.push('erased') }
  const arrived = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const writing = inTransaction(db, async (tx) => {
    await resolveIdentity(tx, key, { channel: 'sms', address: phone }, deps)
    arrived.resolve()
    await written.promise
    order.push('written')
  })
  await arrived.promise
  const erasing = inTransaction(db, async (tx) => {
    const person = (await lockPerson(tx, key, id)) as Person
    await erasePerson(tx, key, person, { ...deps, listeners: [listener], purgeCachedResponses: async () => {} })
  })
  await untilSomebodyWaits()
  written.resolve()
  await Promise.all([writing, erasing])
  assert.deepEqual(order, ['written', 'erased'])
})

async function untilSomebodyWaits(): Promise<void> {
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  for (let left = 1500; left > 0; left--) {
    if ((await pool.query(waiting)).rowCount) return
    await setTimeout(20)
  }
  assert.fail('nobody waits')
}
