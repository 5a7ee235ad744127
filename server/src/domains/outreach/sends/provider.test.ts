import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReplyBody } from '../../../testing/client.ts'
import { createOutreachBench, openGoogleRbm } from '../../../testing/outreach-bench.ts'

/** Send states with a provider that fails in various ways. */

const google = await openGoogleRbm()
const bench = await createOutreachBench({ config: { channelApis: google.apis } })
const { world, work } = bench
const agent = await bench.agent()
await agent.bind(google.binding)
const outreach = await agent.outreach()
const { readSend, readState } = agent
const day = 86_400_000

let made = 0
const newNumber = () => `+1505${5_550_000 + ++made}`
const sendTo = async (address: string): Promise<string> => {
  const body = { recipient: { channel: 'rcs', address }, idempotencyKey: `key ${++made}` }
  return (await agent.accepted(outreach, body)).sendId
}
/** Runs `act` with the given provider behavior, then restores the normal one. */
async function whileSo<T>(manners: typeof google.behavior, act: () => Promise<T>): Promise<T> {
  Object.assign(google.behavior, manners)
  try {
    return await act()
  } finally {
    for (const name of Object.keys(manners)) delete google.behavior[name as keyof typeof manners]
  }
}
async function ended(address: string): Promise<string> {
  const sendId = await sendTo(address)
  await work()
  return readState(sendId)
}
const dueAt = ({ nextAttemptAt }: ReplyBody) => world.advance(Date.parse(nextAttemptAt) - world.now().getTime())

test('the capability of a number is checked once, cached for seven days, and then checked again', async () => {
  const number = newNumber()
  assert.equal(await ended(number), 'sent')
  world.advance(7 * day - 1)
  assert.equal(await ended(number), 'sent')
  assert.equal(google.countCapabilityChecks(number), 1)
  world.advance(1)
  assert.equal(await ended(number), 'sent')
  assert.equal(google.countCapabilityChecks(number), 2)
})

test('a number without rcs fails, is then suppressed without a check, and is checked again after seven days', async () => {
  const number = newNumber()
  await whileSo({ checkCapability: () => ({ status: 404 }) }, async () => {
    assert.equal(await ended(number), 'failed not_rcs_capable')
    assert.equal(await ended(number), 'suppressed not_rcs_capable')
    assert.equal(google.countCapabilityChecks(number), 1)
    world.advance(7 * day)
    assert.equal(await ended(number), 'failed not_rcs_capable')
  })
  assert.deepEqual([google.countCapabilityChecks(number), google.receivedBy(number)], [2, []])
})

test('after a failed dispatch the capability of the number is checked again', async () => {
  const number = newNumber()
  assert.equal(await ended(number), 'sent')
  await whileSo({ acceptMessage: () => ({ status: 400 }) }, async () => {
    assert.equal(await ended(number), 'failed dispatch_failed')
  })
  assert.equal(google.countCapabilityChecks(number), 1)
  assert.deepEqual([await ended(number), google.countCapabilityChecks(number)], ['sent', 2])
})

test('an unknown capability is retried, and becomes capability_unknown after the fourth attempt', async () => {
  const number = newNumber()
  const sendId = await sendTo(number)
  await whileSo({ checkCapability: () => ({ status: 503 }) }, async () => {
    for (const attempts of [1, 2, 3]) {
      await work()
      const record = await readSend(sendId)
      assert.deepEqual([record.state, record.attempts], ['queued', attempts])
      dueAt(record)
    }
    await work()
  })
  const { state, reason, attempts, messageId } = await readSend(sendId)
  assert.deepEqual([state, reason, attempts, messageId], ['failed', 'capability_unknown', 4, undefined])
  assert.deepEqual([google.countCapabilityChecks(number), google.receivedBy(number)], [4, []])
})

test('a connection that breaks after the dispatch is retried under the same id', async () => {
  const number = newNumber()
  const sendId = await sendTo(number)
  await whileSo({ acceptMessage: () => ({ reset: 'beforeAnswer' }) }, work)
  const record = await readSend(sendId)
  assert.deepEqual([record.state, record.attempts], ['queued', 1])
  dueAt(record)
  await whileSo({ acceptMessage: () => ({ status: 409 }) }, work)
  assert.deepEqual([await readState(sendId), (await readSend(sendId)).attempts], ['sent', 2])
  const ids = google.receivedBy(number).map(({ messageId }) => messageId)
  assert.deepEqual([ids.length, new Set(ids).size], [2, 1])
})

test('a number that the provider cannot reach is not_rcs_capable, and is checked again the next time', async () => {
  const number = newNumber()
  await whileSo({ acceptMessage: () => ({ status: 404 }) }, async () => {
    assert.equal(await ended(number), 'failed not_rcs_capable')
  })
  assert.equal(await ended(number), 'sent')
})

test('wrong credentials are binding_error immediately and are not retried', async () => {
  const number = newNumber()
  assert.equal(await ended(number), 'sent')
  const sendId = await sendTo(number)
  await whileSo({ acceptMessage: () => ({ status: 401 }) }, work)
  const { state, reason, attempts } = await readSend(sendId)
  assert.deepEqual([state, reason, attempts], ['failed', 'binding_error', 1])
  await agent.after(60)
  assert.equal(await readState(sendId), 'failed binding_error')
})
