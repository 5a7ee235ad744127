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
const frozenContext = { ...server.context, world: { ...world, now: () => at } }
const app = createApi(createServices(frozenContext))
const trustingApp = createApi(
  createServices({ ...frozenContext, config: { ...frozenContext.config, trustProxy: ['127.0.0.1'] } }),
)
after(() => Promise.all([app.close(), trustingApp.close()]))
const org = await server.org()

type PasswordGuess = { email: string; from: string; password?: string; forwardedFor?: string; targetApp?: typeof app }

async function guessPassword({
  email,
  from,
  password = 'wrong',
  forwardedFor,
  targetApp = app,
}: PasswordGuess): Promise<number> {
  const { statusCode } = await targetApp.inject({
    method: 'POST',
    url: '/v1/auth/sign-in',
    payload: { email, password },
    remoteAddress: from,
    headers: forwardedFor ? { 'x-forwarded-for': forwardedFor } : {},
  })
  return statusCode
}

async function guessPasswords(count: number, createGuess: (n: number) => PasswordGuess): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < count; n++) statuses.push(await guessPassword(createGuess(n)))
  return statuses
}

test('another address of the same IPv6 /64 counts as the same caller', async () => {
  const { email } = await server.member(org, 'editor')
  const statuses = await guessPasswords(11, (n) => ({ email, from: `2001:db8:1:2::${(n + 1).toString(16)}` }))
  assert.deepEqual(statuses, [...Array(10).fill(401), 429])
  assert.equal(await guessPassword({ email, from: '2001:db8:1:3::1', password: testPassword }), 200)
})

test('a forwarded address counts only if the proxy is trusted', async () => {
  const { email } = await server.member(org, 'editor')
  const createForgedGuess = (n: number) => ({ email, from: '127.0.0.1', forwardedFor: `198.51.100.${n}` })
  assert.equal((await guessPasswords(11, createForgedGuess)).at(-1), 429)
  assert.equal(await guessPassword({ ...createForgedGuess(11), targetApp: trustingApp }), 401)
})

test('the rate limit groups IPv4 callers by address and IPv6 callers by /64', () => {
  assert.equal(networkOf('203.0.113.7'), '203.0.113.7')
  assert.equal(networkOf('::ffff:203.0.113.7'), '203.0.113.7')
  assert.equal(networkOf('2001:DB8:0:0:1::1'), networkOf('2001:db8::2'))
  assert.notEqual(networkOf('2001:db8:0:1::1'), networkOf('2001:db8:0:2::1'))
  assert.equal(networkOf('nothing'), 'nothing')
})
