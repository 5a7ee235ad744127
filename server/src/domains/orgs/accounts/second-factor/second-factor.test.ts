import assert from 'node:assert/strict'
import { test } from 'node:test'
import { realWorld, stillWorld } from '../../../../platform/world.ts'
import { createTestApp, type TestOrg, testPassword } from '../../../../testing/app.ts'
import { assertProblem, assertStatus, type TestClient, type TestReply } from '../../../../testing/client.ts'
import { accountMaintenance } from '../maintenance.ts'
import { startTokenIssuer } from '../oidc/testing/id-tokens.ts'
import { computeHotp, computeTotpStep } from './second-factor.ts'

/** TOTP codes in addition to the password: setup, sign-in, replacement, and removal. */

const { issuer, idToken } = await startTokenIssuer()
const clock = stillWorld('2030-01-31T09:00:00Z')
let made = 0
const world = { ...clock, fetch: realWorld.fetch, newId: (prefix: string) => `${prefix}_${++made}` }
const server = await createTestApp({ world, config: { oidc: { issuer, clientId: 'parley' } } })
const org = await server.org()
const password = testPassword
const path = '/auth/second-factor'
const stepMilliseconds = 30_000

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** Decodes the setup key like an app. */
function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

type Member = Awaited<ReturnType<typeof server.member>>
type WithFactor = Member & { code(off?: number): string; recoveryCodes: string[] }

/** A member's authenticator app, whose clock may be off by some steps. */
const appOf =
  (secret: string) =>
  (off = 0) =>
    computeHotp(bytesOf(secret), computeTotpStep(world.now()) + off)

async function withFactor(place: TestOrg = org, known?: Member): Promise<WithFactor> {
  const member = known ?? (await server.member(place, 'editor'))
  const { secret } = assertStatus(await member.post(path, { password }), 200)
  const code = appOf(secret)
  const { recoveryCodes } = assertStatus(await member.post(`${path}/_confirm`, { code: code() }), 200)
  clock.advance(stepMilliseconds)
  return { ...member, code, recoveryCodes }
}

const signIn = (email: string, more: object = {}): Promise<TestReply> =>
  server.anyone.post('/auth/sign-in', { email, password, org: org.id, ...more })
const assertAsked = (reply: TestReply) => assertProblem(reply, 401, 'auth.second_factor_required')
const isOn = async (client: TestClient) => assertStatus(await client.get(path), 200).enabled

test('enrolling a second factor requires the password, and it is required once a code has confirmed it', async () => {
  const member = await server.member(org, 'editor')
  assert.deepEqual(assertStatus(await member.get(path), 200), { enabled: false })
  assertProblem(await member.post(path, { password: 'another one' }), 422, 'request.invalid', 'password')
  const { secret, otpauthUrl } = assertStatus(await member.post(path, { password }), 200)
  assert.match(secret, /^[A-Z2-7]{32}$/)
  assert.ok(otpauthUrl.includes(`secret=${secret}`))
  assertStatus(await signIn(member.email), 200)
  assertProblem(await member.post(`${path}/_confirm`, { code: '000000' }), 422, 'request.invalid', 'code')
  assert.equal(await isOn(member), false)
  const { recoveryCodes } = assertStatus(await member.post(`${path}/_confirm`, { code: appOf(secret)() }), 200)
  assert.equal(new Set(recoveryCodes).size, 10)
  for (const code of recoveryCodes) assert.match(code, /^([a-z2-7]{4}-){3}[a-z2-7]{4}$/)
  const now = assertStatus(await member.get(path), 200)
  assert.deepEqual([now.enabled, now.recoveryCodesLeft, now.enabledAt], [true, 10, world.now().toISOString()])
  assertAsked(await signIn(member.email))
})

