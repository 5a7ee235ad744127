import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefusedUnchanged, createAnotherProcess, createTestAgent, readEverySection } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertStatus, type ReplyBody } from '../../testing/client.ts'
import { harborAgent } from '../../testing/harbor-agent.ts'
import { builtInCatalog, type CatalogContent, createCatalog } from '../catalogs/index.ts'

/** Applying templates and their updates, also after an upgrade of Parley itself. */

const kinds = ['agent-templates', 'playbook-templates', 'skill-templates', 'objective-templates', 'personality-templates', 'guardrail-templates', 'tools', 'channels', 'log-events', 'webhook-events'] as const // biome-ignore format: one list
const builtIn = Object.fromEntries(kinds.map((kind) => [kind, builtInCatalog.list(kind)])) as CatalogContent

const ids = {
  agent: '@svc/agent.harbour',
  bare: '@svc/agent.bare',
  desk: '@svc/playbook.desk',
  night: '@svc/playbook.night',
  objective: '@svc/objective.fill',
  personality: '@svc/personality.brief',
}
const head = { name: 'Piece', description: 'A piece.' }
const guardrailTemplateIds = builtIn['guardrail-templates'].slice(0, 2).map(({ id }) => id)

function catalogAt(version: string, words: string, without: string[] = []) {
  const left = <T extends { id: string }>(...list: T[]): T[] => list.filter(({ id }) => !without.includes(id))
  const goal = { id: 'booked', name: 'Booked', definition: { kind: 'event', event: 'appointment.booked' } } as const
  const flow = { id: 'main', slots: [], steps: [{ say: words }, { end: { outcome: 'done' } }] }
  return createCatalog({
    ...builtIn,
    'playbook-templates': left(
      { ...head, id: ids.night, version, name: 'Night', body: words },
      { ...head, id: ids.desk, version, name: 'Desk', body: words, whenToUse: words, isDefault: true, flow },
    ),
    'objective-templates': left({ ...head, id: ids.objective, version, name: 'Fill', body: words }),
    'personality-templates': left({ ...head, id: ids.personality, version, promptFragment: words }),
    'agent-templates': without.length > 0 ? [] : [
      {
        ...head,
        id: ids.agent,
        version,
        name: 'Harbour template',
        identityPreamble: words,
        playbookTemplateIds: [ids.night, ids.desk],
        objectiveTemplateIds: [ids.objective],
        personalityTemplateId: ids.personality,
        guardrailTemplateIds,
        standingInstructions: [words],
        goals: { goals: [goal], defaultGoal: { goalId: 'booked' } },
      },
      { ...head, id: ids.bare, version, standingInstructions: [words] },
    ],
  } as CatalogContent) // biome-ignore format: one value
}

const server = await createTestApp({ catalog: catalogAt('1.2.9', 'Old words.') })
const upgraded = createAnotherProcess(server, { catalog: catalogAt('1.10.0', 'New words.', [ids.night]) })

test('a template replaces every section it contains, records the origin of each item, and leaves other sections unchanged', async () => {
  const agent = await createTestAgent(server)
  await agent.put('/identity', { brandColor: '#123456' })
  await agent.put('/people-fields', { fields: [{ key: 'plan', type: 'string' }] })
  const answer = assertStatus(await agent.post('/apply-template', { templateId: ids.agent }), 200)
  assert.deepEqual(answer.appliedFrom, { templateId: ids.agent, templateName: 'Harbour template' })
  const all = ['goals', 'guardrails', 'identity', 'objectives', 'personality', 'playbooks', 'standingInstructions']
  assert.deepEqual([answer.applied.toSorted(), answer.skipped], [all, []])
  assert.deepEqual(answer.agent, (await agent.get('')).body)
  assert.deepEqual(answer.agent.templateRef, { templateId: ids.agent, version: '1.2.9' })
  const now = await readEverySection(agent)
  assert.deepEqual(now['/identity'], { brandColor: '#123456', identityPreamble: 'Old words.' })
  const from = (templateId: string) => ({ templateId, version: '1.2.9' })
  assert.deepEqual(now['/personality'].derivedFrom, from(ids.personality))
  assert.deepEqual(
    now['/objectives'].data.map(({ derivedFrom }: ReplyBody) => derivedFrom),
    [from(ids.objective)],
  )
  assert.deepEqual(
    now['/playbooks'].data.map(({ id, isDefault, derivedFrom }: ReplyBody) => [id, isDefault, derivedFrom]),
    [
      ['night', false, from(ids.night)],
      ['desk', true, from(ids.desk)],
    ],
  )
  assert.deepEqual(now['/guardrails'].derivedFromTemplates, guardrailTemplateIds)
  assert.deepEqual(now['/standing-instructions'].data, ['Old words.'])
  assert.deepEqual(now['/goals'].defaultGoal, { goalId: 'booked' })
  assert.equal(now['/people-fields'].data.length, 1)
})

