import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../testing/app.ts'
import { assertProblem, assertStatus } from '../../testing/client.ts'

const server = await createTestApp()
const org = await server.org()
const agents = `${org.path}/agents`
const newAgent = async (): Promise<string> =>
  `${agents}/${assertStatus(await org.api.post(agents, { name: 'Agent' }), 201).id}`

test('every response carries its own X-Request-Id', async () => {
  const replies = [
    await org.api.get(agents),
    await org.api.get(`${agents}/nope`),
    await server.anyone.get('/me'),
    await org.api.get('/nope'),
  ]
  const ids = new Set(replies.map((reply) => reply.headers['x-request-id']))
  assert.equal(ids.size, replies.length)
  assert.ok(!ids.has(undefined))
})

const unreadable: [what: string, payload: string | Buffer, contentType: string][] = [
  ['JSON that is cut off', '{"name": "x"', 'application/json'],
  ['JSON with a trailing comma', '{"name": "x",}', 'application/json'],
  ['plain words', 'name', 'application/json'],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 'application/json'],
  ['text/plain', '{"name": "x"}', 'text/plain'],
  ['XML', '<name/>', 'application/xml'],
  ['a form', 'name=x', 'application/x-www-form-urlencoded'],
  ['a tab before the content type', '{"name": "x"}', '\tapplication/json2'],
  ['another charset', '{"name": "x"}', 'application/json; charset=utf-16'],
  ['nesting of 100,000 levels', '['.repeat(100_000) + ']'.repeat(100_000), 'application/json'],
  [
    'nesting inside a field',
    `{"name": "x", "identity": ${'{"a":'.repeat(200)}1${'}'.repeat(200)}}`,
    'application/json',
  ],
]
for (const [what, payload, contentType] of unreadable) {
  test(`${what} is 400 request.malformed and creates nothing`, async () => {
    const before = (await org.api.get(agents)).body.data.length
    assertProblem(await org.api.raw('POST', agents, payload, { 'content-type': contentType }), 400, 'request.malformed')
    assert.equal((await org.api.get(agents)).body.data.length, before)
  })
}

const unstorable: [what: string, payload: string, field: string][] = [
  ['a NUL character', '{"name": "a\\u0000b"}', 'name'],
  ['half of a surrogate pair', '{"name": "a\\ud800b"}', 'name'],
  ['a key with a NUL character', '{"name": "x", "a\\u0000": 1}', 'a�'],
  ['__proto__', '{"name": "x", "__proto__": {"admin": true}}', '__proto__'],
  ['__proto__ further down', '{"name": "x", "identity": {"__proto__": 1}}', 'identity.__proto__'],
  ['a number beyond measure', '{"name": "x", "framework": 1e400}', 'framework'],
  ['an unknown field', '{"name": "x", "colour": "red"}', 'colour'],
  ['an unknown nested field', '{"name": "x", "identity": {"colour": "red"}}', 'identity.colour'],
  ['a list in place of the object', '[1]', 'body'],
  ['null in place of the object', 'null', 'body'],
  ['no body at all', '', 'name'],
]
for (const [what, payload, field] of unstorable) {
  test(`${what} is 422 request.invalid naming ${field}`, async () => {
    assertProblem(
      await org.api.raw('POST', agents, payload, { 'content-type': 'application/json' }),
      422,
      'request.invalid',
      field,
    )
    assert.equal(({} as { admin?: boolean }).admin, undefined)
  })
}

test('a response names all faults of a body at once', async () => {
  const reply = await org.api.post(agents, {
    name: '',
    id: 'No Slug',
    identity: { brandColor: 'blue', contactEmail: 7 },
    extra: 1,
  })
  assertProblem(reply, 422, 'request.invalid', 'name', 'id', 'identity.brandColor', 'identity.contactEmail', 'extra')
})

