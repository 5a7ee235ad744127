import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp, testPassword } from '../../testing/app.ts'
import { assertProblem, assertStatus } from '../../testing/client.ts'

const server = await createTestApp()
const org = await server.org()
const keys = `${org.path}/api-keys`
const members = `${org.path}/members`

test('GET of the org returns id, name, features and products to any token of it', async () => {
  const read = assertStatus(await (await server.key(org, ['messages:read'])).get(org.path), 200)
  assert.deepEqual([read.id, read.features, read.products], [org.id, [], []])
  assert.ok(read.name && read.createdAt && read.updatedAt)
})

test('PATCH of the org changes the fields it contains, and null clears them', async () => {
  const changed = assertStatus(
    await org.api.patch(org.path, { name: 'Kayaks', description: 'Boats', timeZone: 'Europe/Lisbon' }),
    200,
  )
  assert.deepEqual([changed.name, changed.description, changed.timeZone], ['Kayaks', 'Boats', 'Europe/Lisbon'])
  const cleared = assertStatus(await org.api.patch(org.path, { description: null }), 200)
  assert.deepEqual([cleared.name, cleared.description, cleared.timeZone], ['Kayaks', undefined, 'Europe/Lisbon'])
})

test('PATCH of the org without an editable field returns 400, with any other field 422, and changes nothing', async () => {
  const before = (await org.api.get(org.path)).text
  assertProblem(await org.api.patch(org.path, {}), 400, 'request.malformed')
  for (const field of ['features', 'products', 'id', 'createdAt', 'plan']) {
    assertProblem(await org.api.patch(org.path, { name: 'New', [field]: 'x' }), 422, 'request.invalid', field)
  }
  for (const timeZone of ['Mars/Olympus', '+01:00', '', 7])
    assertProblem(await org.api.patch(org.path, { timeZone }), 422, 'request.invalid', 'timeZone')
  assertProblem(await org.api.patch(org.path, { name: '  ' }), 422, 'request.invalid', 'name')
  assert.equal((await org.api.get(org.path)).text, before)
})

test('only the create response contains the raw key, and the server stores its hash', async () => {
  const made = assertStatus(
    await org.api.post(keys, { name: 'CI', description: 'pipeline', scopes: ['agents:read'] }),
    201,
  )
  assert.match(made.key, /^sk-svc-[0-9A-Za-z]{32}$/)
  assert.ok(made.key.startsWith(made.prefix))
  assert.deepEqual(made.scopes, ['agents:read', 'catalogs:read'])
  const [read, list] = [await org.api.get(`${keys}/${made.id}`), await org.api.get(keys)]
  for (const reply of [read, list]) assert.ok(!reply.text.includes(made.key) && !reply.text.includes('"key"'))
  const { rows } = await server.database.pool.query('select * from api_keys where id = $1', [made.id])
  assert.ok(!JSON.stringify(rows).includes(made.key))
})

test('a key without scopes gets the read scopes, and an unknown scope returns 422', async () => {
  const { key } = assertStatus(await org.api.post(keys, { name: 'Reader' }), 201)
  const me = assertStatus(await server.anyone.as(key).get('/me'), 200)
  assert.deepEqual(me.scopes, ['agents:read', 'people:read', 'knowledge:read', 'messages:read', 'catalogs:read'])
  assertProblem(
    await org.api.post(keys, { name: 'x', scopes: ['agents:everything'] }),
    422,
    'request.invalid',
    'scopes[0]',
  )
  assertProblem(await org.api.post(keys, { scopes: ['agents:read'] }), 422, 'request.invalid', 'name')
})

test('a key with an expiry in the past is refused, and an expired key returns 401', async () => {
  assertProblem(
    await org.api.post(keys, { name: 'x', expiresAt: '2001-01-01T00:00:00Z' }),
    422,
    'request.invalid',
    'expiresAt',
  )
  assertProblem(await org.api.post(keys, { name: 'x', expiresAt: 'tomorrow' }), 422, 'request.invalid', 'expiresAt')
  const key = await server.key(org, ['agents:read'], { expiresAt: new Date(Date.now() + 60_000).toISOString() })
  assertStatus(await key.get('/me'), 200)
  await server.database.pool.query("update api_keys set expires_at = now() - interval '1 ms' where id = $1", [key.id])
  assertProblem(await key.get('/me'), 401, 'auth.unauthenticated')
})

