import assert from 'node:assert/strict'
import { test } from 'node:test'
import { realWorld } from '../../../platform/world.ts'
import { createTestApp, type TestOrg } from '../../../testing/app.ts'
import { assertProblem, assertStatus, type TestClient } from '../../../testing/client.ts'
import { startTokenIssuer } from './oidc/testing/id-tokens.ts'

/**
 * Organizations do not trust each other: nothing that one does to an account gives access to another
 * (docs/threat-model.md).
 */

const { issuer, idToken } = await startTokenIssuer()
// The clock advances only with calls, so that no budget refills on a slow machine.
let at = Date.now()
const world = { ...realWorld, now: () => new Date(at++) }
const server = await createTestApp({ world, config: { oidc: { issuer, clientId: 'parley' } } })
/** Its admin tries to impersonate a user of another organization. */
const hostile = await server.org()
const trusted = await server.org()
const known = 'known to the hostile org'
const own = 'known to the trusted org'

let made = 0
const newEmail = () => `victim-${++made}@example.com`

type Added = { email: string; password?: string; role?: string }

async function add(org: TestOrg, { email, password, role = 'viewer' }: Added): Promise<string> {
  const body = { email, role, ...(password && { password }) }
  return assertStatus(await org.api.post(`${org.path}/members`, body), 201).id
}

const signIn = (body: object) => server.anyone.post('/auth/sign-in', body)
const entered = async (body: object): Promise<TestClient> =>
  server.anyone.as(assertStatus(await signIn(body), 200).token)
const orgsOf = async (client: TestClient): Promise<string[]> =>
  assertStatus(await client.get('/auth/orgs'), 200).data.map(({ id }: { id: string }) => id)
const memberPath = (org: TestOrg, userId: string) => `${org.path}/members/${userId}`

/** Asserts that this password gives no access to the trusted organization by any route. */
async function assertShutOut(email: string, password: string) {
  assertProblem(await signIn({ email, password, org: trusted.id }), 401, 'auth.unauthenticated')
  const { token, org } = assertStatus(await signIn({ email, password }), 200)
  assert.equal(org.id, hostile.id)
  const client = server.anyone.as(token)
  assert.deepEqual(await orgsOf(client), [hostile.id])
  assertProblem(await client.post('/auth/switch', { org: trusted.id }), 404, 'resource.not_found')
  assertProblem(await client.get(trusted.path), 404, 'resource.not_found')
}

const orders: [title: string, ...added: [org: TestOrg, password?: string][]][] = [
  ['made the account', [hostile, known], [trusted, own]],
  ['made the account, and the other gives no password', [hostile, known], [trusted]],
  ['adds one that the other made', [trusted, own], [hostile, known]],
  ['adds one that the other made without a password', [trusted], [hostile, known]],
]
for (const [title, ...added] of orders) {
  test(`a password that one org has set gives no access to another org: it ${title}`, async () => {
    const email = newEmail()
    for (const [org, password] of added) await add(org, { email, password })
    await assertShutOut(email, known)
  })
}

test('a password that one org sets later gives no access to another org either', async () => {
  const email = newEmail()
  const userId = await add(trusted, { email, password: own })
  await add(hostile, { email })
  const victim = await entered({ email, password: own })
  assertStatus(await hostile.api.patch(memberPath(hostile, userId), { password: known }), 200)
  await assertShutOut(email, known)
  assertStatus(await victim.get(trusted.path), 200)
  assertStatus(await signIn({ email, password: own }), 200)
})

test('a sign-in without an org enters the first of the three earliest joined orgs that has this password', async () => {
  const email = newEmail()
  const orgs = [hostile, trusted, await server.org(), await server.org()]
  for (const [n, org] of orgs.entries()) await add(org, { email, password: `the password ${n}` })
  const places = []
  for (const n of orgs.keys()) places.push((await signIn({ email, password: `the password ${n}` })).body.org?.id)
  assert.deepEqual(places, [...orgs.slice(0, 3).map(({ id }) => id), undefined])
  assertStatus(await signIn({ email, password: 'the password 3', org: orgs[3]?.id }), 200)
})