const unknown = 'is not a known field'
const misspelled: [what: string, body: object, field: string, message: string][] = [
  ['a field', { name: 'x', descripton: 'y' }, 'descripton', `${unknown}; did you mean \`description\`?`],
  ['a nested field', { name: 'x', identity: { brandColour: '#fff' } }, 'identity.brandColour', `${unknown}; did you mean \`brandColor\`?`],
  ['a name like no field', { name: 'x', shoeSize: 43 }, 'shoeSize', unknown],
  ['a name that every object has', { name: 'x', hasOwnProperty: 1 }, 'hasOwnProperty', unknown],
  ['a name with control characters', { name: 'x', 'desc\u0007ription': 1 }, 'desc\u0007ription', `${unknown}; did you mean \`description\`?`],
  ['a huge name', { name: 'x', ['description'.repeat(10_000)]: 1 }, 'description'.repeat(10_000), unknown],
] // biome-ignore format: one table
for (const [what, body, field, message] of misspelled) {
  test(`${what} that is unknown is refused with the nearest known one, if any`, async () => {
    const reply = await org.api.post(agents, body)
    assertProblem(reply, 422, 'request.invalid')
    assert.deepEqual(reply.body.errors, [{ field, message }])
  })
}

test('unknown fields of an entry, of a query, and ten thousand at once name the nearest known ones', async () => {
  const facts = [
    { id: 'a', question: 'A?', answer: 'B' },
    { id: 'b', question: 'A?', anwser: 'B' },
  ]
  const entry = await org.api.put(`${await newAgent()}/knowledge/facts`, { facts })
  const meant = { field: 'facts[1].anwser', message: `${unknown}; did you mean \`answer\`?` }
  assert.deepEqual(entry.body.errors, [{ field: 'facts[1].answer', message: 'is required' }, meant])
  const query = await org.api.get(`${agents}?limt=3`)
  assert.deepEqual(query.body.errors, [{ field: 'limt', message: `${unknown}; did you mean \`limit\`?` }])
  const many = Object.fromEntries(Array.from({ length: 9_999 }, (_, at) => [`nme${at}`, 1]))
  const reply = await org.api.post(agents, { ...many, name: 'x' })
  assertProblem(reply, 422, 'request.invalid', 'nme0')
  assert.equal(reply.body.errors.length, 100)
})

test('a body over the limit is 413 request.too_large', async () => {
  assertProblem(await org.api.post(agents, { name: 'x'.repeat(3_000_000) }), 413, 'request.too_large')
})

test('hostile ids in a path are 404, never a 500', async () => {
  for (const id of ['%00', 'a%00b', '..%2F..', '%F0%9F%98%80', '__proto__', "'%20or%20'1'='1", 'x'.repeat(9000)]) {
    assertProblem(await org.api.get(`${org.path}/api-keys/${id}`), 404, 'resource.not_found')
    assertProblem(await org.api.get(`${agents}/${id}`), 404, 'resource.not_found')
    assertProblem(await server.anyone.get(`${agents}/${id}`), 401, 'auth.unauthenticated')
  }
  assertProblem(await org.api.get(`${org.path}/api-keys/%zz`), 400, 'request.malformed')
})

test('a bad limit or page token is 422 naming it', async () => {
  for (const limit of ['0', '1001', 'many', '1.5', ''])
    assertProblem(await org.api.get(`${agents}?limit=${limit}`), 422, 'request.invalid', 'limit')
  for (const token of ['x', 'bm8', Buffer.from('["2030-01-01","x"]').toString('base64url'), '%00']) {
    assertProblem(await org.api.get(`${agents}?pageToken=${token}`), 422, 'request.invalid', 'pageToken')
  }
  assertProblem(await org.api.get(`${agents}?limt=3`), 422, 'request.invalid', 'limt')
  const forged = Buffer.from(JSON.stringify(['2030-01-01T00:00:00.000Z', "x' or 1=1 --"])).toString('base64url')
  for (const list of [agents, `${org.path}/api-keys`, `${org.path}/members`])
    assertStatus(await org.api.get(`${list}?pageToken=${forged}`), 200)
  const nul = Buffer.from(JSON.stringify(['2030-01-01T00:00:00.000Z', '\u0000'])).toString('base64url')
  assertProblem(await org.api.get(`${agents}?pageToken=${nul}`), 422, 'request.invalid', 'pageToken')
})

