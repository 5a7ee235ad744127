import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid, assertRefusedUnchanged, createTestAgent } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertStatus } from '../../testing/client.ts'
import { builtInCatalog } from '../catalogs/index.ts'

const server = await createTestApp()
const templateId = '@svc/personality.warm-receptionist'
const template = builtInCatalog.find('personality-templates', templateId)

test('without a personality all three fields of the diff are null', async () => {
  const agent = await createTestAgent(server)
  const diff = assertStatus(await agent.get('/personality/diff'), 200)
  assert.deepEqual(diff, { current: null, baseline: null, divergence: null })
})

test('a personality that was written by hand has no baseline, and every field diverges', async () => {
  const agent = await createTestAgent(server)
  const current = { description: 'Short', text: 'Speak briefly.' }
  assert.deepEqual(assertStatus(await agent.put('/personality', current), 200), current)
  const diff = assertStatus(await agent.get('/personality/diff'), 200)
  assert.deepEqual(diff, { current, baseline: null, divergence: { description: true, text: true } })
})

test('an imported personality shows its origin; the diff shows the changes since the import, and PUT preserves the origin', async () => {
  const agent = await createTestAgent(server)
  const words = { description: template?.description, text: template?.promptFragment }
  const imported = { ...words, derivedFrom: { templateId, version: template?.version } }
  assert.deepEqual(assertStatus(await agent.post('/personality/import', { templateId }), 200), imported)
  assert.deepEqual((await agent.get('/personality/diff')).body, {
    current: imported,
    baseline: words,
    divergence: { description: false, text: false },
  })
  const changed = {
    ...words,
    text: 'Otherwise.',
    derivedFrom: { templateId: '@svc/personality.forged', version: '9.0.0' },
  }
  const { derivedFrom, text } = assertStatus(await agent.put('/personality', changed), 200)
  assert.deepEqual([derivedFrom, text], [imported.derivedFrom, 'Otherwise.'])
  const { divergence } = assertStatus(await agent.get('/personality/diff'), 200)
  assert.deepEqual(divergence, { description: false, text: true })
})

test('PUT replaces the personality: an omitted description is removed; an empty text means no personality', async () => {
  const agent = await createTestAgent(server)
  await agent.put('/personality', { description: 'Short', text: 'Speak briefly.' })
  assert.deepEqual(assertStatus(await agent.put('/personality', { text: 'Anew.' }), 200), { text: 'Anew.' })
  assert.deepEqual(assertStatus(await agent.put('/personality', { text: '' }), 200), { text: '' })
  assert.equal((await agent.get('/personality/diff')).body.current, null)
})

test('a body without text, with wrong types or unknown fields returns 422 naming the field', async () => {
  const agent = await createTestAgent(server)
  assertStatus(await agent.put('/personality', { text: 'Stays.' }), 200)
  await assertInvalid(agent, '/personality', {}, 'text')
  await assertInvalid(agent, '/personality', { text: null }, 'text')
  await assertInvalid(agent, '/personality', { text: 7, description: [], tone: 'x' }, 'text', 'description', 'tone')
  await assertInvalid(agent, '/personality', { text: 'x'.repeat(20_001) }, 'text')
  await assertInvalid(agent, '/personality', { text: 'x', description: 'x'.repeat(1001) }, 'description')
})

const imports = [
  '/personality/import',
  '/playbooks/import',
  '/guardrails/import',
  '/objectives/import',
  '/apply-template',
]
for (const path of imports) {
  test(`POST ${path} returns 404 for an unknown template or one of another kind, and 422 for a missing or mistyped id`, async () => {
    const agent = await createTestAgent(server)
    for (const templateId of ['@svc/personality.nobody', '@svc/skill.offer-times', 'x', '__proto__', 'constructor']) {
      await assertRefusedUnchanged(agent, () => agent.post(path, { templateId }), [404, 'resource.not_found'])
    }
    for (const body of [{}, { templateId: null }, { templateId: 7 }, { templateId: '' }, { templateId: ['a'] }]) {
      await assertRefusedUnchanged(agent, () => agent.post(path, body), [422, 'request.invalid', 'templateId'])
    }
    const more = { templateId, version: '1.0.0' }
    await assertRefusedUnchanged(agent, () => agent.post(path, more), [422, 'request.invalid', 'version'])
    const viewer = await server.key({ id: agent.orgId, path: `/orgs/${agent.orgId}`, api: agent.client }, [
      'agents:write',
    ])
    const { body } = await agent.by(viewer).post(path, { templateId })
    assert.equal(body.code, 'auth.scope_missing')
  })
}
