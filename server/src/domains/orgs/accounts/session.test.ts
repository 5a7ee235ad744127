import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp, testPassword } from '../../../testing/app.ts'
import { assertProblem, assertStatus } from '../../../testing/client.ts'

const server = await createTestApp()
const org = await server.org()
const other = await server.org()

/** With one password for both, as for users who were in both before each organization had its own passwords. */
async function memberOfBoth() {
  const member = await server.member(org, 'editor')
  assertStatus(await other.api.post(`${other.path}/members`, { email: member.email, role: 'viewer' }), 201)
  await server.database.pool.query(
    `update members set password_hash = (select password_hash from members where user_id = $1 and org_id = $2)
      where user_id = $1 and org_id = $3`,
    [member.userId, org.id, other.id],
  )
  return member
}

test('a user sees the orgs that the password gives access to, by name, each with their role', async () => {
  const member = await memberOfBoth()
  await org.api.patch(org.path, { name: 'sailing' })
  await other.api.patch(other.path, { name: 'Rowing' })
  assert.deepEqual(assertStatus(await member.get('/auth/orgs'), 200), {
    data: [
      { id: other.id, name: 'Rowing', role: 'viewer' },
      { id: org.id, name: 'sailing', role: 'editor' },
    ],
  })
})

test('a switch creates a session in another org, and the current session continues', async () => {
  const member = await memberOfBoth()
  const switched = assertStatus(await member.post('/auth/switch', { org: other.id }), 200)
  assert.deepEqual(
    [switched.user, switched.org],
    [
      { id: member.userId, email: member.email },
      { id: other.id, role: 'viewer' },
    ],
  )
  const there = server.anyone.as(switched.token)
  assertStatus(await there.get(other.path), 200)
  assertProblem(await there.get(org.path), 404, 'resource.not_found')
  assertStatus(await member.get(org.path), 200)
})

test('a switch to the same org prolongs the session', async () => {
  const member = await memberOfBoth()
  const { token, expiresAt, org: same } = assertStatus(await member.post('/auth/switch', { org: org.id }), 200)
  assert.deepEqual(same, { id: org.id, role: 'editor' })
  const hours = (Date.parse(expiresAt) - Date.now()) / 3_600_000
  assert.ok(hours > 11 && hours <= 12)
  assertStatus(await server.anyone.as(token).get('/me'), 200)
})

test('an org that the user does not belong to returns 404, whether it exists or not', async () => {
  const member = await memberOfBoth()
  for (const id of [(await server.org()).id, 'ghost', ''])
    assertProblem(await member.post('/auth/switch', { org: id }), 404, 'resource.not_found')
  assertProblem(await member.post('/auth/switch', {}), 422, 'request.invalid', 'org')
  await other.api.del(`${other.path}/members/${member.userId}`)
  assertProblem(await member.post('/auth/switch', { org: other.id }), 404, 'resource.not_found')
})

test('the list of orgs and the switch do not exist for keys and system operators', async () => {
  for (const client of [org.api, server.system]) {
    assertProblem(await client.get('/auth/orgs'), 404, 'resource.not_found')
    assertProblem(await client.post('/auth/switch', { org: org.id }), 404, 'resource.not_found')
  }
})

test('a new password also ends the sessions created by a switch', async () => {
  const member = await memberOfBoth()
  const { token } = assertStatus(await member.post('/auth/switch', { org: other.id }), 200)
  const change = { currentPassword: testPassword, newPassword: 'an even longer phrase' }
  assertStatus(await member.post('/auth/password', change), 200)
  for (const client of [member, server.anyone.as(token)]) {
    assertProblem(await client.get('/auth/orgs'), 401, 'auth.unauthenticated')
    assertProblem(await client.post('/auth/switch', { org: org.id }), 401, 'auth.unauthenticated')
  }
})