test('a list is newest first, and its pages stay exact while rows are added', async () => {
  const fresh = await server.org()
  const path = `${fresh.path}/agents`
  for (let index = 0; index < 5; index++) await fresh.api.post(path, { name: 'A', id: `a-${index}` })
  const first = assertStatus(await fresh.api.get(`${path}?limit=2`), 200)
  assert.deepEqual(
    first.data.map(({ id }: { id: string }) => id),
    ['a-4', 'a-3'],
  )
  await fresh.api.post(path, { name: 'Late', id: 'late' })
  const second = assertStatus(await fresh.api.get(`${path}?limit=2&pageToken=${first.nextPageToken}`), 200)
  const third = assertStatus(await fresh.api.get(`${path}?limit=2&pageToken=${second.nextPageToken}`), 200)
  assert.deepEqual(
    [...second.data, ...third.data].map(({ id }) => id),
    ['a-2', 'a-1', 'a-0'],
  )
  assert.equal(third.nextPageToken, undefined)
})

test('a single resource has an ETag, the same on its read and its write', async () => {
  const path = await newAgent()
  const patched = await org.api.patch(path, { description: 'one' })
  const read = await org.api.get(path)
  assert.ok(read.headers.etag)
  assert.equal(read.headers.etag, patched.headers.etag)
  assert.equal((await org.api.get(path, { 'if-none-match': read.headers.etag as string })).status, 304)
})

test('a write with an outdated If-Match is 412 and changes nothing; without the header the last write wins', async () => {
  const path = await newAgent()
  const stale = (await org.api.get(path)).headers.etag as string
  assertStatus(await org.api.patch(path, { description: 'two' }, { 'if-match': stale }), 200)
  assertProblem(
    await org.api.patch(path, { description: 'three' }, { 'if-match': stale }),
    412,
    'request.precondition_failed',
  )
  assertProblem(await org.api.del(path, { 'if-match': stale }), 412, 'request.precondition_failed')
  assert.equal((await org.api.get(path)).body.description, 'two')
  assertStatus(await org.api.patch(path, { description: 'four' }), 200)
  assertStatus(await org.api.patch(path, { description: 'five' }, { 'if-match': '*' }), 200)
  const fresh = (await org.api.get(path)).headers.etag as string
  assertStatus(await org.api.del(path, { 'if-match': `"other", ${fresh}` }), 204)
})

test('exactly one of twenty concurrent writes with the same If-Match succeeds', async () => {
  const path = await newAgent()
  const etag = (await org.api.get(path)).headers.etag as string
  const writes = Array.from({ length: 20 }, (_, index) =>
    org.api.patch(path, { description: `w${index}` }, { 'if-match': etag }),
  )
  const statuses = (await Promise.all(writes)).map((reply) => reply.status).sort()
  assert.deepEqual(statuses, [200, ...Array(19).fill(412)])
})

test('using a key does not change its ETag', async () => {
  const key = await server.key(org, ['org:admin'])
  const path = `${org.path}/api-keys/${key.id}`
  const before = (await org.api.get(path)).headers.etag as string
  await server.database.pool.query('update api_keys set last_used_at = now() where id = $1', [key.id])
  assertStatus(await key.patch(path, { name: 'Renamed' }, { 'if-match': before }), 200)
})

test('a repeated POST with its Idempotency-Key gets the first answer and creates nothing more', async () => {
  const headers = { 'idempotency-key': 'once' }
  const first = await org.api.post(agents, { name: 'Once' }, headers)
  const again = await org.api.post(agents, { name: 'Once' }, headers)
  assert.deepEqual([again.status, again.text], [201, first.text])
  assert.equal(first.headers['idempotency-replayed'], undefined)
  assert.equal(again.headers['idempotency-replayed'], 'true')
})