test('enrolling again replaces the secret until one is confirmed, and is refused from then on', async () => {
  const member = await server.member(org, 'editor')
  const first = assertStatus(await member.post(path, { password }), 200)
  const second = assertStatus(await member.post(path, { password }), 200)
  assertProblem(await member.post(`${path}/_confirm`, { code: appOf(first.secret)() }), 422, 'request.invalid', 'code')
  assertStatus(await member.post(`${path}/_confirm`, { code: appOf(second.secret)() }), 200)
  assertProblem(await member.post(path, { password }), 409, 'resource.conflict')
  clock.advance(stepMilliseconds)
  assertProblem(await member.post(`${path}/_confirm`, { code: appOf(second.secret)() }), 422, 'request.invalid', 'code')
})

test('the response asks for a code only after the right password; a wrong password gets the usual refusal', async () => {
  const { email } = await withFactor()
  assertAsked(await signIn(email))
  const wrong = await signIn(email, { password: 'not the one', code: '123456' })
  assertProblem(wrong, 401, 'auth.unauthenticated')
  const nobody = await signIn('nobody@example.com', { code: '123456' })
  const withoutRequestId = ({ body: { requestId: _, ...rest } }: TestReply) => rest
  assert.deepEqual(withoutRequestId(wrong), withoutRequestId(nobody))
})

test('a code of the current, previous or next time step signs in', async () => {
  const { email, code } = await withFactor()
  for (const off of [-1, 0, 1]) {
    clock.advance(3 * stepMilliseconds)
    const { token } = assertStatus(await signIn(email, { code: code(off) }), 200)
    assertStatus(await server.anyone.as(token).get('/me'), 200)
  }
  clock.advance(10 * stepMilliseconds)
  for (const off of [-2, 2]) assertAsked(await signIn(email, { code: code(off) }))
})

test('a code can be used once, and earlier codes become invalid', async () => {
  const { email, code } = await withFactor()
  clock.advance(3 * stepMilliseconds)
  const replies = await Promise.all([1, 2, 3, 4].map(() => signIn(email, { code: code() })))
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 401, 401, 401])
  assertAsked(await signIn(email, { code: code(-1) }))
  clock.advance(stepMilliseconds)
  const spaced = code().replace(/^.../, '$& ')
  assertStatus(await signIn(email, { code: spaced }), 200)
})

test('a recovery code replaces a code once, in any spelling', async () => {
  const { email, recoveryCodes, ...member } = await withFactor()
  const [first, second] = recoveryCodes as [string, string]
  assertStatus(await signIn(email, { code: first }), 200)
  assertAsked(await signIn(email, { code: first }))
  assertStatus(await signIn(email, { code: ` ${second.toUpperCase().replaceAll('-', ' ')}` }), 200)
  assert.equal(assertStatus(await member.get(path), 200).recoveryCodesLeft, 8)
  assertAsked(await signIn(email, { code: (await withFactor()).recoveryCodes[0] }))
})

test('enabling the second factor ends every other session, and the current one continues', async () => {
  const member = await server.member(org, 'editor')
  const other = server.anyone.as(assertStatus(await signIn(member.email), 200).token)
  await withFactor(org, member)
  assertProblem(await other.get('/me'), 401, 'auth.unauthenticated')
  assertStatus(await member.get('/me'), 200)
})

test('removing the second factor requires the password and a code or a recovery code', async () => {
  const { email, code, recoveryCodes, ...member } = await withFactor()
  const remove = (body: object) => member.post(`${path}/_remove`, body)
  assertProblem(await remove({ password }), 422, 'request.invalid', 'code')
  assertProblem(await remove({ password: 'x', code: code() }), 422, 'request.invalid', 'password')
  assertProblem(await remove({ password, code: '000000' }), 422, 'request.invalid', 'code')
  assert.equal(await isOn(member), true)
  assertStatus(await remove({ password, code: recoveryCodes[3] }), 204)
  assertStatus(await signIn(email), 200)
  const again = await withFactor(org, { ...member, email, userId: member.userId } as Member)
  assertProblem(await remove({ password, code: recoveryCodes[4] }), 422, 'request.invalid', 'code')
  assertStatus(await remove({ password, code: again.code() }), 204)
})

