import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp, type TestOrg, testPassword } from '../../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { startTokenIssuer } from '../accounts/oidc/testing/id-tokens.ts'

/** The link of an invitation: who may join with it, and what it never opens. */

const publicUrl = 'https://parley.example.com'
const { issuer, idToken } = await startTokenIssuer()
const server = await createTestApp({ config: { publicUrl, oidc: { issuer, clientId: 'parley' } } })
const { pool } = server.database
let count = 0
const newEmail = () => `person-${++count}@example.com`
const password = 'a password for this org'

async function invite(org: TestOrg, fields: object = {}): Promise<ReplyBody & { email: string; token: string }> {
  const made = assertStatus(
    await org.api.post(`${org.path}/invitations`, { email: newEmail(), role: 'viewer', ...fields }),
    201,
  )
  return { ...made, token: made.link.split('#')[1] }
}

const accept = (body: object) => server.anyone.post('/auth/accept-invitation', { password, ...body })
const review = (token: unknown) => server.anyone.post('/auth/review-invitation', { token })
const membersOf = async (org: TestOrg): Promise<ReplyBody[]> =>
  assertStatus(await org.api.get(`${org.path}/members`), 200).data

test('a person without an account chooses a password and is signed in with the invited role', async () => {
  const org = await server.org()
  const agent = assertStatus(await org.api.post(`${org.path}/agents`, { name: 'Boats' }), 201).id
  const { email, token } = await invite(org, { role: 'frontDesk', agentIds: [agent], name: 'Robin' })
  assert.deepEqual(
    { ...assertStatus(await review(token), 200), expiresAt: '' },
    {
      org: { id: org.id, name: `${(await org.api.get(org.path)).body.name}` },
      ...{ email, name: 'Robin', role: 'frontDesk', account: 'new', expiresAt: '' },
    },
  )
  const joined = assertStatus(await accept({ token, name: 'Robin Reed' }), 200)
  assert.deepEqual(
    [joined.user.email, joined.user.name, joined.org],
    [email, 'Robin Reed', { id: org.id, role: 'frontDesk' }],
  )
  const [member] = await membersOf(org)
  assert.deepEqual([member?.email, member?.role, member?.agentIds], [email, 'frontDesk', [agent]])
  const me = assertStatus(await server.anyone.as(joined.token).get('/me'), 200)
  assert.equal(me.org.role, 'frontDesk')
  assertStatus(await server.anyone.post('/auth/sign-in', { email, password }), 200)
  assert.deepEqual(assertStatus(await org.api.get(`${org.path}/invitations`), 200).data, [])
  const [entry] = assertStatus(await org.api.get(`${org.path}/audit-log?q=Join`), 200).data
  assert.deepEqual([entry.actor.id, entry.path], [joined.user.id, '/auth/accept-invitation'])
})

test('links that are unknown, used, withdrawn, replaced or expired all get the same answer', async () => {
  const org = await server.org()
  const [used, withdrawn, replaced, expired, superseded] = (await Promise.all(
    Array.from({ length: 5 }, () => invite(org)),
  )) as [ReplyBody, ReplyBody, ReplyBody, ReplyBody, ReplyBody]
  const at = ({ id }: ReplyBody) => `${org.path}/invitations/${id}`
  assertStatus(await accept({ token: used.token }), 200)
  assertStatus(await org.api.del(at(withdrawn)), 204)
  assertStatus(await org.api.post(`${at(replaced)}/_resend`), 200)
  await pool.query("update invitations set expires_at = now() - interval '1 second' where id = $1", [expired.id])
  assertStatus(await org.api.post(`${org.path}/members`, { email: superseded.email, role: 'viewer' }), 201)
  const unknown = [`inv_${'x'.repeat(43)}`, '', 'inv_', used.id, '\u0000', 'é'.repeat(100)]
  const tokens = [...[used, withdrawn, replaced, expired, superseded].map(({ token }) => token), ...unknown]
  const answers = new Set<string>()
  for (const token of tokens) {
    for (const reply of [await accept({ token }), await review(token)]) {
      if (token === '\u0000' && reply.status === 422) continue
      assertProblem(reply, 404, 'auth.invitation_invalid')
      answers.add(JSON.stringify({ ...reply.body, requestId: '' }))
    }
  }
  assert.equal(answers.size, 1)
})

test('a malformed request is refused and leaves the invitation as it is', async () => {
  const org = await server.org()
  const { token } = await invite(org)
  const wrong: [object, string][] = [
    [{ token, password: 'short' }, 'password'],
    [{ token, password: null }, 'password'],
    [{ token, password: 'x'.repeat(300) }, 'password'],
    [{ token: null }, 'token'],
    [{ token: 'x'.repeat(300) }, 'token'],
    [{ token, name: '' }, 'name'],
    [{ token, role: 'owner' }, 'role'],
    [{ token, email: 'mine@example.com' }, 'email'],
  ]
  for (const [body, field] of wrong) assertProblem(await accept(body), 422, 'request.invalid', field)
  assertStatus(await accept({ token }), 200)
})

