import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { assertProblem, assertStatus } from '../../../testing/client.ts'
import { openWebhookReceiver, type ReceivedWebhook } from '../../../testing/webhook-receiver.ts'
import { createWebhookBench } from '../../../testing/webhooks-bench.ts'

/** Verifies deliveries with the published Standard Webhooks library, which uses the real time. */

const bench = await createWebhookBench({ start: new Date().toISOString() })
const endpoint = await openWebhookReceiver()

function verified(secret: string, { raw, headers }: ReceivedWebhook): unknown {
  return new Webhook(secret).verify(raw, headers as Record<string, string>)
}

test('a delivery is signed, and its body is the event', async () => {
  const org = await bench.org()
  const hook = await org.create(`${endpoint.url}/events`)
  await org.announceEvent({ personId: 'per_1', says: 'Grüße "und" {so} \\' })
  await bench.work()
  const [call] = endpoint.calls as [ReceivedWebhook]
  const body = verified(hook.signingSecret, call)
  assert.deepEqual(body, {
    id: call.headers['webhook-id'],
    type: 'person.created',
    timestamp: bench.world.now().toISOString(),
    orgId: org.id,
    data: { personId: 'per_1', says: 'Grüße "und" {so} \\' },
  })
  assert.equal(call.headers['content-type'], 'application/json')
  assert.throws(() => verified(hook.signingSecret, { ...call, raw: `${call.raw} ` }))
})

test('after a rotation the old secret is invalid immediately, and a resent delivery has the same bytes', async () => {
  const org = await bench.org()
  const hook = await org.create(`${endpoint.url}/rotated`)
  await org.announceEvent({ b: 1, a: [1.5, null, 'x'] })
  await bench.work()
  const { signingSecret } = assertStatus(await org.api.post(`${org.hooks}/${hook.id}/_rotate`), 200)
  const [{ id }] = (await org.deliveries(hook.id)) as [{ id: string }]
  bench.world.advance(2_000)
  assertStatus(await org.api.post(`${org.hooks}/${hook.id}/deliveries/${id}/_resend`), 202)
  await bench.work()
  const [first, again] = endpoint.calls.filter(({ path }) => path === '/rotated') as [ReceivedWebhook, ReceivedWebhook]
  verified(hook.signingSecret, first)
  verified(signingSecret, again)
  assert.throws(() => verified(hook.signingSecret, again))
  assert.equal(again.raw, first.raw)
  assert.equal(again.headers['webhook-id'], first.headers['webhook-id'])
  const seconds = ({ headers }: ReceivedWebhook) => Number(headers['webhook-timestamp'])
  assert.equal(seconds(again) - seconds(first), 2)
})

test('after a rotation with an overlap of 24 hours both secrets are valid, and then the new one alone', async () => {
  const org = await bench.org()
  const hook = await org.create(`${endpoint.url}/overlap`)
  const { signingSecret } = assertStatus(await org.api.post(`${org.hooks}/${hook.id}/_rotate?overlapMinutes=1440`), 200)
  await org.announceEvent({ n: 1 })
  await bench.work()
  const [call] = endpoint.calls.filter(({ path }) => path === '/overlap') as [ReceivedWebhook]
  assert.equal(String(call.headers['webhook-signature']).split(' ').length, 2)
  verified(signingSecret, call)
  verified(hook.signingSecret, call)
  await bench.server.database.pool.query('update webhooks set previous_secret_until = $1 where id = $2', [
    bench.world.now(),
    hook.id,
  ])
  await org.announceEvent({ n: 2 })
  await bench.work()
  const later = endpoint.calls.filter(({ path }) => path === '/overlap').at(-1) as ReceivedWebhook
  verified(signingSecret, later)
  assert.throws(() => verified(hook.signingSecret, later))
})

test('a third secret ends the first, and an overlap is a whole number of minutes up to a week', async () => {
  const org = await bench.org()
  const hook = await org.create(`${endpoint.url}/third`)
  const rotate = (query = '') => org.api.post(`${org.hooks}/${hook.id}/_rotate${query}`)
  for (const value of ['-1', '1.5', 'x', '', '10081', '99999999']) {
    assertProblem(await rotate(`?overlapMinutes=${value}`), 422, 'request.invalid', 'overlapMinutes')
  }
  const second = assertStatus(await rotate('?overlapMinutes=10080'), 200).signingSecret
  const third = assertStatus(await rotate('?overlapMinutes=60'), 200).signingSecret
  await org.announceEvent({ n: 1 })
  await bench.work()
  const [call] = endpoint.calls.filter(({ path }) => path === '/third') as [ReceivedWebhook]
  verified(second, call)
  verified(third, call)
  assert.throws(() => verified(hook.signingSecret, call))
})
