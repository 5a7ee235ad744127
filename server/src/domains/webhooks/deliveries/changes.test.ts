import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { assertStatus } from '../../../testing/client.ts'
import { openWebhookReceiver, respondWith } from '../../../testing/webhook-receiver.ts'
import { webhookBench } from '../../../testing/webhooks-bench.ts'
import { deleteOldDeliveries, postponeDue } from '../queries/bulk.ts'

/** A webhook is changed or deleted while events are being published and delivered. */

const bench = await webhookBench()
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
  test(`whoever announces an event waits for no webhook that is just ${what}`, async () => {
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

test('what came as its webhook was deleted is called nowhere, and goes', async () => {
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

test('a webhook is deleted with all its deliveries, and no others', async () => {
  const [one, other] = [await subscribed(), await subscribed()]
  await one.org.announceEvents(20)
  await other.org.announceEvents(2)
  assertStatus(await one.org.api.del(one.path), 204)
  assert.deepEqual([await rowsOf(one.hook.id), await rowsOf(other.hook.id)], [0, 2])
})

test('410 of an address that the webhook has left says nothing of the new one, which gets the event', async () => {
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

test('the last failure of five days does not end a webhook that has moved meanwhile', async () => {
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

test('what was being tried as the webhook was made active again goes at once', async () => {
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

test('what failed as the webhook was made inactive waits for it, and then goes at once', async () => {
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

test('what is found due for a webhook that is not active waits for it, and then goes at once', async () => {
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

test('what is due behind one that finds no place is put back together, one by one and no later than the longest wait', async () => {
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