test('a template with one section replaces only that section', async () => {
  const agent = await createTestAgent(server, harborAgent)
  const { '': _, '/standing-instructions': __, ...before } = await readEverySection(agent)
  const answer = assertStatus(await agent.post('/apply-template', { templateId: ids.bare }), 200)
  assert.deepEqual(answer.applied, ['standingInstructions'])
  const { '': ___, '/standing-instructions': standing, ...left } = await readEverySection(agent)
  assert.deepEqual([left, standing.data], [before, ['Old words.']])
})

test('applying a template keeps owned playbooks, tool bindings and secrets; it is refused while an old playbook is in use', async () => {
  const agent = await createTestAgent(server, harborAgent)
  const field = 'capabilities.knowledge.facts[0].scope.playbookIds[0]'
  const apply = () => agent.post('/apply-template', { templateId: ids.agent })
  await assertRefusedUnchanged(agent, apply, [409, 'agent.integrity_conflict', field])
  await agent.put('/knowledge/facts', { facts: [] })
  await agent.put('/scheduling', {})
  await agent.patch('/outreach/spring', { goal: null })
  const tool = `/tool-bindings/${encodeURIComponent('@svc/tool.sendgrid-mail')}`
  await agent.patch(tool, { config: { apiKey: 'SG.abcdef9f3c' } })
  const bound = (await agent.get(tool)).body
  assertStatus(await apply(), 200)
  const { data } = (await agent.get('/playbooks')).body
  assert.deepEqual(
    data.map(({ id }: ReplyBody) => id),
    ['night', 'desk', 'spring'],
  )
  assert.equal(data.filter(({ isDefault }: ReplyBody) => isDefault).length, 1)
  assert.deepEqual((await agent.get(tool)).body, bound)
})

test('with the catalog version of the import there are no updates', async () => {
  const agent = await createTestAgent(server)
  assert.deepEqual(assertStatus(await agent.get('/updates'), 200), { data: [], updateCount: 0 })
  await agent.post('/apply-template', { templateId: ids.agent })
  const { data, updateCount } = assertStatus(await agent.get('/updates'), 200)
  assert.equal(updateCount, 0)
  assert.deepEqual(
    data.map(({ kind, updateAvailable, templateMissing }: ReplyBody) => [kind, updateAvailable, templateMissing]),
    ['personality', 'objective', 'playbook', 'playbook'].map((kind) => [kind, false, false]),
  )
})

async function afterUpgrade() {
  const agent = await createTestAgent(server)
  await agent.post('/apply-template', { templateId: ids.agent })
  return upgraded(agent)
}

test('after an upgrade the updates list the newer versions, with 1.10 after 1.2, and the removed template', async () => {
  const agent = await afterUpgrade()
  const { data, updateCount } = assertStatus(await agent.get('/updates'), 200)
  const newer = { currentVersion: '1.2.9', latestVersion: '1.10.0', updateAvailable: true, templateMissing: false }
  const missing = { currentVersion: '1.2.9', latestVersion: '1.2.9', updateAvailable: false, templateMissing: true }
  assert.deepEqual(data, [
    { kind: 'personality', id: 'personality', name: 'Personality', templateId: ids.personality, ...newer },
    { kind: 'objective', id: 'fill', name: 'Fill', templateId: ids.objective, ...newer },
    { kind: 'playbook', id: 'night', name: 'Night', templateId: ids.night, ...missing },
    { kind: 'playbook', id: 'desk', name: 'Desk', templateId: ids.desk, ...newer },
  ])
  assert.equal(updateCount, 3)
})

