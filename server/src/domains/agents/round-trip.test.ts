import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent, readEverySection } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../testing/client.ts'
import { harborAgent } from '../../testing/harbor-agent.ts'

/** A client may send back what it read, and nothing changes. */

const server = await createTestApp()
const agent = await createTestAgent(server, harborAgent)

/** Sections with the same form for reads and writes. */
const bare = ['/identity', '/personality', '/guardrails', '/scheduling', '/notifications', '/settings/sending']
/** Sections that are read under `data` and written under their own key. */
const listed: [path: string, key: string][] = [
  ['/goals', 'goals'],
  ['/standing-instructions', 'standingInstructions'],
  ['/rules', 'rules'],
  ['/objectives', 'objectives'],
  ['/knowledge/things', 'things'],
  ['/knowledge/collections', 'collections'],
  ['/knowledge/facts', 'facts'],
  ['/people-fields', 'fields'],
]
/** Sections that are written item by item. */
const items: [path: string, idOf: (item: ReplyBody) => string][] = [
  ['/playbooks', ({ id }) => id],
  ['/message-templates', ({ id }) => id],
  ['/integrations', ({ id }) => id],
  ['/tool-bindings', ({ toolId }) => encodeURIComponent(toolId)],
  ['/outreach', ({ id }) => id],
  ['/automated-outreach', ({ id }) => id],
]

async function sendsBack(path: string, bodyOf: (read: ReplyBody) => unknown): Promise<void> {
  const read = await agent.get(path)
  const before = await readEverySection(agent)
  const written = await agent.put(path, bodyOf(assertStatus(read, 200)))
  assert.deepEqual(assertStatus(written, 200), read.body)
  assert.equal(written.headers.etag, read.headers.etag)
  assert.deepEqual(await readEverySection(agent), before)
}

for (const path of bare) {
  test(`a PUT of ${path} with the body of its GET changes nothing`, () => sendsBack(path, (read) => read))
}

for (const [path, key] of listed) {
  test(`a PUT of ${path} with the body of its GET changes nothing`, () =>
    sendsBack(path, ({ data, ...others }) => ({ ...others, [key]: data })))
}

for (const [path, idOf] of items) {
  test(`a PUT of each item of ${path} with the body of its GET changes nothing`, async () => {
    const { data } = assertStatus(await agent.get(path), 200)
    assert.ok(data.length > 0)
    for (const item of data) await sendsBack(`${path}/${idOf(item)}`, (read) => read)
    assert.deepEqual((await agent.get(path)).body.data, data)
  })
}

test('a PATCH of the agent with the body of its GET changes nothing', async () => {
  const read = assertStatus(await agent.get(''), 200)
  assert.deepEqual(assertStatus(await agent.patch('', read), 200), read)
})

test('importing a document assembled from the GET responses of the resources changes nothing', async () => {
  const before = await readEverySection(agent)
  const read = async (path: string): Promise<ReplyBody> => assertStatus(await agent.get(path), 200)
  const data = async (path: string) => (await read(path)).data
  // A document lists them in insertion order.
  const asTheyCame = async (path: string) => (await data(path)).toReversed()
  const { identity, ...profile } = await read('')
  const { data: goals, ...assigned } = await read('/goals')
  const document = {
    agent: profile,
    identity,
    personality: await read('/personality'),
    objectives: await data('/objectives'),
    goals: { goals, ...assigned },
    playbooks: await data('/playbooks'),
    standingInstructions: await data('/standing-instructions'),
    guardrails: await read('/guardrails'),
    rules: await data('/rules'),
    messageTemplates: await asTheyCame('/message-templates'),
    toolBindings: await data('/tool-bindings'),
    capabilities: {
      knowledge: {
        things: await data('/knowledge/things'),
        collections: await data('/knowledge/collections'),
        facts: await data('/knowledge/facts'),
      },
      people: { fields: await data('/people-fields') },
      scheduling: await read('/scheduling'),
      notifications: await read('/notifications'),
    },
    integrations: { custom: await asTheyCame('/integrations') },
    outreach: {
      outreaches: await asTheyCame('/outreach'),
      automated: await asTheyCame('/automated-outreach'),
      settings: await read('/settings/sending'),
    },
  }
  assertStatus(await agent.post('/import', document), 200)
  const { updatedAt } = await read('')
  assert.deepEqual(await readEverySection(agent), { ...before, '': { ...before[''], updatedAt } })
})

test('a document cannot contain a credential in any form', async () => {
  const [integration] = assertStatus(await agent.get('/integrations'), 200).data
  for (const auth of ['Bearer secret', { set: true, value: 'secret' }]) {
    const custom = [{ ...integration, auth }]
    assertProblem(await agent.post('/import', { integrations: { custom } }), 422, 'request.invalid')
  }
})

test('GET of an item by its id returns the same item as the list', async () => {
  for (const [path, idOf] of items) {
    for (const item of assertStatus(await agent.get(path), 200).data) {
      assert.deepEqual(assertStatus(await agent.get(`${path}/${idOf(item)}`), 200), item)
    }
  }
})

test('an empty section of an agent is present and empty', async () => {
  const plain = await readEverySection(await createTestAgent(server))
  const empty = { data: [] }
  const known = Object.fromEntries(
    Object.entries(plain).filter(([path]) => !['', '/playbooks', '/notifications'].includes(path)),
  )
  assert.deepEqual(known, {
    '/identity': {},
    '/personality': { text: '' },
    '/goals': empty,
    '/standing-instructions': empty,
    '/guardrails': {},
    '/rules': empty,
    '/objectives': empty,
    '/message-templates': empty,
    '/knowledge/things': empty,
    '/knowledge/collections': empty,
    '/knowledge/facts': empty,
    '/people-fields': empty,
    '/scheduling': { representatives: [] },
    '/integrations': empty,
    '/tool-bindings': empty,
    '/outreach': empty,
    '/automated-outreach': empty,
    '/settings/sending': {},
  })
  assert.deepEqual(plain['/notifications'], {
    secrets: { slackWebhookUrl: { set: false }, emailApiKey: { set: false } },
  })
  const [only, ...others] = plain['/playbooks'].data
  assert.deepEqual([only.isDefault, only.uses, others], [true, ['scheduling', 'people', 'notify'], []])
})
