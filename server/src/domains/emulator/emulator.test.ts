import assert from 'node:assert/strict'
import { test } from 'node:test'
import { realWorld } from '../../platform/world.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertProblem, assertStatus } from '../../testing/client.ts'

let skipped = 0
const server = await createTestApp({ world: { ...realWorld, now: () => new Date(Date.now() + skipped) } })
const org = await server.org()
const agent = `${org.path}/agents/${assertStatus(await org.api.post(`${org.path}/agents`, { name: 'Front desk' }), 201).id}`

test('creating a link returns a v2. token once, and its session names the org and the agent', async () => {
  const link = assertStatus(await org.api.post(`${agent}/emulator-links`, { label: 'Lobby' }), 201)
  assert.match(link.token, /^v2\./)
  assert.equal(link.label, 'Lobby')
  assert.ok(link.url.endsWith(`/emulator#${link.token}`))
  const session = assertStatus(await server.anyone.as(link.token).get('/emulator/session'), 200)
  assert.deepEqual([session.org.id, session.agent.name, session.expiresAt], [org.id, 'Front desk', undefined])
  const list = await org.api.get(`${agent}/emulator-links`)
  assert.ok(list.body.data.some(({ id }: { id: string }) => id === link.id))
  assert.ok(!list.text.includes(link.token))
})

test('an emulator session returns a v1. token that expires after two hours', async () => {
  const sitting = assertStatus(await org.api.post(`${agent}/emulator-sessions`), 201)
  assert.match(sitting.token, /^v1\./)
  const grant = server.anyone.as(sitting.token)
  assert.equal(assertStatus(await grant.get('/emulator/session'), 200).expiresAt, sitting.expiresAt)
  skipped = 2 * 3_600_000 - 120_000
  assertStatus(await grant.get('/emulator/session'), 200)
  skipped = 2 * 3_600_000 + 1_000
  assertProblem(await grant.get('/emulator/session'), 401, 'auth.unauthenticated')
  skipped = 0
})

test('a deleted link stops working immediately, and deleting it again returns 404', async () => {
  const link = assertStatus(await org.api.post(`${agent}/emulator-links`, {}), 201)
  assertStatus(await org.api.del(`${agent}/emulator-links/${link.id}`), 204)
  assertProblem(await server.anyone.as(link.token).get('/emulator/session'), 401, 'auth.unauthenticated')
  assertProblem(await org.api.del(`${agent}/emulator-links/${link.id}`), 404, 'resource.not_found')
})

test('a grant gives access to nothing else: every other route, including /me and unknown paths, returns 403', async () => {
  const { token } = assertStatus(await org.api.post(`${agent}/emulator-sessions`), 201)
  const grant = server.anyone.as(token)
  for (const path of [agent, org.path, '/me', '/system/orgs', `${agent}/emulator-links`, `${agent}/people`, '/nope']) {
    assertProblem(await grant.get(path), 403, 'auth.emulator_grant.forbidden')
  }
})

test('an API key has no emulator session', async () => {
  assertProblem(await org.api.get('/emulator/session'), 404, 'resource.not_found')
})

test('a label has at most 200 characters', async () => {
  assertProblem(
    await org.api.post(`${agent}/emulator-links`, { label: 'x'.repeat(201) }),
    422,
    'request.invalid',
    'label',
  )
})
