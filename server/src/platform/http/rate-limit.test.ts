import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { createApi } from '../../app.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertProblem, createTestClient } from '../../testing/client.ts'
import { realWorld } from '../world.ts'
import { buckets, computeBucketLevel, consumeToken } from './rate-limit.ts'
import { orgRoute } from './route.ts'

/** The route stands in for the named send, which shares its budget's name. */
let handled = 0
const limited = orgRoute({
  method: 'POST',
  path: '/limited',
  role: 'editor',
  scope: 'people:write',
  tag: 'Test',
  summary: 'Count a call',
  limit: 'send',
  handle: async () => {
    handled++
  },
})

let at = Date.parse('2030-01-01T00:00:00Z')
const world = { ...realWorld, now: () => new Date(at) }
const server = await createTestApp({ world, extraRoutes: [limited] })
const org = await server.org()
const path = `${org.path}/limited`

test('a full bucket allows 100 calls, reports the rest, and refuses the next call before it has an effect', async () => {
  const key = await server.key(org, ['people:write'])
  handled = 0
  const replies = await Promise.all(Array.from({ length: 110 }, () => key.post(path)))
  const through = replies.filter((reply) => reply.status === 204)
  const refused = replies.filter((reply) => reply.status === 429)
  assert.deepEqual([through.length, refused.length, handled], [100, 10, 100])
  const remaining = through
    .map((reply) => Number(reply.headers['ratelimit-remaining']))
    .sort((one, other) => one - other)
  assert.deepEqual(
    remaining,
    Array.from({ length: 100 }, (_, left) => left),
  )
  for (const reply of refused) {
    assertProblem(reply, 429, 'request.rate_limited')
    assert.equal(reply.headers['ratelimit-limit'], '100')
    assert.equal(reply.headers['ratelimit-remaining'], '0')
    assert.equal(reply.headers['ratelimit-reset'], '10')
    assert.equal(reply.headers['retry-after'], '1')
  }
})

test('a bucket refills at ten a second', async () => {
  const key = await server.key(org, ['people:write'])
  for (let call = 0; call < 100; call++) await key.post(path)
  at += 500
  const replies = []
  for (let call = 0; call < 7; call++) replies.push((await key.post(path)).status)
  assert.deepEqual(replies, [204, 204, 204, 204, 204, 429, 429])
})

test('the budget is per key, and a signed-in user has none', async () => {
  const [one, other] = [await server.key(org, ['people:write']), await server.key(org, ['people:write'])]
  for (let call = 0; call < 101; call++) await one.post(path)
  assert.equal((await one.post(path)).status, 429)
  assert.equal((await other.post(path)).headers['ratelimit-remaining'], '99')
  const editor = await server.member(org, 'editor')
  const replies = await Promise.all(Array.from({ length: 120 }, () => editor.post(path)))
  assert.ok(replies.every((reply) => reply.status === 204 && reply.headers['ratelimit-limit'] === undefined))
})

test('two servers on one database share the bucket', async () => {
  const key = await server.key(org, ['people:write'])
  const second = createApi(server.services, server.routes)
  const elsewhere = createTestClient(second, key.key)
  const replies = await Promise.all(Array.from({ length: 120 }, (_, index) => (index % 2 ? key : elsewhere).post(path)))
  await second.close()
  assert.equal(replies.filter((reply) => reply.status === 204).length, 100)
})

test('a route without a budget carries no RateLimit header', async () => {
  assert.equal((await org.api.get(`${org.path}/agents`)).headers['ratelimit-limit'], undefined)
})

test('the SQL statement and the arithmetic agree, whatever the waits', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: -2000, max: 20_000 }), { maxLength: 12 }), async (waits) => {
      const bucket = { burst: 3, perSecond: 0.5 }
      const key = `property-${++run}`
      let now = at
      let filledAt = now
      let level = { tokens: bucket.burst, allowed: true }
      for (const wait of [0, ...waits]) {
        now += wait
        level = computeBucketLevel(level.tokens, (now - filledAt) / 1000, bucket)
        filledAt = Math.max(filledAt, now)
        const consumed = await consumeToken(server.database.db, key, bucket, new Date(now))
        assert.equal(consumed.allowed, level.allowed)
        assert.ok(Math.abs(consumed.tokens - level.tokens) < 1e-6, `${consumed.tokens} is ${level.tokens}`)
      }
    }),
    { numRuns: 40 },
  )
})

test('the rate-limit budgets match the documented ones', () => {
  assert.deepEqual(buckets.send, { burst: 100, perSecond: 10 })
  assert.deepEqual(buckets.journey, { burst: 1000, perSecond: 200 })
})
