import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createApi, createServices } from '../../server/src/app.ts'
import { networkOf } from '../../server/src/platform/http/network.ts'
import { createTestApp, testPassword } from '../../server/src/testing/app.ts'

/** Guessing: which callers are rate-limited, which are not, and which evasions do not work. */

const at = new Date('2030-01-31T12:00:00.000Z')
const server = await createTestApp()
const { world } = server.context
// The clock stands still, so that no budget refills while a slow machine runs the test.
const still = { ...server.context, world: { ...world, now: () => at } }
const app = createApi(createServices(still))
const trusting = createApi(createServices({ ...still, config: { ...still.config, trustProxy: ['127.0.0.1'] } }))
after(() => Promise.all([app.close(), trusting.close()]))
const org = await server.org()

type Guess = { email: string; from: string; password?: string; forwarded?: string; by?: typeof app }

async function guess({ email, from, password = 'wrong', forwarded, by = app }: Guess): Promise<number> {
  const { statusCode } = await by.inject({
    method: 'POST',
    url: '/v1/auth/sign-in',
    payload: { email, password },
    remoteAddress: from,
    headers: forwarded ? { 'x-forwarded-for': forwarded } : {},
  })
  return statusCode
}

async function guesses(count: number, made: (n: number) => Guess): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < count; n++) statuses.push(await guess(made(n)))
  return statuses
}

test('another address of the same IPv6 /64 counts as the same caller', async () => {
  const { email } = await server.member(org, 'editor')
  const statuses = await guesses(11, (n) => ({ email, from: `2001:db8:1:2::${(n + 1).toString(16)}` }))
  assert.deepEqual(statuses, [...Array(10).fill(401), 429])
  assert.equal(await guess({ email, from: '2001:db8:1:3::1', password: testPassword }), 200)
})

test('a forwarded address counts only if the proxy is trusted', async () => {
  const { email } = await server.member(org, 'editor')
  const lying = (n: number) => ({ email, from: '127.0.0.1', forwarded: `198.51.100.${n}` })
  assert.equal((await guesses(11, lying)).at(-1), 429)
  assert.equal(await guess({ ...lying(11), by: trusting }), 401)
})

test('the rate limit groups IPv4 callers by address and IPv6 callers by /64', () => {
  assert.equal(networkOf('203.0.113.7'), '203.0.113.7')
  assert.equal(networkOf('::ffff:203.0.113.7'), '203.0.113.7')
  assert.equal(networkOf('2001:DB8:0:0:1::1'), networkOf('2001:db8::2'))
  assert.notEqual(networkOf('2001:db8:0:1::1'), networkOf('2001:db8:0:2::1'))
  assert.equal(networkOf('nothing'), 'nothing')
})