test('an org without a password is skipped in favor of one with it', async () => {
  const email = newEmail()
  await add(hostile, { email })
  await add(trusted, { email, password: own })
  assert.equal(assertStatus(await signIn({ email, password: own }), 200).org.id, trusted.id)
})

test('a guess at the password of one org counts as a failure even if it matches another org', async () => {
  const email = newEmail()
  await add(trusted, { email, password: own })
  const userId = await add(hostile, { email, password: known })
  const statuses: number[] = []
  for (let n = 0; n < 12; n++) {
    const guess = { password: `the guess number ${n}` }
    assertStatus(await hostile.api.patch(memberPath(hostile, userId), guess), 200)
    statuses.push((await signIn({ email, ...guess })).status)
  }
  assert.deepEqual([statuses[0], statuses.at(-1)], [200, 429])
})

test('an issuer session gives access to every org of the account', async () => {
  const email = newEmail()
  await add(hostile, { email, password: known })
  await add(trusted, { email, password: own, role: 'editor' })
  const client = await entered({ idToken: await idToken({ email }), org: hostile.id })
  for (const reaching of [client, server.anyone.as(await idToken({ email }))]) {
    assert.deepEqual((await orgsOf(reaching)).sort(), [hostile.id, trusted.id].sort())
    const { token, org } = assertStatus(await reaching.post('/auth/switch', { org: trusted.id }), 200)
    assert.deepEqual(org, { id: trusted.id, role: 'editor' })
    const there = server.anyone.as(token)
    assertStatus(await there.get(trusted.path), 200)
    assertStatus(await there.post('/auth/switch', { org: hostile.id }), 200)
  }
})

test('changing the email ends the issuer sessions, because another person may get the address', async () => {
  const [mine, theirs] = [newEmail(), newEmail()]
  const userId = await add(hostile, { email: mine, password: known })
  const [byIssuer, byPassword] = [
    await entered({ idToken: await idToken({ email: mine }) }),
    await entered({ email: mine, password: known }),
  ]
  assertStatus(await hostile.api.patch(memberPath(hostile, userId), { email: mine, name: 'Somebody' }), 200)
  assertStatus(await byIssuer.get('/me'), 200)
  assertStatus(await hostile.api.patch(memberPath(hostile, userId), { email: theirs }), 200)
  assert.equal(await add(trusted, { email: theirs }), userId)
  assertProblem(await byIssuer.get('/me'), 401, 'auth.unauthenticated')
  assertProblem(await byIssuer.post('/auth/switch', { org: trusted.id }), 401, 'auth.unauthenticated')
  assert.deepEqual(await orgsOf(byPassword), [hostile.id])
})

test('an email that is changed while another org adds it gives no one access', async () => {
  for (let round = 0; round < 8; round++) {
    const [email, mine] = [newEmail(), newEmail()]
    const userId = await add(hostile, { email })
    const [, added] = await Promise.all([
      hostile.api.patch(memberPath(hostile, userId), { email: mine }),
      trusted.api.post(`${trusted.path}/members`, { email, role: 'viewer' }),
    ])
    const read = assertStatus(await trusted.api.get(memberPath(trusted, added.body.id)), 200)
    assert.equal(read.email, email)
  }
})

test('two orgs that add a new email concurrently share the account', async () => {
  for (let round = 0; round < 4; round++) {
    const email = newEmail()
    const ids = await Promise.all([add(hostile, { email, password: known }), add(trusted, { email, password: own })])
    assert.equal(ids[0], ids[1])
    await assertShutOut(email, known)
  }
})

test('a stored response of an issuer session is not repeated to a password session', async () => {
  const email = newEmail()
  await add(hostile, { email, password: known })
  await add(trusted, { email })
  const once = { 'idempotency-key': 'switch' }
  const byIssuer = await entered({ idToken: await idToken({ email }), org: hostile.id })
  assertStatus(await byIssuer.post('/auth/switch', { org: trusted.id }, once), 200)
  const byPassword = await entered({ email, password: known, org: hostile.id })
  assertProblem(await byPassword.post('/auth/switch', { org: trusted.id }, once), 404, 'resource.not_found')
})