test('applying an update copies the content again and keeps id, priority, enabled and default', async () => {
  const agent = await afterUpgrade()
  const [objective] = (await agent.get('/objectives')).body.data
  const own = { ...objective, name: 'Renamed', priority: 7, enabled: false }
  assertStatus(await agent.put('/objectives', { objectives: [own] }), 200)
  assertStatus(
    await agent.patch('/playbooks/desk', { name: 'Renamed', uses: ['people'], goal: { goalId: 'booked' } }),
    200,
  )
  const counts = []
  for (const wanted of [{ kind: 'personality' }, { kind: 'objective', id: 'fill' }, { kind: 'playbook', id: 'desk' }]) {
    counts.push(assertStatus(await agent.post('/updates/apply', wanted), 200).updateCount)
  }
  assert.deepEqual(counts, [2, 1, 0])
  const from = (templateId: string) => ({ templateId, version: '1.10.0' })
  const personality = { description: head.description, text: 'New words.', derivedFrom: from(ids.personality) }
  assert.deepEqual((await agent.get('/personality')).body, personality)
  assert.deepEqual((await agent.get('/objectives')).body.data, [
    { ...own, name: 'Fill', body: 'New words.', derivedFrom: from(ids.objective) },
  ])
  const desk = (await agent.get('/playbooks/desk')).body
  assert.deepEqual(
    [desk.id, desk.name, desk.body, desk.flow.steps[0].say, desk.isDefault, desk.uses, desk.goal, desk.derivedFrom],
    ['desk', 'Desk', 'New words.', 'New words.', true, ['people'], { goalId: 'booked' }, from(ids.desk)],
  )
})

const refusals: [title: string, body: unknown, expected: [number, string, ...string[]]][] = [
  ['of a template that is gone', { kind: 'playbook', id: 'night' }, [409, 'resource.conflict']],
  ['of nothing that is there', { kind: 'playbook', id: 'nowhere' }, [404, 'resource.not_found']],
  ['of an objective that is not there', { kind: 'objective', id: 'nowhere' }, [404, 'resource.not_found']],
  ['of a skill', { kind: 'skill', id: 'x' }, [404, 'resource.not_found']],
  ['of a playbook without its id', { kind: 'playbook' }, [422, 'request.invalid', 'id']],
  ['of another kind', { kind: 'guardrail', id: 'x' }, [422, 'request.invalid', 'kind']],
  ['of nothing', {}, [422, 'request.invalid', 'kind']],
  ['with an unknown field', { kind: 'personality', version: '1' }, [422, 'request.invalid', 'version']],
]
for (const [title, body, expected] of refusals) {
  test(`an update ${title} returns ${expected.slice(0, 2).join(' ')}`, async () => {
    const agent = await afterUpgrade()
    await assertRefusedUnchanged(agent, () => agent.post('/updates/apply', body), expected)
  })
}

test('an item that was never imported cannot be updated', async () => {
  const agent = await createTestAgent(server, harborAgent)
  for (const wanted of [
    { kind: 'personality' },
    { kind: 'playbook', id: 'desk' },
    { kind: 'objective', id: 'fill-boats' },
  ]) {
    await assertRefusedUnchanged(agent, () => agent.post('/updates/apply', wanted), [409, 'resource.conflict'])
  }
  const none = await createTestAgent(server)
  await assertRefusedUnchanged(none, () => none.post('/updates/apply', { kind: 'personality' }), [
    404,
    'resource.not_found',
  ])
})

test('every agent template of the built-in catalog can be applied one after another', async () => {
  const agent = createAnotherProcess(server, { catalog: builtInCatalog })(await createTestAgent(server))
  for (const { id } of builtInCatalog.list('agent-templates')) {
    assertStatus(await agent.post('/apply-template', { templateId: id }), 200)
    const { data } = assertStatus(await agent.get('/lint'), 200)
    assert.deepEqual(
      data.filter(({ severity }: ReplyBody) => severity === 'error'),
      [],
    )
  }
})
