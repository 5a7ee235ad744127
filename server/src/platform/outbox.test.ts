import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../testing/app.ts'
import { inTransaction } from './db/transaction.ts'
import { createAnnounce, deleteOldEvents, type OutboxEvent } from './outbox.ts'
import { stillWorld } from './world.ts'

const server = await createTestApp()
const { db } = server.database
const world = stillWorld('2030-01-01T00:00:00Z')
const announce = createAnnounce(world)
const orgs = [await server.org(), await server.org()]

const readEvents = () =>
  db.selectFrom('outbox').select(['id', 'org_id', 'type', 'data', 'created_at']).orderBy('id').execute()

test('one event or a thousand are written unchanged, each with its own id', async () => {
  const events = Array.from({ length: 1000 }, (_, index): OutboxEvent => {
    return {
      orgId: orgs[index % 2]?.id as string,
      type: `thing.${index}`,
      data: { index, says: `a "b", {c} \\ ${index}` },
    }
  })
  await announce(db, ...events)
  await announce(db, { orgId: orgs[0]?.id as string, type: 'alone', data: {} })
  await announce(db)
  const rows = await readEvents()
  assert.equal(new Set(rows.map(({ id }) => id)).size, 1001)
  const expected = [...events, { orgId: orgs[0]?.id, type: 'alone', data: {} }]
  const byType = new Map(rows.map((row) => [row.type, { orgId: row.org_id, type: row.type, data: row.data }]))
  assert.deepEqual(
    expected.map(({ type }) => byType.get(type)),
    expected,
  )
  assert.ok(rows.every((row) => row.created_at.getTime() === world.now().getTime()))
})

test('an event of a failed transaction is not published', async () => {
  const before = (await readEvents()).length
  const failing = inTransaction(db, async (tx) => {
    await announce(tx, { orgId: orgs[0]?.id as string, type: 'lost', data: {} })
    throw new Error('no')
  })
  await assert.rejects(failing, /no/)
  assert.equal((await readEvents()).length, before)
})

test('a subscriber receives events in one batch, after they are written and in their transaction', async () => {
  const received: (readonly OutboxEvent[])[] = []
  const orgId = orgs[0]?.id as string
  const listened = createAnnounce(world, async (tx, events) => {
    const { count } = await tx
      .selectFrom('outbox')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('type', '=', 'heard')
      .executeTakeFirstOrThrow()
    assert.equal(count, events.length)
    received.push(events)
    throw new Error('no')
  })
  const events = [1, 2].map((n) => ({ orgId, type: 'heard', data: { n } }))
  await assert.rejects(
    inTransaction(db, (tx) => listened(tx, ...events)),
    /no/,
  )
  await listened(db)
  assert.deepEqual(received, [events])
  assert.equal((await readEvents()).filter(({ type }) => type === 'heard').length, 0)
})

test('events are stored for 30 days', async () => {
  await deleteOldEvents(db, new Date('2030-01-31T00:00:00Z'))
  assert.ok((await readEvents()).length > 0)
  await deleteOldEvents(db, new Date('2030-01-31T00:00:01Z'))
  assert.equal((await readEvents()).length, 0)
})

test('the statement that writes the events finds their recipients and signals only if there are any', async () => {
  const received: number[] = []
  const addressing = {
    text: `insert into chores (name, due_at) select id, created_at from new_events where type = 'wanted' returning 1`,
    addressed: () => void received.push(1),
  }
  const addressed = createAnnounce(world, undefined, addressing)
  const orgId = orgs[0]?.id as string
  await addressed(db, { orgId, type: 'unwanted', data: {} })
  assert.equal(received.length, 0)
  await addressed(db, { orgId, type: 'wanted', data: {} }, { orgId, type: 'unwanted', data: {} })
  assert.equal(received.length, 1)
  const { rows } = await server.database.pool.query(`select type from outbox join chores on name = id`)
  assert.deepEqual(rows, [{ type: 'wanted' }])
})
