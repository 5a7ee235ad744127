import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { createWorker } from '../../../platform/work/index.ts'
import { assertProblem, assertStatus } from '../../../testing/client.ts'
import { openWebhookReceiver, respondWith } from '../../../testing/webhook-receiver.ts'
import { createWebhookBench } from '../../../testing/webhooks-bench.ts'
import { deleteOldDeliveries } from '../queries/bulk.ts'
import { webhookWork } from '../webhooks.ts'

const bench = await createWebhookBench()
const { db, world, work, mails } = bench
const endpoint = await openWebhookReceiver()
const second = 1000
const hour = 3_600_000
const day = 24 * hour

beforeEach(async () => {
  await bench.server.database.pool.query('delete from webhook_deliveries')
  endpoint.calls.length = 0
  endpoint.respond = respondWith(200)
  mails.length = 0
})

async function subscribed(events = ['person.created'], path = '/') {
  const org = await bench.org()
  const hook = await org.create(endpoint.url + path, { events })
  const only = async () => (await org.deliveries(hook.id))[0]
  const post = (verb: string, body?: object) => org.api.post(`${org.hooks}/${hook.id}${verb}`, body)
  const patch = async (body: object) => assertStatus(await org.api.patch(`${org.hooks}/${hook.id}`, body), 200)
  return { org, hook, only, post, patch, read: () => org.read(hook.id) }
}

test('an event goes to each subscribed webhook of its org, independently', async () => {
  const { org } = await subscribed(['person.created', 'person.deleted'], '/both')
  await org.create(`${endpoint.url}/one`, { events: ['person.deleted'] })
  await org.create(`${endpoint.url}/none`, { events: [] })
  await org.create(`${endpoint.url}/asleep`, { active: false })
  const other = await bench.org()
  await other.create(`${endpoint.url}/other`)
  await org.announceEvent()
  await org.announceEvent({}, 'person.deleted')
  await work()
  const events = endpoint.calls.map(({ path, json }) => `${path} ${json.type} ${json.orgId === org.id}`)
  assert.deepEqual(events.sort(), [
    '/both person.created true',
    '/both person.deleted true',
    '/one person.deleted true',
  ])
})

test('a change made by a request is delivered', async () => {
  const { org } = await subscribed(['agent.created', 'api_key.created', 'api_key.revoked'])
  const { id } = assertStatus(await org.api.post(`${org.path}/agents`, { name: 'Front desk' }), 201)
  const key = await bench.server.key(org, ['agents:read'])
  assertStatus(await org.api.del(`${org.path}/api-keys/${key.id}`), 204)
  await work()
  const dataByType = new Map(endpoint.calls.map(({ json }) => [json.type, json.data]))
  assert.deepEqual([...dataByType.keys()].sort(), ['agent.created', 'api_key.created', 'api_key.revoked'])
  assert.equal(dataByType.get('agent.created')?.agentId, id)
  assert.equal(dataByType.get('api_key.revoked')?.keyId, key.id)
  assert.ok(!JSON.stringify(endpoint.calls).includes(key.key))
})

test('a change that was rolled back publishes nothing', async () => {
  const { org, only } = await subscribed()
  const failing = inTransaction(db, async (tx) => {
    await bench.announce(tx, { orgId: org.id, type: 'person.created', data: {} })
    throw new Error('no')
  })
  await assert.rejects(failing, /no/)
  await work()
  assert.equal(await only(), undefined)
  assert.equal(endpoint.calls.length, 0)
})

