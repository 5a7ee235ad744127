import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createApi, createServices } from '../../app.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertProblem, assertStatus, createTestClient } from '../../testing/client.ts'
import { builtInCatalog, builtInContent } from './built-in.ts'
import { catalogKinds, createCatalog } from './catalog.ts'

const server = await createTestApp()
const org = await server.org()
const encoded = encodeURIComponent

for (const kind of catalogKinds) {
  test(`GET /catalogs/${kind} returns its kind and all its entries`, async () => {
    const body = assertStatus(await org.api.get(`/catalogs/${kind}`), 200)
    assert.deepEqual(body, { kind, data: JSON.parse(JSON.stringify(builtInCatalog.list(kind))) })
  })

  test(`GET of a ${kind} entry by its percent-encoded id returns the same entry as the list`, async () => {
    for (const entry of builtInCatalog.list(kind)) {
      const body = assertStatus(await org.api.get(`/catalogs/${kind}/${encoded(entry.id)}`), 200)
      assert.deepEqual(body, JSON.parse(JSON.stringify(entry)))
    }
  })
}

const missing = [
  '/catalogs/agents',
  '/catalogs/skills',
  '/catalogs/constructor',
  '/catalogs/__proto__',
  `/catalogs/nope/${encoded('@svc/tool.google-calendar')}`,
  '/catalogs/tools/nope',
  '/catalogs/tools/constructor',
  `/catalogs/tools/${encoded('@svc/tool.nothing')}`,
  `/catalogs/tools/${encoded('@svc/agent.dental-practice')}`,
  '/catalogs/tools/@svc/tool.google-calendar',
]
for (const path of missing) {
  test(`GET ${path} returns 404`, async () => {
    assertProblem(await org.api.get(path), 404, 'resource.not_found')
  })
}

test('any scope, every org and system operators can read catalogs', async () => {
  const other = await server.org()
  const narrow = await server.key(other, ['messages:read'])
  const viewer = await server.member(org, 'viewer')
  for (const client of [narrow, viewer, other.api, server.system]) {
    const { text } = await client.get('/catalogs/agent-templates')
    assert.equal(text, (await org.api.get('/catalogs/agent-templates')).text)
  }
})

test('catalogs cannot be read without a token, with an emulator grant or with a key limited to journeys', async () => {
  const agent = assertStatus(await org.api.post(`${org.path}/agents`, { name: 'Front desk' }), 201)
  const { token } = assertStatus(await org.api.post(`${org.path}/agents/${agent.id}/emulator-sessions`), 201)
  const journey = await server.key(org, ['integrations:journey'])
  for (const path of ['/catalogs/tools', '/catalogs/tools/nope', '/catalogs/nope']) {
    assertProblem(await server.anyone.get(path), 401, 'auth.unauthenticated')
    assertProblem(await server.anyone.as(token).get(path), 403, 'auth.emulator_grant.forbidden')
    assertProblem(await journey.get(path), 403, 'auth.scope_missing')
  }
})

test('catalogs are read-only', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    assertProblem(await org.api.call(method, '/catalogs/tools', {}), 404, 'resource.not_found')
})

test('an API created with a newer catalog serves that catalog', async () => {
  const [first, ...rest] = builtInContent['personality-templates']
  const catalog = createCatalog({
    ...builtInContent,
    'personality-templates': [{ ...first!, version: '1.1.0' }, ...rest],
  })
  const upgraded = createApi(createServices({ ...server.context, catalog }))
  after(() => upgraded.close())
  const { key } = await server.key(org, ['agents:read'])
  const path = `/catalogs/personality-templates/${encoded(first!.id)}`
  assert.equal(assertStatus(await createTestClient(upgraded, key).get(path), 200).version, '1.1.0')
  assert.equal(assertStatus(await org.api.get(path), 200).version, first!.version)
})
