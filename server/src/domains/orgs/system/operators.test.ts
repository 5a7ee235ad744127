import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp, testPassword } from '../../../testing/app.ts'
import { assertProblem, assertStatus } from '../../../testing/client.ts'
import { startTokenIssuer } from '../accounts/oidc/testing/id-tokens.ts'

/** Users marked as system operators. No organization admin can become one through anything they may set. */

const { issuer, idToken } = await startTokenIssuer()
const server = await createTestApp({ config: { oidc: { issuer, clientId: 'parley' } } })
const [org, hostile] = [await server.org(), await server.org()]
const known = 'known to the hostile org'

async function operator() {
  const member = await server.member(org, 'viewer')
  const marked = assertStatus(await server.system.post('/system/operators', { email: member.email }), 201)
  assert.deepEqual(marked.orgs, [org.id])
  return member
}

async function sessionOf(body: object) {
  return server.anyone.as(assertStatus(await server.anyone.post('/auth/sign-in', body), 200).token)
}

test('the password of an org that adds an operator gives access to that org, and not to /system', async () => {
  const { email, ...member } = await operator()
  assertStatus(await hostile.api.post(`${hostile.path}/members`, { email, role: 'owner', password: known }), 201)
  const there = await sessionOf({ email, password: known })
  assert.equal((await there.get('/me')).body.isSysop, false)
  assertProblem(await there.get('/system/orgs'), 404, 'resource.not_found')
  assertStatus(await member.get('/system/orgs'), 200)
})

test('an issuer session gives access to /system in every org of the operator', async () => {
  const { email } = await operator()
  await hostile.api.post(`${hostile.path}/members`, { email, role: 'viewer' })
  assertStatus(await (await sessionOf({ idToken: await idToken({ email }), org: hostile.id })).get('/system/orgs'), 200)
})

test('a password that an admin sets gives access to /system only when the user is marked again', async () => {
  const { email, userId } = await operator()
  assertStatus(await org.api.patch(`${org.path}/members/${userId}`, { password: 'set by an admin' }), 200)
  const session = await sessionOf({ email, password: 'set by an admin' })
  assertProblem(await session.get('/system/orgs'), 404, 'resource.not_found')
  assertStatus(await server.system.post('/system/operators', { email, org: org.id }), 201)
  assertStatus(await session.get('/system/orgs'), 200)
})

test('an operator who changes their own password remains an operator', async () => {
  const member = await operator()
  const change = { currentPassword: testPassword, newPassword: 'an even longer phrase' }
  const { token } = assertStatus(await member.post('/auth/password', change), 200)
  assertStatus(await server.anyone.as(token).get('/system/orgs'), 200)
})

test('no org can change the email of an operator, not even their only one', async () => {
  const { userId, email } = await operator()
  const path = `${org.path}/members/${userId}`
  assertProblem(await org.api.patch(path, { email: 'mine@example.com' }), 409, 'resource.conflict')
  assertStatus(await org.api.patch(path, { email, name: 'Op' }), 200)
})

test('an org that adds an operator without an org gains neither access to /system nor control of their email', async () => {
  const { userId, email } = await operator()
  assertStatus(await org.api.del(`${org.path}/members/${userId}`), 204)
  const added = await hostile.api.post(`${hostile.path}/members`, { email, role: 'viewer', password: known })
  assert.equal(assertStatus(added, 201).id, userId)
  assertProblem(await (await sessionOf({ email, password: known })).get('/system/orgs'), 404, 'resource.not_found')
  assertProblem(
    await hostile.api.patch(`${hostile.path}/members/${userId}`, { email: 'mine@example.com' }),
    409,
    'resource.conflict',
  )
})

test('marking a member of several orgs as operator requires the org whose password counts', async () => {
  const { email, userId } = await server.member(org, 'viewer')
  await hostile.api.post(`${hostile.path}/members`, { email, role: 'viewer', password: known })
  const mark = (more: object) => server.system.post('/system/operators', { email, ...more })
  assertProblem(await mark({}), 422, 'request.invalid', 'org')
  assertProblem(await mark({ org: (await server.org()).id }), 422, 'request.invalid', 'org')
  assert.deepEqual(assertStatus(await mark({ org: org.id }), 201).orgs, [org.id])
  assertStatus(await (await sessionOf({ email, password: testPassword, org: org.id })).get('/system/orgs'), 200)
  assertStatus(await server.system.del(`/system/operators/${userId}`), 204)
  assertProblem(
    await (await sessionOf({ email, password: testPassword, org: org.id })).get('/system/orgs'),
    404,
    'resource.not_found',
  )
})