test('wrong codes are rate limited like passwords, and so is the right code then', async () => {
  const { email, code } = await withFactor()
  const { email: neighbour, ...other } = await withFactor()
  for (let tried = 0; tried < 10; tried++) assertAsked(await signIn(email, { code: '000000' }))
  assertProblem(await signIn(email, { code: code() }), 429, 'request.rate_limited')
  assertStatus(await signIn(neighbour, { code: other.code() }), 200)
  clock.advance(60_000)
  assertStatus(await signIn(email, { code: code() }), 200)
})

test('a second factor belongs to one org: other orgs do not ask for it, and no session without it gets in', async () => {
  const elsewhere = await server.org()
  const member = await server.member(org, 'editor')
  assertStatus(await elsewhere.api.post(`${elsewhere.path}/members`, { email: member.email, role: 'viewer' }), 201)
  await server.database.pool.query(
    `update members set password_hash = (select password_hash from members where user_id = $1 and org_id = $2)
      where user_id = $1`,
    [member.userId, org.id],
  )
  await withFactor(org, member)
  const there = assertStatus(await signIn(member.email, { org: elsewhere.id }), 200)
  const outside = server.anyone.as(there.token)
  assertProblem(await outside.post('/auth/switch', { org: org.id }), 404, 'resource.not_found')
  assert.deepEqual(
    assertStatus(await outside.get('/auth/orgs'), 200).data.map(({ id }: { id: string }) => id),
    [elsewhere.id],
  )
  assertStatus(await member.post('/auth/switch', { org: elsewhere.id }), 200)
})

test('a sign-in through the issuer is not asked for a code, because the issuer has its own second factor', async () => {
  const { email } = await withFactor()
  const entered = await server.anyone.post('/auth/sign-in', {
    idToken: await idToken({ email, seconds: 400_000_000 }),
    org: org.id,
  })
  assertStatus(entered, 200)
})

test('the operator can remove the second factor of a member who lost it, in one org or in all', async () => {
  const { email, ...member } = await withFactor()
  const { db } = server.database
  assert.deepEqual(await accountMaintenance.deleteFactorsByEmail(db, email, 'another'), [])
  assertAsked(await signIn(email))
  assert.deepEqual(await accountMaintenance.deleteFactorsByEmail(db, email.toUpperCase(), undefined), [org.id])
  assertStatus(await signIn(email), 200)
  assert.deepEqual(assertStatus(await member.get(path), 200), { enabled: false })
})

test('a member who is removed and added again has no second factor', async () => {
  const { email, userId } = await withFactor()
  assertStatus(await org.api.del(`${org.path}/members/${userId}`), 204)
  assertStatus(await org.api.post(`${org.path}/members`, { email, role: 'viewer', password }), 201)
  assertStatus(await signIn(email), 200)
})

test('the secret is stored encrypted and recovery codes are stored as hashes', async () => {
  const member = await server.member(org, 'editor')
  const { secret } = assertStatus(await member.post(path, { password }), 200)
  const { recoveryCodes } = assertStatus(await member.post(`${path}/_confirm`, { code: appOf(secret)() }), 200)
  const { rows } = await server.database.pool.query(
    `select encode(secret, 'escape') as kept from second_factors where user_id = $1
     union all select encode(hash, 'escape') from recovery_codes where user_id = $1`,
    [member.userId],
  )
  const stored = rows.map((row: { kept: string }) => row.kept).join(' ')
  for (const secretForm of [secret, bytesOf(secret).toString('hex'), ...recoveryCodes, ...recoveryCodes.map(plain)])
    assert.ok(!stored.includes(secretForm))
  assert.equal(rows.length, 11)
})
const plain = (code: string) => code.replaceAll('-', '')

test('the second factor routes do not exist for keys', async () => {
  assertProblem(await org.api.get(path), 404, 'resource.not_found')
  assertProblem(await org.api.post(path, { password }), 404, 'resource.not_found')
  assertProblem(await org.api.post(`${path}/_confirm`, { code: '1' }), 404, 'resource.not_found')
  assertProblem(await org.api.post(`${path}/_remove`, { password, code: '1' }), 404, 'resource.not_found')
})
