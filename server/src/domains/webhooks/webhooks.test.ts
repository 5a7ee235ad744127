import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../testing/client.ts'
import { builtInCatalog } from '../catalogs/index.ts'

const server = await createTestApp()
const org = await server.org()
const hooks = `${org.path}/webhooks`
const url = 'https://example.com/hook'
const create = async (body: object = {}) => assertStatus(await org.api.post(hooks, { url, ...body }), 201)

test('a webhook is by default active and subscribed to nothing, and its secret is shown once', async () => {
  const { signingSecret, ...made } = await create({ description: 'Mine' })
  assert.match(signingSecret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  const { id, createdAt } = made
  const signingSecretPrefix = signingSecret.slice(0, 11)
  assert.deepEqual(made, {
    ...{ id, url, events: [], active: true, description: 'Mine', signingSecretPrefix },
    ...{ createdAt, updatedAt: createdAt },
  })
  assert.deepEqual(assertStatus(await org.api.get(`${hooks}/${id}`), 200), made)
  const { data } = assertStatus(await org.api.get(hooks), 200)
  assert.deepEqual(data[0], made)
  const stored = await server.database.pool.query('select secret from webhooks where id = $1', [id])
  assert.ok(!stored.rows[0].secret.toString('latin1').includes(signingSecret))
})

test('every event of the catalog can be subscribed to, once', async () => {
  const events = builtInCatalog.list('webhook-events').map(({ id }) => id)
  const made = await create({ events: [...events, ...events] })
  assert.deepEqual(made.events, events)
})

test('URL, events, description and active state can be changed independently', async () => {
  const { id } = await create({ description: 'Mine', events: ['agent.created'] })
  const patch = async (body: object) => assertStatus(await org.api.patch(`${hooks}/${id}`, body), 200)
  assert.equal((await patch({ url: 'https://example.com/other' })).url, 'https://example.com/other')
  assert.deepEqual((await patch({ events: [] })).events, [])
  assert.equal((await patch({ description: null })).description, undefined)
  const { active, deactivation } = await patch({ active: false })
  assert.deepEqual([active, deactivation], [false, undefined], 'what an admin has paused was not deactivated by us')
  assert.equal((await patch({ active: true })).url, 'https://example.com/other')
})

test('writing a webhook back as it was read changes nothing', async () => {
  const { id, signingSecret: _, ...made } = await create({ description: 'Mine', events: ['agent.created'] })
  const path = `${hooks}/${id}`
  const read = assertStatus(await org.api.get(path), 200)
  for (const body of [read, {}, { ...read, lastDeliveryAt: 'never', deactivation: null, orgId: 'other' }]) {
    assert.deepEqual(assertStatus(await org.api.patch(path, body), 200), read)
  }
  const { id: copied, description } = assertStatus(await org.api.post(hooks, read), 201)
  assert.deepEqual([copied === id, description], [false, made.description])
})

test('spaces around a URL are trimmed', async () => {
  assert.equal((await create({ url: ` ${url}\n` })).url, url)
})

test('a rotation returns a new secret and its prefix', async () => {
  const { id, signingSecret } = await create()
  const rotated = assertStatus(await org.api.post(`${hooks}/${id}/_rotate`), 200)
  assert.notEqual(rotated.signingSecret, signingSecret)
  const { signingSecretPrefix } = assertStatus(await org.api.get(`${hooks}/${id}`), 200)
  assert.equal(signingSecretPrefix, rotated.signingSecret.slice(0, 11))
})

const refused: [why: string, body: object, field: string][] = [
  ['no address', {}, 'url'],
  ['what is no address', { url: 'not a url' }, 'url'],
  ['another scheme', { url: 'ftp://example.com' }, 'url'],
  ['credentials in it', { url: 'https://me:secret@example.com' }, 'url'],
  ['a longer one', { url: `https://example.com/${'x'.repeat(2000)}` }, 'url'],
  ['an unknown event', { url, events: ['person.created', 'person.sneezed'] }, 'events[1]'],
  ['an event that is not a string', { url, events: [5] }, 'events[0]'],
  ['no list', { url, events: 'agent.created' }, 'events'],
  ['no truth', { url, active: 'yes' }, 'active'],
  ['a long description', { url, description: 'x'.repeat(1001) }, 'description'],
  ['a secret of their own', { url, signingSecret: 'whsec_' }, 'signingSecret'],
  // ALLOW_PRIVATE_NETWORK is off here, which is the default.
  ['plain http', { url: 'http://example.com' }, 'url'],
  ['this very host', { url: 'https://127.0.0.1/' }, 'url'],
  ['its name', { url: 'https://localhost/x' }, 'url'],
  ['its name with a dot', { url: 'https://LocalHost./x' }, 'url'],
  ['a name below it', { url: 'https://api.localhost:8443/x' }, 'url'],
  ['the same, disguised', { url: 'https://0x7f.1/' }, 'url'],
  ['a private network', { url: 'https://[fd00::1]/' }, 'url'],
  ['where clouds keep their keys', { url: 'https://169.254.169.254/latest' }, 'url'],
]
for (const [why, body, field] of refused) {
  test(`a webhook is refused for ${why}`, async () => {
    assertProblem(await org.api.post(hooks, body), 422, 'request.invalid', field)
  })
}

test('a change is refused for the same reasons, and changes nothing', async () => {
  const { id } = await create()
  for (const body of [{ url: 'https://10.0.0.1' }, { url: '' }, { events: ['x.y'] }, { active: 'no' }]) {
    assertProblem(await org.api.patch(`${hooks}/${id}`, body), 422, 'request.invalid')
  }
  assert.equal(assertStatus(await org.api.get(`${hooks}/${id}`), 200).url, url)
})

test('webhooks of another org, and unknown ones, return 404', async () => {
  const { id } = await create()
  const other = await server.org()
  for (const [path, body] of [
    [`/${id}`],
    [`/${id}/deliveries`],
    [`/${id}/deliveries/evt_1`],
    [`/${id}/deliveries/evt_1/_resend`, {}],
    [`/${id}/_rotate`, {}],
    [`/${id}/_test`, {}],
    [`/${id}/_recover`, { since: '2030-01-01T00:00:00Z' }],
  ] as [string, object?][]) {
    const reply = await (body
      ? other.api.post(`${other.path}/webhooks${path}`, body)
      : other.api.get(`${other.path}/webhooks${path}`))
    assertProblem(reply, 404, 'resource.not_found')
    assertProblem(await other.api.get(`${hooks}${path}`), 404, 'resource.not_found')
  }
  assertProblem(await org.api.post(`${hooks}/${id}/deliveries/evt_1/_resend`), 404, 'resource.not_found')
  assertProblem(await other.api.patch(`${other.path}/webhooks/${id}`, { active: false }), 404, 'resource.not_found')
  assertProblem(await other.api.del(`${other.path}/webhooks/${id}`), 404, 'resource.not_found')
  assertStatus(await org.api.get(`${hooks}/${id}`), 200)
})

test('only admins with the scope have access', async () => {
  const key = await server.key(org, ['webhooks:manage'])
  assertStatus(await key.get(hooks), 200)
  assertProblem(await (await server.key(org, ['agents:write'])).get(hooks), 403, 'auth.scope_missing')
  assertProblem(await (await server.member(org, 'editor')).get(hooks), 403, 'auth.forbidden')
  assertStatus(await (await server.member(org, 'admin')).get(hooks), 200)
})

test('a deleted webhook returns 404, and an org has at most 50 webhooks', async () => {
  const own = await server.org()
  const path = `${own.path}/webhooks`
  const made = []
  for (let left = 50; left > 0; left--) made.push(assertStatus(await own.api.post(path, { url }), 201).id)
  assertProblem(await own.api.post(path, { url }), 409, 'resource.conflict')
  assertStatus(await own.api.del(`${path}/${made[0]}`), 204)
  assertProblem(await own.api.get(`${path}/${made[0]}`), 404, 'resource.not_found')
  assertStatus(await own.api.post(path, { url }), 201)
  const page = assertStatus(await own.api.get(`${path}?limit=30`), 200)
  const rest = assertStatus(await own.api.get(`${path}?limit=30&pageToken=${page.nextPageToken}`), 200)
  assert.equal(new Set([...page.data, ...rest.data].map(({ id }) => id)).size, 50)
})

const events = async (own: typeof org, query = ''): Promise<ReplyBody> =>
  assertStatus(await own.api.get(`${own.path}/webhook-events${query}`), 200)

test('the recent events of an org are listed newest first, in pages, by name and since a time, without any webhook', async () => {
  const own = await server.org()
  const { id: agentId } = assertStatus(await own.api.post(`${own.path}/agents`, { name: 'Front desk' }), 201)
  const people = `${own.path}/agents/${agentId}/people`
  const { id: personId } = assertStatus(await own.api.post(people, { firstName: 'Ada' }), 201)
  assertStatus(await own.api.del(`${people}/${personId}`), 204)
  const { data } = await events(own)
  const named = (all: ReplyBody[]) => all.map(({ type }) => type)
  const [newest, second] = data
  assert.deepEqual(named([newest, second]).toSorted(), ['person.created', 'person.deleted'])
  assert.ok(newest.timestamp >= second.timestamp)
  const created = data.find(({ type }: ReplyBody) => type === 'person.created')
  assert.deepEqual(created.data, { agentId, personId })
  assert.deepEqual(Object.keys(created), ['id', 'type', 'timestamp', 'orgId', 'data'])
  assert.equal(created.orgId, own.id)
  const first = await events(own, '?limit=1')
  assert.deepEqual(first.data, [newest])
  assert.deepEqual((await events(own, `?limit=1&pageToken=${first.nextPageToken}`)).data, [second])
  assert.deepEqual(named((await events(own, '?type=agent.created')).data), ['agent.created'])
  assert.deepEqual((await events(own, '?type=person.sneezed')).data, [])
  const since = new Date(Date.parse(newest.timestamp) + 1).toISOString()
  assert.deepEqual((await events(own, `?start=${since}`)).data, [])
  assert.equal((await events(own, `?start=${second.timestamp}`)).data[0].id, newest.id)
  for (const query of ['start=yesterday', 'limit=0', 'pageToken=x', 'kind=x', `type=${'x'.repeat(101)}`])
    assertProblem(await own.api.get(`${own.path}/webhook-events?${query}`), 422, 'request.invalid')
})

test('events are those of the own org, for admins with the scope', async () => {
  const [own, other] = [await server.org(), await server.org()]
  const { id } = assertStatus(await own.api.post(`${own.path}/agents`, { name: 'Secret plans' }), 201)
  assert.ok(!JSON.stringify(await events(other)).includes(id))
  const token = (await events(own, '?limit=1')).nextPageToken
  if (token) assert.ok(!JSON.stringify(await events(other, `?pageToken=${token}`)).includes(id))
  const path = `${own.path}/webhook-events`
  assertProblem(await other.api.get(path), 404, 'resource.not_found')
  assertProblem(await (await server.key(own, ['agents:write'])).get(path), 403, 'auth.scope_missing')
  assertProblem(await (await server.member(own, 'editor')).get(path), 403, 'auth.forbidden')
  assertStatus(await (await server.key(own, ['webhooks:manage'])).get(path), 200)
})
