import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp, type TestOrg, testPassword } from '../../../testing/app.ts'
import { assertProblem, assertStatus, type TestClient } from '../../../testing/client.ts'
import { startTokenIssuer } from './oidc/testing/id-tokens.ts'

/** A password belongs to a membership: changing it, and which sessions end then. */

const { issuer, idToken } = await startTokenIssuer()
const server = await createTestApp({ config: { oidc: { issuer, clientId: 'parley' } } })
const org = await server.org()
const newPassword = 'an even longer phrase'
const change = { currentPassword: testPassword, newPassword }

const signIn = (body: object) => server.anyone.post('/auth/sign-in', body)
const entered = async (body: object): Promise<TestClient> =>
  server.anyone.as(assertStatus(await signIn(body), 200).token)
const memberPath = ({ path }: TestOrg, userId: string) => `${path}/members/${userId}`

/** The state of users who were in several organizations before each organization had its own passwords. */
async function onePassword(userId: string, orgs: TestOrg[]) {
  await server.database.pool.query(
    `update members set password_hash = (select password_hash from members where user_id = $1 and org_id = $2)
      where user_id = $1 and org_id = any($3)`,
    [userId, org.id, orgs.map(({ id }) => id)],
  )
}

test('changing your own password applies to every org with that password, and to no other', async () => {
  const [second, third, apart] = [await server.org(), await server.org(), await server.org()]
  const { email, userId, ...member } = await server.member(org, 'viewer')
  for (const other of [second, third]) await other.api.post(`${other.path}/members`, { email, role: 'viewer' })
  await apart.api.post(`${apart.path}/members`, { email, role: 'viewer', password: testPassword })
  await onePassword(userId, [second, third])
  const sessions = await Promise.all(
    [second, third, apart].map((other) => entered({ email, password: testPassword, org: other.id })),
  )
  assertStatus(await member.post('/auth/password', change), 200)
  const statuses = await Promise.all(sessions.map(async (session) => (await session.get('/me')).status))
  assert.deepEqual(statuses, [401, 401, 200])
  for (const place of [org, second, third]) {
    assertStatus(await signIn({ email, password: newPassword, org: place.id }), 200)
    assertProblem(await signIn({ email, password: testPassword, org: place.id }), 401, 'auth.unauthenticated')
  }
  assertStatus(await signIn({ email, password: testPassword, org: apart.id }), 200)
  const again = await entered({ email, password: newPassword, org: third.id })
  assertStatus(await again.post('/auth/switch', { org: second.id }), 200)
  assertProblem(await again.post('/auth/switch', { org: apart.id }), 404, 'resource.not_found')
})

test('the password of another org is not accepted as the current one', async () => {
  const other = await server.org()
  const { email, ...member } = await server.member(org, 'viewer')
  await other.api.post(`${other.path}/members`, { email, role: 'viewer', password: 'the one over there' })
  const wrong = { currentPassword: 'the one over there', newPassword }
  assertProblem(await member.post('/auth/password', wrong), 422, 'request.invalid', 'currentPassword')
})

test('only one of several concurrent password changes succeeds, and its session stays valid', async () => {
  const { email, ...member } = await server.member(org, 'viewer')
  const bodies = Array.from({ length: 4 }, (_, n) => ({
    currentPassword: testPassword,
    newPassword: `new phrase ${n}`,
  }))
  const replies = await Promise.all(bodies.map((body) => member.post('/auth/password', body)))
  const held = replies.findIndex(({ status }) => status === 200)
  // The others were compared with the old password, or arrived after their session had ended.
  assert.equal(replies.filter(({ status }) => status === 200).length, 1)
  assert.ok(replies.every(({ status }) => [200, 401, 422].includes(status)))
  assertStatus(await server.anyone.as(replies[held]?.body.token).get('/me'), 200)
  assertStatus(await signIn({ email, password: `new phrase ${held}`, org: org.id }), 200)
})

test('when an admin sets a password while its owner changes it, all earlier sessions end', async () => {
  const { email, userId, ...member } = await server.member(org, 'viewer')
  const [changed] = await Promise.all([
    member.post('/auth/password', change),
    org.api.patch(memberPath(org, userId), { password: 'set by the admin' }),
  ])
  assertProblem(await member.get('/me'), 401, 'auth.unauthenticated')
  const works = await Promise.all(
    [newPassword, 'set by the admin'].map((password) => signIn({ email, password, org: org.id })),
  )
  assert.equal(works.filter(({ status }) => status === 200).length, 1)
  const isLast = works[0]?.status === 200
  if (changed.status === 200) {
    assert.equal((await server.anyone.as(changed.body.token).get('/me')).status, isLast ? 200 : 401)
  }
})

test('a member who is removed and added again does not get the old sessions back', async () => {
  const other = await server.org()
  const { email, userId, ...member } = await server.member(org, 'viewer')
  await other.api.post(`${other.path}/members`, { email, role: 'viewer' })
  const byIssuer = await entered({ idToken: await idToken({ email }), org: org.id })
  assertStatus(await org.api.del(memberPath(org, userId)), 204)
  const again = { email, role: 'viewer', password: newPassword }
  assert.equal(assertStatus(await org.api.post(`${org.path}/members`, again), 201).id, userId)
  for (const client of [member, byIssuer]) assertProblem(await client.get('/me'), 401, 'auth.unauthenticated')
  assertProblem(await signIn({ email, password: testPassword, org: org.id }), 401, 'auth.unauthenticated')
  assertStatus(await signIn({ email, password: newPassword, org: org.id }), 200)
})

test('a new password ends issuer sessions in that org, and changing your own password keeps the kind of your session', async () => {
  const other = await server.org()
  const { email } = await server.member(org, 'viewer')
  await other.api.post(`${other.path}/members`, { email, role: 'viewer' })
  const [here, there] = [
    await entered({ idToken: await idToken({ email }), org: org.id }),
    await entered({ idToken: await idToken({ email }), org: other.id }),
  ]
  const { token } = assertStatus(await here.post('/auth/password', change), 200)
  assertProblem(await here.get('/me'), 401, 'auth.unauthenticated')
  assertStatus(await there.get('/me'), 200)
  assertStatus(await server.anyone.as(token).post('/auth/switch', { org: other.id }), 200)
  assertProblem(await there.post('/auth/password', change), 422, 'request.invalid', 'currentPassword')
})