test('a refused delivery is retried on the schedule and fails at its end', async () => {
  const { org, hook, only, read } = await subscribed()
  endpoint.respond = respondWith(503, 'Come back later')
  await org.announceEvent()
  const waits: number[] = []
  for (;;) {
    await work()
    const { nextAttemptAt } = await only()
    if (!nextAttemptAt) break
    const wait = Date.parse(nextAttemptAt) - world.now().getTime()
    waits.push(wait / second)
    world.advance(wait - 1)
    await work()
    assert.equal(endpoint.calls.length, waits.length, 'not sooner')
    world.advance(1)
  }
  // The jitter of this world is zero.
  assert.deepEqual(waits, [25, 300, 1800, 2 * 3600, 5 * 3600, 10 * 3600, 10 * 3600])
  assert.equal(new Set(endpoint.idsAt('/')).size, 1)
  assert.equal(new Set(endpoint.calls.map(({ raw }) => raw)).size, 1)
  const { id, status, attemptCount, lastError } = await only()
  assert.deepEqual([status, attemptCount, lastError], ['failed', 8, 'The endpoint returned status 503'])
  const detail = assertStatus(await org.api.get(`${org.hooks}/${hook.id}/deliveries/${id}`), 200)
  assert.equal(detail.payload.id, id)
  const { at, milliseconds, ...attempt } = detail.attempts[7]
  const error = 'The endpoint returned status 503'
  assert.deepEqual(attempt, { status: 503, error, response: 'Come back later' })
  assert.deepEqual([at, typeof milliseconds], [world.now().toISOString(), 'number'])
  const { lastDeliveryStatus, lastDeliveryAt, failingSince } = await read()
  assert.deepEqual([lastDeliveryStatus, lastDeliveryAt], ['failure', at])
  assert.equal(failingSince, detail.attempts[0].at)
})

test('a successful attempt ends the delivery, and the webhook is healthy again', async () => {
  const { org, only, read } = await subscribed()
  endpoint.respond = respondWith(500)
  await org.announceEvent()
  await work()
  assert.equal((await read()).lastDeliveryStatus, 'failure')
  endpoint.respond = respondWith(204)
  world.advance(30 * second)
  await work()
  const { status, attemptCount, nextAttemptAt, lastError } = await only()
  assert.deepEqual([status, attemptCount, nextAttemptAt, lastError], ['delivered', 2, undefined, undefined])
  const { lastDeliveryStatus, failingSince, lastDeliveryAt } = await read()
  assert.deepEqual(
    [lastDeliveryStatus, failingSince, lastDeliveryAt],
    ['success', undefined, world.now().toISOString()],
  )
})

test('redirects are not followed, and only the beginning of a long answer is stored', async () => {
  const { org, only } = await subscribed()
  endpoint.respond = (response) => response.writeHead(307, { location: '/elsewhere' }).end()
  await org.announceEvent()
  await work()
  assert.equal((await only()).lastError, 'The endpoint returned status 307')
  assert.equal(endpoint.calls.length, 1)
  endpoint.respond = respondWith(200, `ü${'x'.repeat(2045)}ü`)
  world.advance(30 * second)
  await work()
  const path = `${org.hooks}/${(await only()).webhookId}/deliveries/${(await only()).id}`
  const { attempts } = assertStatus(await org.api.get(path), 200)
  assert.equal(attempts[1].response, `ü${'x'.repeat(2045)}`)
})

test('failed deliveries can be sent again: one by one, or all since a time', async () => {
  const { org, hook, post } = await subscribed()
  endpoint.respond = respondWith(500)
  for (let event = 0; event < 3; event++) await org.announceEvent({ event })
  for (let waiting = 3; waiting > 0; ) {
    await work()
    const times = (await org.deliveries(hook.id, '?status=pending')).map((one) => Date.parse(one.nextAttemptAt))
    waiting = times.length
    if (waiting > 0) world.advance(Math.min(...times) - world.now().getTime())
  }
  assert.equal((await org.deliveries(hook.id, '?status=failed')).length, 3)
  endpoint.respond = respondWith(200)
  endpoint.calls.length = 0
  const [{ id }] = (await org.deliveries(hook.id)) as [{ id: string }]
  const resent = assertStatus(await post(`/deliveries/${id}/_resend`), 202)
  assert.deepEqual([resent.id, resent.status, resent.nextAttemptAt], [id, 'pending', world.now().toISOString()])
  await work()
  assert.deepEqual(endpoint.idsAt('/'), [id])
  const late = { since: new Date(world.now().getTime() + 1).toISOString() }
  assert.deepEqual(assertStatus(await post('/_recover', late), 200), { count: 0 })
  const since = new Date(world.now().getTime() - 30 * day).toISOString()
  assert.deepEqual(assertStatus(await post('/_recover', { since }), 200), { count: 2 })
  await work()
  assert.equal((await org.deliveries(hook.id, '?status=delivered')).length, 3)
  assertProblem(await post('/_recover', {}), 422, 'request.invalid', 'since')
})

