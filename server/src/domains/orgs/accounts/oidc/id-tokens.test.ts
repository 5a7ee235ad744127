import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateKeyPair } from 'jose'
import { createTestApp } from '../../../../testing/app.ts'
import { assertProblem, assertStatus } from '../../../../testing/client.ts'
import { type Claims, startTokenIssuer } from './testing/id-tokens.ts'

const { issuer, idToken } = await startTokenIssuer()
const stranger = await generateKeyPair('RS256')
const server = await createTestApp({ config: { oidc: { issuer, clientId: 'parley' } } })
const org = await server.org()
const member = await server.member(org, 'editor')

test('an ID token of the issuer gives a session of the member whose email it proves', async () => {
  const user = server.anyone.as(await idToken({ email: member.email }))
  const me = assertStatus(await user.get('/me'), 200)
  assert.deepEqual([me.caller.id, me.org.id, me.org.role], [member.userId, org.id, 'editor'])
})

test('an ID token can be exchanged for a session in a chosen org', async () => {
  const other = await server.org()
  await other.api.post(`${other.path}/members`, { email: member.email, role: 'viewer' })
  const signed = assertStatus(
    await server.anyone.post('/auth/sign-in', { idToken: await idToken({ email: member.email }), org: other.id }),
    200,
  )
  assert.deepEqual(signed.org, { id: other.id, role: 'viewer' })
  assertStatus(await server.anyone.as(signed.token).get(other.path), 200)
})

const refused: [what: string, claims: Claims][] = [
  ['of a user who is not a member', { email: 'nobody@example.com' }],
  ['without an email', {}],
  ['whose email is not verified', { email: member.email, email_verified: false }],
  ['for another audience', { email: member.email, aud: 'other' }],
  ['of another issuer', { email: member.email, iss: 'https://elsewhere.example.com' }],
  ['that has expired', { email: member.email, seconds: -120 }],
  ['signed with a key that is not published', { email: member.email, key: stranger.privateKey }],
]
for (const [what, claims] of refused) {
  test(`an ID token ${what} returns 401`, async () => {
    const token = await idToken(claims)
    assertProblem(await server.anyone.as(token).get('/me'), 401, 'auth.unauthenticated')
    assertProblem(await server.anyone.post('/auth/sign-in', { idToken: token }), 401, 'auth.unauthenticated')
  })
}

test('without a configured issuer every ID token is refused', async () => {
  const plain = await createTestApp()
  assertProblem(await plain.anyone.as(await idToken({ email: member.email })).get('/me'), 401, 'auth.unauthenticated')
})