test('changed scopes and a revocation apply from the very next call', async () => {
  const key = await server.key(org, ['agents:write'])
  assertStatus(await key.post(`${org.path}/agents`, { name: 'A' }), 201)
  const changed = assertStatus(
    await org.api.patch(`${keys}/${key.id}`, { scopes: ['agents:read'], description: 'narrow' }),
    200,
  )
  assert.deepEqual([changed.scopes, 'key' in changed], [['agents:read', 'catalogs:read'], false])
  assertProblem(await key.post(`${org.path}/agents`, { name: 'A' }), 403, 'auth.scope_missing')
  assertStatus(await org.api.del(`${keys}/${key.id}`), 204)
  assertProblem(await key.get('/me'), 401, 'auth.unauthenticated')
  assertProblem(await org.api.get(`${keys}/${key.id}`), 404, 'resource.not_found')
  assertProblem(await org.api.del(`${keys}/${key.id}`), 404, 'resource.not_found')
})

test('lastUsedAt appears once a key has been used', async () => {
  const key = await server.key(org, ['agents:read'])
  assert.equal((await org.api.get(`${keys}/${key.id}`)).body.lastUsedAt, undefined)
  await key.get('/me')
  for (let tries = 0; tries < 100; tries++) {
    if ((await org.api.get(`${keys}/${key.id}`)).body.lastUsedAt) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  assert.fail('lastUsedAt never appeared')
})

test('/me returns caller, org, role and expanded scopes for a key, a user and a system operator', async () => {
  const key = await server.key(org, ['people:write'])
  const me = assertStatus(await key.get('/me'), 200)
  assert.deepEqual(me.caller, { kind: 'user', id: key.id })
  assert.deepEqual([me.org.id, me.org.role, me.isSysop, me.rateLimit], [org.id, 'editor', false, null])
  assert.deepEqual(me.scopes, ['people:read', 'people:write', 'people:export', 'catalogs:read'])
  const owner = await server.member(org, 'owner')
  const user = assertStatus(await owner.get('/me'), 200)
  assert.deepEqual(
    [user.caller.id, user.org.role, user.scopes.includes('org:admin'), user.scopes.includes('integrations:journey')],
    [owner.userId, 'owner', true, false],
  )
  assert.equal(assertStatus(await server.system.get('/me'), 200).isSysop, true)
})

test('a member can sign in to the requested org or the one joined first, and nowhere else', async () => {
  const other = await server.org()
  const member = await server.member(org, 'editor')
  const there = { email: member.email, role: 'viewer', password: testPassword }
  assertStatus(await other.api.post(`${other.path}/members`, there), 201)
  const { email } = member
  const first = assertStatus(await server.anyone.post('/auth/sign-in', { email, password: testPassword }), 200)
  assert.deepEqual(
    [first.org, first.user],
    [
      { id: org.id, role: 'editor' },
      { id: member.userId, email },
    ],
  )
  assert.ok(Date.parse(first.expiresAt) > Date.now())
  const second = assertStatus(
    await server.anyone.post('/auth/sign-in', { email: email.toUpperCase(), password: testPassword, org: other.id }),
    200,
  )
  assert.deepEqual(second.org, { id: other.id, role: 'viewer' })
  assertProblem(await server.anyone.as(second.token).get(org.path), 404, 'resource.not_found')
  assertProblem(
    await server.anyone.post('/auth/sign-in', { email, password: testPassword, org: (await server.org()).id }),
    401,
    'auth.unauthenticated',
  )
})

test('an unknown account, a wrong password and an account without one get the same response', async () => {
  const member = await server.member(org, 'viewer')
  await org.api.post(members, { email: 'nopassword@example.com', role: 'viewer' })
  const attempts = [
    { email: member.email, password: 'wrong' },
    { email: 'nobody@example.com', password: testPassword },
    { email: 'nopassword@example.com', password: testPassword },
  ]
  const replies = await Promise.all(attempts.map((attempt) => server.anyone.post('/auth/sign-in', attempt)))
  for (const reply of replies) assertProblem(reply, 401, 'auth.unauthenticated')
  assert.equal(new Set(replies.map((reply) => JSON.stringify({ ...reply.body, requestId: '' }))).size, 1)
})

test('repeated failures of one account from one address are rate limited, even for the right password; others are not', async () => {
  const [victim, other] = [await server.member(org, 'viewer'), await server.member(org, 'viewer')]
  const wrong = { email: victim.email, password: 'wrong' }
  const attempt = () => server.anyone.post('/auth/sign-in', wrong)
  const start = performance.now()
  const replies = await Promise.all(Array.from({ length: 25 }, attempt))
  const checked = replies.filter(({ status }) => status === 401).length
  // Ten at once, and ten a minute after that: password checks take long on a busy machine.
  const allowed = 10 + Math.ceil((performance.now() - start) / 6_000)
  assert.ok(checked >= 10 && checked <= allowed, `${checked} of 25 passwords were checked`)
  let last = replies.at(-1)
  for (let extra = 0; last?.status !== 429 && extra < 10; extra++) last = await attempt()
  const reply = await server.anyone.post('/auth/sign-in', { email: victim.email, password: testPassword })
  assertProblem(reply, 429, 'request.rate_limited')
  assert.ok(Number(reply.headers['retry-after']) >= 1)
  assertStatus(await server.anyone.post('/auth/sign-in', { email: other.email, password: testPassword }), 200)
})

test('a sign-in with an empty body returns 422 and names the email address and the password', async () => {
  for (const field of ['email', 'password'])
    assertProblem(await server.anyone.post('/auth/sign-in', {}), 422, 'request.invalid', field)
})

test('a session ends with a new password or a removal, and a new role applies immediately', async () => {
  const member = await server.member(org, 'editor')
  const path = `${members}/${member.userId}`
  assertStatus(await org.api.patch(path, { role: 'viewer' }), 200)
  assert.equal((await member.get('/me')).body.org.role, 'viewer')
  assertStatus(await org.api.patch(path, { password: 'another pass phrase' }), 200)
  assertProblem(await member.get('/me'), 401, 'auth.unauthenticated')
  const { token } = assertStatus(
    await server.anyone.post('/auth/sign-in', { email: member.email, password: 'another pass phrase' }),
    200,
  )
  assertStatus(await server.anyone.as(token).get('/me'), 200)
  assertStatus(await org.api.del(path), 204)
  assertProblem(await server.anyone.as(token).get('/me'), 401, 'auth.unauthenticated')
  assertProblem(await org.api.get(path), 404, 'resource.not_found')
})

test('a forged session token returns 401: other claims, another signature, no algorithm', async () => {
  const member = await server.member(org, 'viewer')
  const [header, payload, signature] = (member.token as string).split('.') as [string, string, string]
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const none = encode({ alg: 'none', typ: 'JWT' })
  const forged = [
    `${header}.${encode({ ...claims, org: 'other' })}.${signature}`,
    `${header}.${payload}.${signature.slice(1)}A`,
    `${header}.${payload}.`,
    `${none}.${payload}.`,
    `${none}.${payload}.${signature}`,
  ]
  for (const token of forged) assertProblem(await server.anyone.as(token).get('/me'), 401, 'auth.unauthenticated')
})

test('the last owner can be neither demoted nor removed, one of two can', async () => {
  const own = await server.org()
  const [first, second] = [await server.member(own, 'owner'), await server.member(own, 'owner')]
  const path = (userId: string) => `${own.path}/members/${userId}`
  assertStatus(await own.api.patch(path(first.userId), { role: 'admin' }), 200)
  assertProblem(await own.api.patch(path(second.userId), { role: 'viewer' }), 409, 'org.last_owner')
  assertProblem(await own.api.del(path(second.userId)), 409, 'org.last_owner')
  assert.equal((await second.get('/me')).body.org.role, 'owner')
})

test('two owners who demote each other concurrently leave one owner', async () => {
  const own = await server.org()
  const owners = [await server.member(own, 'owner'), await server.member(own, 'owner')]
  const replies = await Promise.all(
    owners.map(({ userId }) => own.api.patch(`${own.path}/members/${userId}`, { role: 'viewer' })),
  )
  assert.deepEqual(replies.map((reply) => reply.status).sort(), [200, 409])
})

test('a member is added once, and an account of another org keeps its email, name and password there', async () => {
  const other = await server.org()
  const member = await server.member(org, 'viewer')
  const { email } = member
  assertProblem(await org.api.post(members, { email, role: 'admin' }), 409, 'resource.conflict')
  const there = { email, role: 'owner', name: 'Mine', password: 'the password there' }
  assert.equal(assertStatus(await other.api.post(`${other.path}/members`, there), 201).name, undefined)
  const path = `${other.path}/members/${member.userId}`
  for (const change of [{ email: 'mine@example.com' }, { name: 'Mine' }, { name: null, password: 'taken over now' }])
    assertProblem(await other.api.patch(path, change), 409, 'resource.conflict')
  assertStatus(await other.api.patch(path, { password: 'another one there' }), 200)
  assertStatus(await member.get('/me'), 200)
  const signIn = (password: string, to: string) => server.anyone.post('/auth/sign-in', { email, password, org: to })
  assertStatus(await signIn(testPassword, org.id), 200)
  assertStatus(await signIn('another one there', other.id), 200)
  for (const [password, to] of [
    [testPassword, other.id],
    ['the password there', other.id],
    ['another one there', org.id],
    ['taken over now', other.id],
  ] as const)
    assertProblem(await signIn(password, to), 401, 'auth.unauthenticated')
})

test('a PATCH of a member with the body of its GET works, also for a member of another org', async () => {
  const other = await server.org()
  const member = await server.member(org, 'viewer')
  assertStatus(await org.api.patch(`${members}/${member.userId}`, { name: 'A Member' }), 200)
  assertStatus(await other.api.post(`${other.path}/members`, { email: member.email, role: 'editor' }), 201)
  for (const [api, path] of [
    [org.api, `${members}/${member.userId}`],
    [other.api, `${other.path}/members/${member.userId}`],
  ] as const) {
    const { updatedAt: _, ...read } = assertStatus(await api.get(path), 200)
    const { updatedAt, ...written } = assertStatus(await api.patch(path, { ...read, updatedAt: 'long ago' }), 200)
    assert.deepEqual(written, read)
    assert.match(updatedAt, /^\d{4}-/)
  }
})

test('each field of a member is validated', async () => {
  assertProblem(
    await org.api.post(members, { email: 'no', role: 'king', password: 'short', extra: 1 }),
    422,
    'request.invalid',
    'email',
    'role',
    'password',
    'extra',
  )
  assertProblem(await org.api.post(members, {}), 422, 'request.invalid', 'email', 'role')
})

test('keys and members of one org return 404 through another', async () => {
  const other = await server.org()
  const [key, member] = [await server.key(org, ['agents:read']), await server.member(org, 'viewer')]
  for (const reply of [
    await other.api.get(`${other.path}/api-keys/${key.id}`),
    await other.api.patch(`${other.path}/api-keys/${key.id}`, { scopes: ['org:admin'] }),
    await other.api.del(`${other.path}/api-keys/${key.id}`),
    await other.api.patch(`${other.path}/members/${member.userId}`, { role: 'owner' }),
    await other.api.del(`${other.path}/members/${member.userId}`),
  ])
    assertProblem(reply, 404, 'resource.not_found')
  assertStatus(await key.get('/me'), 200)
})

test('an existing org and a missing one get the same response for a stranger', async () => {
  const other = await server.org()
  for (const path of ['', '/agents', '/agents/x', '/api-keys', '/members']) {
    const [real, ghost] = [await org.api.get(other.path + path), await org.api.get(`/orgs/ghost${path}`)]
    assert.deepEqual({ ...real.body, requestId: '' }, { ...ghost.body, requestId: '' })
  }
})

test('a system operator can create an org with a key, list it and delete it with everything it owned', async () => {
  const made = assertStatus(
    await server.system.post('/system/orgs', { name: 'Müller & Söhne', timeZone: 'Europe/Berlin' }),
    201,
  )
  assert.deepEqual([made.org.id, made.org.timeZone], ['muller-sohne', 'Europe/Berlin'])
  const api = server.anyone.as(made.apiKey)
  const scopes = assertStatus(await api.get('/me'), 200).scopes
  assert.deepEqual([scopes.includes('org:admin'), scopes.includes('integrations:journey')], [true, false])
  await api.post('/orgs/muller-sohne/agents', { name: 'A' })
  await api.post('/orgs/muller-sohne/members', { email: 'gone@example.com', role: 'owner', password: testPassword })
  assert.ok((await server.system.get('/system/orgs')).body.data.some(({ id }: { id: string }) => id === 'muller-sohne'))
  assertStatus(await server.system.del('/system/orgs/muller-sohne'), 204)
  assertProblem(await api.get('/me'), 401, 'auth.unauthenticated')
  assertProblem(
    await server.anyone.post('/auth/sign-in', { email: 'gone@example.com', password: testPassword }),
    401,
    'auth.unauthenticated',
  )
  const { rows } = await server.database.pool.query(
    "select 1 from agents where org_id = 'muller-sohne' union all select 1 from users where email = 'gone@example.com'",
  )
  assert.equal(rows.length, 0)
  assertProblem(await server.system.del('/system/orgs/muller-sohne'), 404, 'resource.not_found')
})

test('an existing org id returns 409, and an org with an existing name gets another id', async () => {
  assertProblem(await server.system.post('/system/orgs', { id: org.id, name: 'x' }), 409, 'resource.conflict')
  for (const id of ['Has Space', 'system', '', 'ü'])
    assertProblem(await server.system.post('/system/orgs', { id, name: 'x' }), 422, 'request.invalid', 'id')
  const ids = []
  for (let count = 0; count < 5; count++)
    ids.push(assertStatus(await server.system.post('/system/orgs', { name: 'Twin' }), 201).org.id)
  assert.equal(new Set(ids).size, 5)
  assert.deepEqual(ids.slice(0, 3), ['twin', 'twin-2', 'twin-3'])
})

test('a user marked as system operator has access to /system, and loses it when the mark is removed', async () => {
  const member = await server.member(org, 'viewer')
  assertProblem(await member.get('/system/orgs'), 404, 'resource.not_found')
  assertStatus(await server.system.post('/system/operators', { email: member.email }), 201)
  assertStatus(await member.get('/system/orgs'), 200)
  assert.equal((await member.get('/me')).body.isSysop, true)
  assert.ok(
    (await server.system.get('/system/operators')).body.data.some(({ id }: { id: string }) => id === member.userId),
  )
  assertStatus(await server.system.del(`/system/operators/${member.userId}`), 204)
  assertProblem(await member.get('/system/orgs'), 404, 'resource.not_found')
  assertProblem(
    await server.system.post('/system/operators', { email: 'nobody@example.com' }),
    404,
    'resource.not_found',
  )
})

test('a system key can be created, listed without its value, and revoked with immediate effect', async () => {
  const made = assertStatus(await server.system.post('/system/keys'), 201)
  assert.match(made.key, /^sk-sys-/)
  const second = server.anyone.as(made.key)
  assertStatus(await second.get('/system/orgs'), 200)
  const list = await server.system.get('/system/keys')
  assert.ok(list.body.data.some(({ id }: { id: string }) => id === made.id) && !list.text.includes(made.key))
  assertStatus(await server.system.del(`/system/keys/${made.id}`), 204)
  assertProblem(await second.get('/system/orgs'), 401, 'auth.unauthenticated')
  assertProblem(await server.system.del(`/system/keys/${made.id}`), 404, 'resource.not_found')
})

test('a signed-in user can change their own password: other sessions end, and the response contains a new one', async () => {
  const member = await server.member(org, 'viewer')
  const { email } = member
  const change = { currentPassword: testPassword, newPassword: 'an even longer phrase' }
  assertProblem(
    await member.post('/auth/password', { ...change, currentPassword: 'wrong' }),
    422,
    'request.invalid',
    'currentPassword',
  )
  assertProblem(
    await member.post('/auth/password', { ...change, newPassword: 'short' }),
    422,
    'request.invalid',
    'newPassword',
  )
  assertProblem(await org.api.post('/auth/password', change), 404, 'resource.not_found')
  const changed = assertStatus(await member.post('/auth/password', change), 200)
  assertProblem(await member.get('/me'), 401, 'auth.unauthenticated')
  assert.equal((await server.anyone.as(changed.token).get('/me')).body.caller.id, member.userId)
  assertProblem(
    await server.anyone.post('/auth/sign-in', { email, password: testPassword }),
    401,
    'auth.unauthenticated',
  )
  assertStatus(await server.anyone.post('/auth/sign-in', { email, password: change.newPassword }), 200)
})

test('rolling a key makes a new one with the same scopes, and ends the old one at once or at its time', async () => {
  const request = { name: 'CI', description: 'Builds', scopes: ['agents:write'], expiresAt: '2099-01-01T00:00:00.000Z' }
  const made = assertStatus(await org.api.post(keys, request), 201)
  const isValid = async (key: string) => (await server.client(key).get('/me')).status === 200
  const rolled = assertStatus(await org.api.post(`${keys}/${made.id}/_roll?overlapMinutes=60`), 201)
  assert.deepEqual(
    [rolled.name, rolled.description, rolled.scopes, rolled.expiresAt],
    [made.name, made.description, made.scopes, made.expiresAt],
  )
  assert.equal(rolled.replaced.id, made.id)
  assert.equal(assertStatus(await org.api.get(`${keys}/${made.id}`), 200).expiresAt, rolled.replaced.expiresAt)
  assert.deepEqual([await isValid(made.key), await isValid(rolled.key)], [true, true])
  const again = assertStatus(await org.api.post(`${keys}/${rolled.id}/_roll`), 201)
  assert.deepEqual(again.replaced, { id: rolled.id })
  assert.deepEqual([await isValid(rolled.key), await isValid(again.key)], [false, true])
  assertProblem(await org.api.post(`${keys}/${rolled.id}/_roll`), 404, 'resource.not_found')
  assertProblem(
    await org.api.post(`${keys}/${again.id}/_roll?overlapMinutes=x`),
    422,
    'request.invalid',
    'overlapMinutes',
  )
  const other = await server.org()
  assertProblem(await other.api.post(`${other.path}/api-keys/${again.id}/_roll`), 404, 'resource.not_found')
})

test('an org has a default country, from its locale when it is created, and PATCH changes it', async () => {
  const made = (body: object) => server.system.post('/system/orgs', { name: 'Boats', ...body })
  assert.equal(assertStatus(await made({ locale: 'de-AT' }), 201).org.defaultCountry, 'AT')
  assert.equal(assertStatus(await made({ locale: 'de-AT', defaultCountry: 'ch' }), 201).org.defaultCountry, 'CH')
  assert.equal(assertStatus(await made({ locale: 'de' }), 201).org.defaultCountry, undefined)
  assertProblem(await made({ locale: 'not a locale' }), 422, 'request.invalid', 'locale')
  assert.equal(assertStatus(await org.api.patch(org.path, { defaultCountry: 'fr' }), 200).defaultCountry, 'FR')
  for (const defaultCountry of ['', 'XX', 'DEU', 7])
    assertProblem(await org.api.patch(org.path, { defaultCountry }), 422, 'request.invalid', 'defaultCountry')
  assert.equal(assertStatus(await org.api.patch(org.path, { defaultCountry: null }), 200).defaultCountry, undefined)
})
