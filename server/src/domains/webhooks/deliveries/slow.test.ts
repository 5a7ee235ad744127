import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWebhookReceiver } from '../../../testing/webhook-receiver.ts'
import { createWebhookBench } from '../../../testing/webhooks-bench.ts'

/** A slow endpoint delays only its own events. */

test('an endpoint that never answers does not delay another', async () => {
  const bench = await createWebhookBench({ answerSeconds: 600 })
  const silent = await openWebhookReceiver(() => {})
  const quick = await openWebhookReceiver()
  const [one, other] = [await bench.org(), await bench.org()]
  await one.create(silent.url)
  await other.create(quick.url)
  await one.announceEvents(500)
  await other.announceEvents(50)
  await bench.worker.start()
  await quick.waitForCalls(50)
  assert.ok(silent.calls.length <= 64, 'and of the silent one only so many are called at once')
  await bench.worker.stop({ withinMilliseconds: 0 })
})

test('a delivery fails if the endpoint does not answer in time', async () => {
  const bench = await createWebhookBench({ answerSeconds: 0.05 })
  const silent = await openWebhookReceiver(() => {})
  const org = await bench.org()
  const hook = await org.create(silent.url)
  await org.announceEvent()
  await bench.work()
  const [{ status, lastError }] = (await org.deliveries(hook.id)) as [{ status: string; lastError: string }]
  assert.equal(status, 'pending')
  assert.equal(lastError, 'The endpoint could not be reached: no complete response within 0.05 seconds')
})

test('a host name that resolves to a private address is not called', async () => {
  const bench = await createWebhookBench({ allowPrivateNetwork: false })
  const endpoint = await openWebhookReceiver()
  const org = await bench.org()
  const hook = await org.create(endpoint.url.replace('http://127.0.0.1', 'https://localhost'))
  await org.announceEvent()
  await bench.work()
  const [{ lastError }] = (await org.deliveries(hook.id)) as [{ lastError: string }]
  assert.match(lastError, /^The endpoint could not be reached: the host name is unknown or has no public address/)
  assert.equal(endpoint.calls.length, 0)
})