test('the delivery log can be filtered and paged, newest first', async () => {
  const { org, hook } = await subscribed(['person.created', 'person.deleted'])
  for (let event = 0; event < 3; event++) {
    await org.announceEvent({ event })
    world.advance(second)
  }
  await org.announceEvent({}, 'person.deleted')
  const times = (await org.deliveries(hook.id)).map(({ createdAt }) => createdAt)
  assert.deepEqual(times, times.toSorted().reverse())
  assert.equal((await org.deliveries(hook.id, '?type=person.created')).length, 3)
  assert.equal((await org.deliveries(hook.id, '?status=delivered')).length, 0)
  const path = `${org.hooks}/${hook.id}/deliveries`
  const { data, nextPageToken } = assertStatus(await org.api.get(`${path}?limit=3`), 200)
  const rest = assertStatus(await org.api.get(`${path}?limit=3&pageToken=${nextPageToken}`), 200)
  assert.deepEqual([...data, ...rest.data], await org.deliveries(hook.id))
  assertProblem(await org.api.get(`${path}?status=lost`), 422, 'request.invalid', 'status')
  await work()
})

test('a test event goes only to its webhook, whatever its subscriptions', async () => {
  const { org, hook, post, read } = await subscribed([], '/tried')
  await org.create(`${endpoint.url}/other`, { events: ['webhook.test'] })
  const { id, type, status } = assertStatus(await post('/_test'), 202)
  assert.deepEqual([type, status], ['webhook.test', 'pending'])
  await work()
  assert.deepEqual(endpoint.idsAt('/tried'), [id])
  assert.equal(endpoint.calls.length, 1)
  assert.deepEqual(endpoint.calls[0]?.json.data, { webhookId: hook.id })
  assert.equal((await read()).lastDeliveryStatus, 'success')
})

test('an inactive webhook stores and sends nothing; after reactivation the pending deliveries continue', async () => {
  const { org, only, post, patch } = await subscribed()
  endpoint.respond = respondWith(500)
  await org.announceEvent({ before: true })
  await work()
  await patch({ active: false })
  assert.deepEqual([(await only()).status, (await only()).nextAttemptAt], ['pending', undefined])
  const { id } = await only()
  for (const verb of ['/_test', `/deliveries/${id}/_resend`]) {
    assertProblem(await post(verb), 409, 'resource.conflict')
  }
  assertProblem(await post('/_recover', { since: '2030-01-01T00:00:00Z' }), 409, 'resource.conflict')
  await org.announceEvent({ meanwhile: true })
  world.advance(day)
  endpoint.respond = respondWith(200)
  await work()
  assert.equal(endpoint.calls.length, 1)
  await patch({ active: true })
  await org.announceEvent({ after: true })
  await work()
  const fields = endpoint.calls.slice(1).map(({ json }) => Object.keys(json.data)[0])
  assert.deepEqual(fields.sort(), ['after', 'before'])
})

