import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { assertStatus } from '../../../testing/client.ts'
import { openWebhookReceiver, respondWith } from '../../../testing/webhook-receiver.ts'
import { createWebhookBench } from '../../../testing/webhooks-bench.ts'
import { deleteOldDeliveries, postponeDue } from '../queries/bulk.ts'

/** A webhook is changed or deleted while events are being published and delivered. */

const bench = await createWebhookBench()
const { db, world, work } = bench
const { pool } = bench.server.database
const endpoint = await openWebhookReceiver()
const day = 86_400_000

beforeEach(async () => {
  await pool.query('delete from webhook_deliveries')
  endpoint.calls.length = 0
  endpoint.respond = respondWith(200)
})

async function subscribed() {
  const org = await bench.org()
  const hook = await org.create(`${endpoint.url}/old`)
  const path = `${org.hooks}/${hook.id}`
  const patch = async (body: object) => assertStatus(await org.api.patch(path, body), 200)
  const only = async () => (await org.deliveries(hook.id))[0]
  return { org, hook, path, patch, only, read: () => org.read(hook.id) }
}

const rowsOf = async (webhookId: string): Promise<number> =>
  (await pool.query('select from webhook_deliveries where webhook_id = $1', [webhookId])).rows.length

const touching: [what: string, sql: string][] = [
  ['deleted', 'delete from webhooks where id = $1'],
  ['changed', `update webhooks set url = 'https://example.com', secret_version = 2, active = false where id = $1`],
  ['held by its org', 'select from orgs where id = (select org_id from webhooks where id = $1) for no key update'],
]
for (const [what, sql] of touching) {
  test(`publishing an event does not wait for a webhook that is just ${what}`, async () => {
    const { org, hook } = await subscribed()
    const other = await pool.connect()
    await other.query('begin')
    await other.query(sql, [hook.id])
    await org.announceEvent()
    assertStatus(await org.api.post(`${org.path}/agents`, { name: 'Front desk' }), 201)
    assert.equal(await rowsOf(hook.id), 1)
    await other.query('commit')
    other.release()
  })
}

test('a delivery created while its webhook is deleted is not sent, and is removed', async () => {
  const { org, hook } = await subscribed()
  const other = await pool.connect()
  await other.query('begin')
  await other.query('delete from webhooks where id = $1', [hook.id])
  await org.announceEvents(5)
  await other.query('commit')
  other.release()
  await work()
  assert.equal(endpoint.calls.length, 0)
  await deleteOldDeliveries(db, world.now())
  assert.equal(await rowsOf(hook.id), 0)
})

test('deleting a webhook deletes all its deliveries, and no others', async () => {
  const [one, other] = [await subscribed(), await subscribed()]
  await one.org.announceEvents(20)
  await other.org.announceEvents(2)
  assertStatus(await one.org.api.del(one.path), 204)
  assert.deepEqual([await rowsOf(one.hook.id), await rowsOf(other.hook.id)], [0, 2])
})

test('a 410 from the previous URL does not affect the new URL, which gets the event', async () => {
  const { org, patch, read, only } = await subscribed()
  endpoint.respond = async (response, { path }) => {
    if (path === '/old') {
      world.advance(1)
      await patch({ url: `${endpoint.url}/new` })
    }
    response.writeHead(path === '/old' ? 410 : 200).end()
  }
  await org.announceEvent()
  await work()
  const { active, deactivation, failingSince, lastDeliveryStatus } = await read()
  assert.deepEqual([active, deactivation, failingSince, lastDeliveryStatus], [true, undefined, undefined, 'success'])
  assert.equal((await only()).status, 'delivered')
  assert.equal(new Set([...endpoint.idsAt('/old'), ...endpoint.idsAt('/new')]).size, 1)
})

test('the last failure after five days does not deactivate a webhook whose URL changed meanwhile', async () => {
  const { org, patch, read } = await subscribed()
  endpoint.respond = respondWith(500)
  await org.announceEvent()
  await work()
  world.advance(5 * day)
  endpoint.respond = async (response, { path }) => {
    if (path === '/old') await patch({ url: `${endpoint.url}/new` })
    response.writeHead(500).end()
  }
  await org.announceEvent()
  await work()
  const { active, failingSince } = await read()
  assert.equal(active, true)
  assert.ok(failingSince === undefined || failingSince === world.now().toISOString())
})

test('a delivery in progress when the webhook is reactivated is sent immediately', async () => {
  const { org, patch, only } = await subscribed()
  endpoint.respond = async (response) => {
    endpoint.respond = respondWith(200)
    await patch({ active: false })
    world.advance(1)
    await patch({ active: true })
    response.writeHead(500).end()
  }
  await org.announceEvent()
  await work()
  assert.equal(endpoint.calls.length, 2)
  assert.equal((await only()).status, 'delivered')
})

test('a delivery that fails while the webhook is deactivated waits, and is sent immediately on reactivation', async () => {
  const { org, patch, only } = await subscribed()
  endpoint.respond = async (response) => {
    await patch({ active: false })
    response.writeHead(500).end()
  }
  await org.announceEvent()
  await work()
  assert.deepEqual([(await only()).status, (await only()).nextAttemptAt], ['pending', undefined])
  endpoint.respond = respondWith(200)
  await patch({ active: true })
  await work()
  assert.equal((await only()).status, 'delivered')
})

test('a due delivery of an inactive webhook waits, and is sent immediately on reactivation', async () => {
  const { org, hook, patch, only } = await subscribed()
  await org.announceEvent()
  await patch({ active: false })
  // Like an event that was published while the webhook was being disabled.
  await pool.query('update webhook_deliveries set due_at = $2 where webhook_id = $1', [hook.id, world.now()])
  await work()
  assert.equal(endpoint.calls.length, 0)
  assert.equal((await only()).nextAttemptAt, undefined)
  await patch({ active: true })
  await work()
  assert.equal((await only()).status, 'delivered')
})

test('due deliveries behind one without a free slot are postponed together, spaced out up to the longest wait', async () => {
  const [one, other] = [await subscribed(), await subscribed()]
  await one.org.announceEvents(20)
  await other.org.announceEvents(1)
  const now = world.now()
  await pool.query(
    `update webhook_deliveries set lease_token = 'mine' where (webhook_id, event_id) in (
       select webhook_id, event_id from webhook_deliveries where webhook_id = $1 limit 1)`,
    [one.hook.id],
  )
  await postponeDue(db, one.hook.id, { now, from: now, stepMilliseconds: 100, mostWaitMilliseconds: 1000 })
  const { rows } = await pool.query('select webhook_id, due_at, lease_token from webhook_deliveries order by due_at')
  const waits = (ofHook: string) =>
    rows.filter((row) => row.webhook_id === ofHook && !row.lease_token).map((row) => row.due_at - now.getTime())
  assert.deepEqual(waits(other.hook.id), [0])
  const steps = Array.from({ length: 19 }, (_, n) => ((n + 1) * 100) % 1000)
  assert.deepEqual(
    waits(one.hook.id),
    steps.toSorted((a, b) => a - b),
  )
  assert.equal(rows.find((row) => row.lease_token)?.due_at.getTime(), now.getTime())
})
