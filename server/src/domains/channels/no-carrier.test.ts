import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createChannelBench } from '../../testing/channel-bench.ts'
import { assertStatus } from '../../testing/client.ts'

const { worker, agent } = await createChannelBench({ hasProviders: false })

test('without a carrier a managed binding waits for the operator and says what to do', async () => {
  const { post, get } = await agent()
  const { id, status } = assertStatus(await post('/channels', { channel: 'sms', mode: 'managed', inputs: {} }), 201)
  assert.equal(status, 'Requested')
  await worker.drain()
  const waiting = assertStatus(await get(`/channels/${id}`), 200)
  assert.equal(waiting.status, 'ActionRequired')
  assert.match(waiting.statusDetail, /LAB=on/)
})