test('an endpoint that has failed for 5 days is deactivated, and an event is published', async () => {
  const { org, hook, read, patch } = await subscribed()
  await org.create(`${endpoint.url}/others`, { events: ['webhook.deactivated'] })
  endpoint.respond = (response, { path }) => response.writeHead(path === '/' ? 500 : 200).end()
  const failingSince = world.now().toISOString()
  for (let days = 0; days < 5; days++) {
    await org.announceEvent({ days })
    await work()
    world.advance(day - second)
    assert.equal((await read()).active, true)
  }
  world.advance(5 * second)
  await org.announceEvent()
  await work()
  const { active, deactivation } = await read()
  assert.deepEqual([active, deactivation], [false, { at: world.now().toISOString(), reason: 'failing' }])
  const notices = endpoint.calls.filter(({ path }) => path === '/others').map(({ json }) => [json.type, json.data])
  assert.deepEqual(notices, [['webhook.deactivated', { webhookId: hook.id, reason: 'failing', failingSince }]])
  assert.deepEqual(
    mails.map(({ to }) => to),
    ['owner@example.com', 'admin@example.com'],
  )
  assert.match(mails[0]?.text ?? '', new RegExp(`webhook ${hook.id} .*five days`, 's'))
  const woken = await patch({ active: true })
  assert.deepEqual([woken.active, woken.deactivation, woken.failingSince], [true, undefined, undefined])
  await work()
  assert.equal((await read()).active, true, 'its five days start over')
})

test('one success in between prevents the deactivation of an endpoint', async () => {
  const { org, read } = await subscribed()
  for (let days = 0; days < 12; days++) {
    endpoint.respond = respondWith(days % 4 === 0 ? 200 : 500)
    await org.announceEvent()
    await work()
    world.advance(day)
  }
  assert.equal((await read()).active, true)
})

test('410 deactivates the webhook immediately, and that delivery fails', async () => {
  const { org, only, read } = await subscribed()
  endpoint.respond = respondWith(410)
  await org.announceEvent()
  await work()
  const { active, deactivation, lastDeliveryStatus } = await read()
  assert.deepEqual([active, deactivation?.reason, lastDeliveryStatus], [false, 'gone', 'failure'])
  assert.equal((await only()).status, 'failed')
})

test('if a worker dies between the call and its commit, the event is delivered again under its id', async () => {
  const { org, only } = await subscribed()
  await org.announceEvent()
  const dead = Promise.withResolvers<never>()
  const given = { ...bench.deps, call: async (...args: Parameters<typeof bench.deps.call>) => {
    await bench.deps.call(...args)
    return dead.promise
  } } // biome-ignore format: one thing
  const dying = createWorker({ db, world, log: { warn() {}, error() {} }, works: webhookWork(given).works })
  const dies = dying.drain()
  await endpoint.waitForCalls(1)
  await work()
  assert.equal(endpoint.calls.length, 1, 'as long as its lease lasts it is left to it')
  world.advance(60 * second)
  await work()
  assert.equal(endpoint.calls.length, 2)
  assert.equal(new Set(endpoint.idsAt('/')).size, 1)
  dead.reject(new Error('gone'))
  await dies
  assert.equal((await only()).status, 'delivered', 'and what the dead would say of it counts for nothing')
})

test('a delivery deleted during its call ends without an error', async () => {
  const { org, hook } = await subscribed()
  await org.announceEvent()
  endpoint.respond = async (response) => {
    assertStatus(await org.api.del(`${org.hooks}/${hook.id}`), 204)
    response.writeHead(500).end()
  }
  await work()
  world.advance(30 * second)
  await work()
  assert.equal(endpoint.calls.length, 1)
  await deleteOldDeliveries(db, world.now())
  const { rows } = await bench.server.database.pool.query('select from webhook_deliveries where webhook_id = $1', [
    hook.id,
  ])
  assert.equal(rows.length, 0)
})

test('deliveries are stored for 30 days', async () => {
  const { org, only } = await subscribed()
  await org.announceEvent()
  await deleteOldDeliveries(db, new Date(world.now().getTime() + 30 * day))
  assert.ok(await only())
  await deleteOldDeliveries(db, new Date(world.now().getTime() + 30 * day + 1))
  assert.equal(await only(), undefined)
})