test('the same Idempotency-Key with another body is 422, and with another token it is a different key', async () => {
  const headers = { 'idempotency-key': 'twice' }
  await org.api.post(agents, { name: 'Twice' }, headers)
  assertProblem(await org.api.post(agents, { name: 'Other' }, headers), 422, 'request.idempotency_mismatch')
  const other = await server.key(org, ['agents:write'])
  const reply = await other.post(agents, { name: 'Other' }, headers)
  assert.equal(assertStatus(reply, 201).name, 'Other')
  assert.equal(reply.headers['idempotency-replayed'], undefined)
})

test('twelve concurrent POSTs with one Idempotency-Key create one resource', async () => {
  const headers = { 'idempotency-key': 'storm' }
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => org.api.post(agents, { name: 'Storm', id: 'storm' }, headers)),
  )
  assert.deepEqual(new Set(replies.map((reply) => reply.text)).size, 1)
  assert.equal(replies.filter((reply) => reply.headers['idempotency-replayed'] === undefined).length, 1)
})

test('a refusal of the handler is replayed too, but an invalid body is not stored', async () => {
  await org.api.post(agents, { name: 'Taken', id: 'taken' })
  const refused = await org.api.post(agents, { name: 'Taken', id: 'taken' }, { 'idempotency-key': 'refused' })
  assertProblem(refused, 409, 'resource.conflict')
  const again = await org.api.post(agents, { name: 'Taken', id: 'taken' }, { 'idempotency-key': 'refused' })
  assert.deepEqual([again.text, again.headers['idempotency-replayed']], [refused.text, 'true'])
  assertProblem(await org.api.post(agents, {}, { 'idempotency-key': 'invalid' }), 422, 'request.invalid')
  assertStatus(await org.api.post(agents, { name: 'Valid now' }, { 'idempotency-key': 'invalid' }), 201)
})

test('an Idempotency-Key has at most 200 characters', async () => {
  assertStatus(await org.api.post(agents, { name: 'At the bound' }, { 'idempotency-key': 'k'.repeat(200) }), 201)
  assertProblem(
    await org.api.post(agents, { name: 'Over' }, { 'idempotency-key': 'k'.repeat(201) }),
    422,
    'request.invalid',
    'Idempotency-Key',
  )
})

test('an API key created under an Idempotency-Key is not stored in readable form', async () => {
  const made = assertStatus(
    await org.api.post(`${org.path}/api-keys`, { name: 'Sealed' }, { 'idempotency-key': 'sealed' }),
    201,
  )
  const { rows } = await server.database.pool.query(
    "select encode(body, 'escape') as body from idempotency_keys where key = 'sealed'",
  )
  assert.ok(rows[0].body && !rows[0].body.includes(made.key))
})

test('PATCH keeps omitted fields, null clears a field, and read-only fields sent back are ignored', async () => {
  const path = await newAgent()
  await org.api.patch(path, { description: 'kept', identity: { contactEmail: 'a@example.com' } })
  const read = assertStatus(await org.api.get(path), 200)
  assert.deepEqual([read.description, read.identity], ['kept', { contactEmail: 'a@example.com' }])
  const back = assertStatus(
    await org.api.patch(path, { ...read, name: 'Renamed', orgId: 'elsewhere', id: 'elsewhere' }),
    200,
  )
  assert.deepEqual([back.id, back.orgId, back.name, back.description], [read.id, org.id, 'Renamed', 'kept'])
  const cleared = assertStatus(await org.api.patch(path, { description: null, identity: null }), 200)
  assert.deepEqual([cleared.description, cleared.identity], [undefined, undefined])
  assertProblem(await org.api.patch(path, { name: null }), 422, 'request.invalid', 'name')
})
