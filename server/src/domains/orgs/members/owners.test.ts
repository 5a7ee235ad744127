import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp, testPassword } from '../../../testing/app.ts'
import { assertProblem, assertStatus, type TestReply } from '../../../testing/client.ts'

/** An admin who is not an owner runs the organization but cannot take it over. */

const server = await createTestApp()
const org = await server.org()
const at = (userId = '') => `${org.path}/members${userId && `/${userId}`}`
const owner = await server.member(org, 'owner')
const admin = await server.member(org, 'admin')
const assertForbidden = (reply: TestReply) => assertProblem(reply, 403, 'auth.forbidden')

test('a signed-in admin can neither set the password of an owner nor change or remove one', async () => {
  const before = assertStatus(await owner.get(at(owner.userId)), 200)
  const changes = [{ password: 'a password of the admin' }, { role: 'viewer' }, { role: 'owner' }, { name: 'Mine' }]
  for (const change of [...changes, { email: 'mine@example.com' }]) {
    assertForbidden(await admin.patch(at(owner.userId), change))
  }
  assertForbidden(await admin.del(at(owner.userId)))
  assert.deepEqual(assertStatus(await owner.get(at(owner.userId)), 200), before)
  const signedIn = await server.anyone.post('/auth/sign-in', {
    email: owner.email,
    password: testPassword,
    org: org.id,
  })
  assertStatus(signedIn, 200)
})

test('a signed-in admin cannot make a new person, a member, or themselves an owner', async () => {
  const { userId } = await server.member(org, 'viewer')
  assertForbidden(await admin.post(at(), { email: 'new-owner@example.com', role: 'owner', password: testPassword }))
  for (const whom of [userId, admin.userId]) assertForbidden(await admin.patch(at(whom), { role: 'owner' }))
  const { data } = assertStatus(await owner.get(`${at()}?limit=100`), 200)
  assert.deepEqual(
    data.filter(({ role }: { role: string }) => role === 'owner').map(({ id }: { id: string }) => id),
    [owner.userId],
  )
})

test('an admin can still add, change and remove all other members', async () => {
  const made = { email: 'another-admin@example.com', role: 'admin', password: testPassword }
  const { id } = assertStatus(await admin.post(at(), made), 201)
  assertStatus(await admin.patch(at(id), { role: 'viewer', password: 'another long phrase' }), 200)
  assertStatus(await admin.del(at(id)), 204)
})

test('an owner, and a key with equivalent scopes, can add, change and remove owners', async () => {
  for (const [index, client] of [owner, org.api].entries()) {
    const made = { email: `owner-by-${index}@example.com`, role: 'owner', password: testPassword }
    const { id } = assertStatus(await client.post(at(), made), 201)
    assertStatus(await client.patch(at(id), { password: 'another long phrase' }), 200)
    assertStatus(await client.del(at(id)), 204)
  }
})

test('an unknown member or an invalid field is reported before the missing permission', async () => {
  assertProblem(await admin.patch(at('usr_none'), { role: 'owner' }), 404, 'resource.not_found')
  assertProblem(await admin.patch(at(owner.userId), { role: 'king' }), 422, 'request.invalid', 'role')
})
