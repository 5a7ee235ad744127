import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefusedUnchanged, createTestAgent } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../testing/client.ts'
import { builtInCatalog } from '../catalogs/index.ts'

const server = await createTestApp()
const toolId = '@svc/tool.sendgrid-mail'
const path = `/tool-bindings/${encodeURIComponent(toolId)}`
const open = { fromEmail: 'us@example.com' }

test('PUT binds a tool; a required write-only field counts as present once it is stored', async () => {
  const agent = await createTestAgent(server)
  const bound = { toolId, config: open, enabled: true }
  assert.deepEqual(assertStatus(await agent.put(path, { config: open }), 200), {
    ...bound,
    secrets: { apiKey: { set: false } },
    configStatus: { complete: false, missing: ['apiKey'] },
  })
  const complete = {
    ...bound,
    secrets: { apiKey: { set: true, last4: '9f3c' } },
    configStatus: { complete: true, missing: [] },
  }
  assert.deepEqual(assertStatus(await agent.put(path, { config: { ...open, apiKey: 'SG.abcdef9f3c' } }), 200), complete)
  assert.deepEqual(assertStatus(await agent.get(path), 200), complete)
  assert.deepEqual(assertStatus(await agent.get('/tool-bindings'), 200), { data: [complete] })
})

test('PUT replaces the config, PATCH merges into it, null removes a field; secrets change only when they are named', async () => {
  const agent = await createTestAgent(server)
  await agent.put(path, { config: { ...open, fromName: 'Us', apiKey: 'SG.abcdef9f3c' } })
  const patched = assertStatus(await agent.patch(path, { config: { region: 'eu', fromName: null } }), 200)
  assert.deepEqual([patched.config, patched.secrets.apiKey.set], [{ ...open, region: 'eu' }, true])
  const replaced = assertStatus(await agent.put(path, { config: {} }), 200)
  assert.deepEqual([replaced.config, replaced.secrets.apiKey.set], [{}, true])
  assert.deepEqual(replaced.configStatus, { complete: false, missing: ['fromEmail'] })
  const cleared = assertStatus(await agent.patch(path, { config: { apiKey: null, ...open } }), 200)
  assert.deepEqual([cleared.config, cleared.secrets.apiKey], [open, { set: false }])
})

test('a binding can be withheld and offered again; PUT and PATCH keep that state by default', async () => {
  const agent = await createTestAgent(server)
  await agent.put(path, { config: open })
  assert.equal(assertStatus(await agent.post(`${path}/_disable`), 200).enabled, false)
  assert.equal(assertStatus(await agent.put(path, { config: open }), 200).enabled, false)
  assert.equal(assertStatus(await agent.patch(path, {}), 200).enabled, false)
  assert.equal(assertStatus(await agent.post(`${path}/_enable`), 200).enabled, true)
  assert.equal(assertStatus(await agent.patch(path, { enabled: false }), 200).enabled, false)
  assert.deepEqual((await agent.get(path)).body.config, open)
})

test('DELETE returns 204 and clears the secrets: binding the tool again starts without any', async () => {
  const agent = await createTestAgent(server)
  await agent.put(path, { config: { ...open, apiKey: 'SG.abcdef9f3c' } })
  assertStatus(await agent.del(path), 204)
  assertProblem(await agent.get(path), 404, 'resource.not_found')
  assertProblem(await agent.del(path), 404, 'resource.not_found')
  assert.deepEqual(assertStatus(await agent.put(path, { config: open }), 200).secrets, { apiKey: { set: false } })
})

test('an unknown tool and one that is not bound return 404 on every route', async () => {
  const agent = await createTestAgent(server)
  for (const id of ['@svc/tool.nowhere', '@svc/playbook.front-desk', 'x', '__proto__']) {
    const unknown = `/tool-bindings/${encodeURIComponent(id)}`
    await assertRefusedUnchanged(agent, () => agent.put(unknown, { config: {} }), [404, 'resource.not_found'])
  }
  for (const call of [
    () => agent.get(path),
    () => agent.patch(path, { config: open }),
    () => agent.del(path),
    () => agent.post(`${path}/_enable`),
    () => agent.post(`${path}/_disable`),
  ]) {
    assertProblem(await call(), 404, 'resource.not_found')
  }
})

test('a tool id that is not percent-encoded is a different path', async () => {
  assertProblem(
    await (await createTestAgent(server)).put(`/tool-bindings/${toolId}`, { config: {} }),
    404,
    'resource.not_found',
  )
})

const faults: [title: string, body: unknown, field: string][] = [
  ['no config', {}, 'config'],
  ['a config that is a list', { config: [] }, 'config'],
  ['another tool', { toolId: '@svc/tool.slack-webhook', config: {} }, 'toolId'],
  ['a field that the tool does not know', { config: { colour: 'canary' } }, 'config.colour'],
  ['no address', { config: { fromEmail: 'canary' } }, 'config.fromEmail'],
  ['an invalid region', { config: { region: 'canary' } }, 'config.region'],
  ['a name of the wrong type', { config: { fromName: 7 } }, 'config.fromName'],
  ['an empty secret', { config: { apiKey: '' } }, 'config.apiKey'],
  ['a secret of the wrong type', { config: { apiKey: { canary: 1 } } }, 'config.apiKey'],
  ['a secret beyond all measure', { config: { apiKey: `canary${'x'.repeat(200)}` } }, 'config.apiKey'],
  ['a switch that is a word', { config: {}, enabled: 'yes' }, 'enabled'],
  ['an unknown field', { config: {}, bogus: 1 }, 'bogus'],
]
for (const [title, body, field] of faults) {
  test(`a binding with ${title} returns 422 at ${field} on PUT and PATCH, and stores no secret`, async () => {
    const agent = await createTestAgent(server)
    const bound = assertStatus(await agent.put(path, { config: open }), 200)
    const methods = field === 'config' && title === 'no config' ? (['put'] as const) : (['put', 'patch'] as const)
    for (const method of methods) {
      const refused = await assertRefusedUnchanged(agent, () => agent[method](path, body), [
        422,
        'request.invalid',
        field,
      ])
      assert.ok(!JSON.stringify(refused).includes('canary'))
      assert.deepEqual((await agent.get(path)).body, bound)
    }
  })
}

test('PUT refuses null for an open field', async () => {
  const agent = await createTestAgent(server)
  const put = () => agent.put(path, { config: { ...open, fromName: null } })
  await assertRefusedUnchanged(agent, put, [422, 'request.invalid', 'config.fromName'])
})

test('every tool of the catalog can be bound with an empty config, and reports the missing fields', async () => {
  const agent = await createTestAgent(server)
  for (const tool of builtInCatalog.list('tools')) {
    const { required = [] } = (tool.configSchema ?? {}) as { required?: string[] }
    const bound: ReplyBody = assertStatus(
      await agent.put(`/tool-bindings/${encodeURIComponent(tool.id)}`, { config: {} }),
      200,
    )
    assert.deepEqual(bound.configStatus, { complete: required.length === 0, missing: required })
  }
  assert.equal((await agent.get('/tool-bindings')).body.data.length, builtInCatalog.list('tools').length)
})