test('of twenty people who accept one invitation at once, one joins', async () => {
  const org = await server.org()
  const { token, email } = await invite(org)
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => accept({ token, password: `password number ${index}` })),
  )
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array.from({ length: 19 }, () => 404)])
  assert.equal((await membersOf(org)).length, 1)
  const winner = replies.findIndex(({ status }) => status === 200)
  const signIn = { email, password: `password number ${winner}`, org: org.id }
  assertStatus(await server.anyone.post('/auth/sign-in', signIn), 200)
})

test('an existing account must prove itself, keeps its name and its passwords, and joins with one of its own', async () => {
  const [org, other] = [await server.org(), await server.org()]
  const member = await server.member(other, 'editor')
  const { token } = await invite(org, { email: member.email.toUpperCase(), name: 'Somebody Else' })
  assert.equal(assertStatus(await review(token), 200).account, 'existing')
  assertProblem(await accept({ token, name: 'Mallory' }), 401, 'auth.unauthenticated')
  assertProblem(await accept({ token, accountPassword: 'a guess' }), 401, 'auth.unauthenticated')
  assert.deepEqual(await membersOf(org), [])
  const joined = assertStatus(await accept({ token, accountPassword: testPassword, name: 'Mallory' }), 200)
  assert.equal(joined.user.id, member.userId)
  assert.equal(joined.user.name, undefined)
  const signIn = (org: TestOrg, password: string) =>
    server.anyone.post('/auth/sign-in', { email: member.email, password, org: org.id })
  for (const [where, own, foreign] of [
    [org, password, testPassword],
    [other, testPassword, password],
  ] as const) {
    assertStatus(await signIn(where, own), 200)
    assertProblem(await signIn(where, foreign), 401, 'auth.unauthenticated')
  }
  assertStatus(await member.get(other.path), 200)
  assertProblem(await server.anyone.as(joined.token).get(other.path), 404, 'resource.not_found')
})

test('an account without a password in any org cannot be taken over by its invitation', async () => {
  const [org, other] = [await server.org(), await server.org()]
  const email = newEmail()
  assertStatus(await other.api.post(`${other.path}/members`, { email, role: 'owner' }), 201)
  const { token } = await invite(org, { email })
  for (const accountPassword of ['', password, testPassword])
    assertProblem(await accept({ token, accountPassword }), 401, 'auth.unauthenticated')
  assert.deepEqual(await membersOf(org), [])
})

test('guesses of the password of an existing account are slowed down', async () => {
  const [org, other] = [await server.org(), await server.org()]
  const member = await server.member(other, 'editor')
  const { token } = await invite(org, { email: member.email })
  const statuses = []
  for (let guess = 0; guess < 11; guess++)
    statuses.push((await accept({ token, accountPassword: `guess ${guess}` })).status)
  assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 401), 429])
})

test('the issuer accepts an invitation of the email that it proves, and of no other', async () => {
  const org = await server.org()
  const { email, token } = await invite(org, { role: 'editor' })
  const signIn = async (claims: object, body: object = {}) =>
    server.anyone.post('/auth/sign-in', { idToken: await idToken(claims), ...body })
  assertProblem(await signIn({ email: newEmail() }), 401, 'auth.unauthenticated')
  assertProblem(await signIn({ email, email_verified: false }), 401, 'auth.unauthenticated')
  assertProblem(await signIn({ email }, { org: (await server.org()).id }), 401, 'auth.unauthenticated')
  const joined = assertStatus(await signIn({ email: email.toUpperCase() }), 200)
  assert.deepEqual(joined.org, { id: org.id, role: 'editor' })
  assertProblem(await accept({ token }), 404, 'auth.invitation_invalid')
  assert.equal((await membersOf(org)).length, 1)
})

test('a member of an org joins another through the issuer only if they sign in to that one', async () => {
  const [org, other] = [await server.org(), await server.org()]
  const member = await server.member(other, 'editor')
  await invite(org, { email: member.email })
  const signIn = async (body: object = {}) =>
    assertStatus(
      await server.anyone.post('/auth/sign-in', { idToken: await idToken({ email: member.email }), ...body }),
      200,
    )
  assert.equal((await signIn()).org.id, other.id)
  assert.deepEqual(await membersOf(org), [])
  assert.equal((await signIn({ org: org.id })).org.id, org.id)
  assert.equal((await membersOf(org)).length, 1)
})

test('an ID token that is used directly accepts nothing', async () => {
  const org = await server.org()
  const { email } = await invite(org)
  const direct = server.anyone.as(await idToken({ email }))
  assertProblem(await direct.get(org.path), 401, 'auth.unauthenticated')
  assert.deepEqual(await membersOf(org), [])
})
