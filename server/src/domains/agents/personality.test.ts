import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid, assertRefusedUnchanged, createTestAgent } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertStatus } from '../../testing/client.ts'
import { builtInCatalog } from '../catalogs/index.ts'

const server = await createTestApp()
const templateId = '@svc/personality.warm-receptionist'
const template = builtInCatalog.find('personality-templates', templateId)

test('without a personality all three of the diff are null', async () => {
  const agent = await createTestAgent(server)
  const diff = assertStatus(await agent.get('/personality/diff'), 200)
  assert.deepEqual(diff, { current: null, baseline: null, divergence: null })
})

test('one that was written has no baseline, and every field diverges', async () => {
  const agent = await createTestAgent(server)
  const current = { description: 'Short', text: 'Speak briefly.' }
  assert.deepEqual(assertStatus(await agent.put('/personality', current), 200), current)
  const diff = assertStatus(await agent.get('/personality/diff'), 200)
  assert.deepEqual(diff, { current, baseline: null, divergence: { description: true, text: true } })
})

test('one that was imported says where from; the diff tells what was changed since, and PUT keeps the origin', async () => {
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

test('PUT replaces: a description that is left out is gone; an empty text is no personality', async () => {
  const agent = await createTestAgent(server)
  await agent.put('/personality', { description: 'Short', text: 'Speak briefly.' })
  assert.deepEqual(assertStatus(await agent.put('/personality', { text: 'Anew.' }), 200), { text: 'Anew.' })
  assert.deepEqual(assertStatus(await agent.put('/personality', { text: '' }), 200), { text: '' })
  assert.equal((await agent.get('/personality/diff')).body.current, null)
})

test('a body without text, with wrong types or unknown fields is 422 by its field', async () => {
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
  test(`POST ${path}: an unknown template is 404, one of another kind too; a missing or mistyped id is 422`, async () => {
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
