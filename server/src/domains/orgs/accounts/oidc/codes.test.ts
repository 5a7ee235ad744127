import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { stillWorld } from '../../../../platform/world.ts'
import { createTestApp, type TestApp } from '../../../../testing/app.ts'
import { assertProblem, assertStatus } from '../../../../testing/client.ts'
import { issuerClientSecret, startIssuer } from '../../../../testing/issuer.ts'

/** The browser flow: an authorization code with PKCE, redeemed by the server. */

const publicUrl = 'https://parley.example.com'
const redirectUri = `${publicUrl}/sign-in`
const issuer = await startIssuer(redirectUri)
after(() => issuer.close())

const lines: string[] = []
const log = pino(
  { level: 'trace' },
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  }),
)

const appOf = (client: { clientId: string; clientSecret?: string }) =>
  createTestApp({ log, config: { publicUrl, oidc: { issuer: issuer.url, ...client } } })

const server = await appOf({ clientId: 'parley' })
const org = await server.org()
const member = await server.member(org, 'editor')

type Begun = { clientId?: string; email?: string }

/** Acts as a sign-in page: stores the verifier and nonce, and returns with a code. */
async function comeBack({ clientId = 'parley', email = member.email }: Begun = {}) {
  const codeVerifier = randomBytes(32).toString('base64url')
  const nonce = randomBytes(16).toString('base64url')
  const url = new URL(`${issuer.url}/auth`)
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'openid email',
    state: 'kept by the page',
    nonce,
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  issuer.email = email
  const code = (await issuer.browse(url)).get('code') ?? assert.fail('the issuer gave no code')
  return { code, codeVerifier, nonce }
}

const signIn = (body: object, at: TestApp = server) => at.anyone.post('/auth/sign-in', body)

test('/auth/methods returns where a browser starts the sign-in', async () => {
  assert.deepEqual(assertStatus(await server.anyone.get('/auth/methods'), 200), {
    password: true,
    openId: {
      authorizationEndpoint: `${issuer.url}/auth`,
      clientId: 'parley',
      redirectUri,
      name: new URL(issuer.url).host,
    },
  })
})

test('without an issuer only the password method exists, and a code returns 401', async () => {
  const plain = await createTestApp()
  assert.deepEqual(assertStatus(await plain.anyone.get('/auth/methods'), 200), { password: true })
  assertProblem(await signIn(await comeBack(), plain), 401, 'auth.unauthenticated')
})

test('an unreachable issuer is not listed as a method, and is asked again next time', async () => {
  const late = await appOf({ clientId: 'parley' })
  issuer.down = true
  assert.deepEqual(assertStatus(await late.anyone.get('/auth/methods'), 200), { password: true })
  issuer.down = false
  assert.equal(assertStatus(await late.anyone.get('/auth/methods'), 200).openId.clientId, 'parley')
  issuer.down = true
  const remembered = await late.anyone.get('/auth/methods')
  issuer.down = false
  assert.equal(assertStatus(remembered, 200).openId.clientId, 'parley')
})

test('a code gives a session of the member whose email it proves, in the org joined first or the chosen one', async () => {
  const other = await server.org()
  await other.api.post(`${other.path}/members`, { email: member.email, role: 'viewer' })
  const first = assertStatus(await signIn(await comeBack()), 200)
  assert.deepEqual(
    [first.user, first.org],
    [
      { id: member.userId, email: member.email },
      { id: org.id, role: 'editor' },
    ],
  )
  assert.equal((await server.anyone.as(first.token).get('/me')).body.caller.id, member.userId)
  const second = assertStatus(await signIn({ ...(await comeBack()), org: other.id }), 200)
  assert.deepEqual(second.org, { id: other.id, role: 'viewer' })
})

test('a code can be used once', async () => {
  const cameBack = await comeBack()
  assertStatus(await signIn(cameBack), 200)
  assertProblem(await signIn(cameBack), 401, 'auth.unauthenticated')
})

const refused: [what: string, body: () => Promise<object>][] = [
  ['that was never given out', async () => ({ ...(await comeBack()), code: 'never' })],
  ['of another client', () => comeBack({ clientId: 'another' })],
  ['with another verifier', async () => ({ ...(await comeBack()), codeVerifier: 'v'.repeat(43) })],
  ['with another nonce', async () => ({ ...(await comeBack()), nonce: 'another' })],
  ['of a user who is not a member', () => comeBack({ email: 'stranger@example.com' })],
  ['for an org that is not theirs', async () => ({ ...(await comeBack()), org: (await server.org()).id })],
]
for (const [what, body] of refused) {
  test(`a code ${what} returns 401`, async () => {
    assertProblem(await signIn(await body()), 401, 'auth.unauthenticated')
  })
}

test('a code returns 401 while the issuer is down, and the same code works when it is back', async () => {
  const cameBack = await comeBack()
  issuer.down = true
  const reply = await signIn(cameBack)
  issuer.down = false
  assertProblem(reply, 401, 'auth.unauthenticated')
  assertStatus(await signIn(cameBack), 200)
})

test('an invalid verifier is named in the refusal', async () => {
  const cameBack = { code: 'any', codeVerifier: 'too short', nonce: 'n' }
  assertProblem(await signIn(cameBack), 422, 'request.invalid', 'codeVerifier')
})

test('a confidential client authenticates with its secret; neither the secret nor a code is logged', async () => {
  const client = { clientId: 'confidential', clientSecret: issuerClientSecret }
  const [trusted, impostor] = [await appOf(client), await appOf({ ...client, clientSecret: 'another' })]
  const own = await trusted.member(await trusted.org(), 'viewer')
  const cameBack = await comeBack({ clientId: 'confidential', email: own.email })
  assertProblem(await signIn(cameBack, impostor), 401, 'auth.unauthenticated')
  assertStatus(await signIn(cameBack, trusted), 200)
  assert.ok(lines.some((line) => line.includes('"reason":"invalid_client"')))
  for (const secret of [issuerClientSecret, cameBack.code, cameBack.codeVerifier]) {
    assert.ok(!lines.some((line) => line.includes(secret)))
  }
})

test('failed codes from one address are rate limited', async () => {
  const oidc = { issuer: issuer.url, clientId: 'parley' }
  const limited = await createTestApp({ world: stillWorld('2030-01-31T09:00:00Z'), config: { oidc } })
  const wrong = { code: 'wrong', codeVerifier: 'v'.repeat(43), nonce: 'n' }
  const replies = await Promise.all(Array.from({ length: 101 }, () => signIn(wrong, limited)))
  const counts = [401, 429].map((status) => replies.filter((reply) => reply.status === status).length)
  assert.deepEqual(counts, [100, 1])
})
