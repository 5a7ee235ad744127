import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { stillWorld } from '../../../../platform/world.ts'
import { createTestApp, testPassword } from '../../../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody, type TestClient } from '../../../../testing/client.ts'
import { purgeExpiredSessions } from './queries.ts'
import { describeClient, truncateAddress } from './sessions.ts'

/** A user's sessions, and how they end. */

const clock = stillWorld('2030-01-31T09:00:00Z')
let made = 0
const world = { ...clock, newId: (prefix: string) => `${prefix}_${++made}` }
const server = await createTestApp({ world })
const org = await server.org()
const password = testPassword

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
async function entered(email: string, agent = firefox): Promise<TestClient> {
  const headers = { 'user-agent': agent }
  const { token } = assertStatus(
    await server.anyone.post('/auth/sign-in', { email, password, org: org.id }, headers),
    200,
  )
  return server.anyone.as(token)
}
const sessionsOf = async (client: TestClient): Promise<ReplyBody[]> =>
  assertStatus(await client.get('/auth/sessions'), 200).data
const isOver = async (client: TestClient) => (await client.get('/me')).status === 401

test('sessions are listed with their origin and last use, most recently used first', async () => {
  const { email } = await server.member(org, 'viewer')
  const first = await entered(email)
  clock.advance(120_000)
  await entered(email, 'curl/8.5.0')
  clock.advance(120_000)
  // The use of a session is recorded concurrently with the response, not before it.
  let listed = await sessionsOf(first)
  for (let looks = 0; looks < 500 && listed[0]?.client !== 'Firefox on Linux'; looks++) {
    await sleep(10)
    listed = await sessionsOf(first)
  }
  const [used, other] = listed
  assert.deepEqual([used.client, used.address, used.current], ['Firefox on Linux', '127.0.0.x', true])
  assert.deepEqual([other.client, other.current], ['curl/8.5.0', false])
  assert.equal(Date.parse(used.expiresAt) - Date.parse(used.createdAt), 12 * 3_600_000)
})

test('an ended session is refused from the next call on, and the others continue', async () => {
  const { email } = await server.member(org, 'viewer')
  const [one, other] = [await entered(email), await entered(email)]
  const mine = (await sessionsOf(one)).find(({ current }) => current)
  assertStatus(await other.del(`/auth/sessions/${mine.id}`), 204)
  assert.deepEqual([await isOver(one), await isOver(other)], [true, false])
  assertProblem(await other.del(`/auth/sessions/${mine.id}`), 404, 'resource.not_found')
  assertStatus(await other.del('/auth/sessions/current'), 204)
  assert.equal(await isOver(other), true)
})

test('a user can end all other sessions at once', async () => {
  const { email, ...member } = await server.member(org, 'viewer')
  const others = [await entered(email), await entered(email)]
  const current = await entered(email)
  assertStatus(await current.post('/auth/sessions/_endOthers'), 204)
  assert.deepEqual(await Promise.all([member, ...others].map(isOver)), [true, true, true])
  assert.equal((await sessionsOf(current)).length, 1)
})

test('a user can neither see nor end the sessions of another user', async () => {
  const { email, ...member } = await server.member(org, 'admin')
  const stranger = await server.member(org, 'owner')
  const [{ id }] = (await sessionsOf(member)) as [ReplyBody]
  assertProblem(await stranger.del(`/auth/sessions/${id}`), 404, 'resource.not_found')
  assert.ok(!(await sessionsOf(stranger)).some((one) => one.id === id))
  assertStatus(await stranger.post('/auth/sessions/_endOthers'), 204)
  assert.equal(await isOver(member), false)
})

test('a prolonged session remains a single session', async () => {
  const { email } = await server.member(org, 'viewer')
  const first = await entered(email)
  clock.advance(3_600_000)
  const { token } = assertStatus(await first.post('/auth/switch', { org: org.id }), 200)
  const longer = server.anyone.as(token)
  const [current] = (await sessionsOf(longer)).filter((one) => one.current)
  assert.equal(Date.parse(current.expiresAt) - world.now().getTime(), 12 * 3_600_000)
  assertStatus(await longer.del('/auth/sessions/current'), 204)
  assert.deepEqual([await isOver(first), await isOver(longer)], [true, true])
})

test('a new password ends the other sessions and removes them from the list', async () => {
  const { email } = await server.member(org, 'viewer')
  const [one, other] = [await entered(email), await entered(email)]
  const change = { currentPassword: password, newPassword: 'an even longer phrase' }
  const { token } = assertStatus(await one.post('/auth/password', change), 200)
  assert.equal(await isOver(other), true)
  assert.deepEqual(
    (await sessionsOf(server.anyone.as(token))).map(({ current }) => current),
    [true],
  )
})

test('expired sessions are deleted', async () => {
  const { email, userId } = await server.member(org, 'viewer')
  await entered(email)
  const count = async () =>
    (await server.database.pool.query('select count(*)::int from account_sessions where user_id = $1', [userId]))
      .rows[0].count
  assert.equal(await count(), 2)
  clock.advance(13 * 3_600_000)
  await purgeExpiredSessions(server.database.db, world.now())
  assert.equal(await count(), 0)
})

test('the session routes do not exist for keys', async () => {
  assertProblem(await org.api.get('/auth/sessions'), 404, 'resource.not_found')
  assertProblem(await org.api.del('/auth/sessions/current'), 404, 'resource.not_found')
  assertProblem(await org.api.post('/auth/sessions/_endOthers'), 404, 'resource.not_found')
})

test('a browser is shown by its common name, any other program by its first word', () => {
  const on = (system: string, rest: string) => `Mozilla/5.0 (${system}) ${rest}`
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  const names: [agent: string | undefined, name: string | undefined][] = [
    [on('Windows NT 10.0; Win64; x64', chrome), 'Chrome on Windows'],
    [on('Windows NT 10.0; Win64; x64', `${chrome} Edg/140.0`), 'Edge on Windows'],
    [on('Linux; Android 15', chrome), 'Chrome on Android'],
    [on('iPhone; CPU iPhone OS 18_0 like Mac OS X', 'Version/18.0 Mobile/15E148 Safari/604.1'), 'Safari on iOS'],
    [on('Macintosh; Intel Mac OS X 10_15_7', 'Version/18.0 Safari/605.1.15'), 'Safari on macOS'],
    ['parley/0.1.0 (x)', 'parley/0.1.0'],
    ['<script>', undefined],
    [undefined, undefined],
  ]
  for (const [agent, name] of names) assert.equal(describeClient(agent), name)
})

test('an IP address is shown as its network', () => {
  assert.equal(truncateAddress('203.0.113.77'), '203.0.113.x')
  assert.equal(truncateAddress('::ffff:203.0.113.77'), '203.0.113.x')
  assert.equal(truncateAddress('2001:db8:1:2:3:4:5:6'), '2001:db8:1:…')
  assert.equal(truncateAddress('unknown'), undefined)
})
