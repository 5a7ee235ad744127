import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../generated/methods.generated.ts'
import { apiKey, collectToArray, createRefusal, createStubClient, json } from '../testing/answers.ts'
import { Client } from './client.ts'
import type { OperationTree } from './methods.ts'

const createClients = (...given: Parameters<typeof createStubClient>) => {
  const stub = createStubClient(...given)
  const org = stub.parley.org('demo')
  return { ...stub, org, agent: org.agent('front desk') }
}

test('a method takes the values of the path in order, then the body, then the options', async () => {
  const { agent, org, parley, gateway, sent } = createClients(() => json({}))
  await agent.people.identities.update('p/1', 'usr_1', { preferred: true }, { headers: { 'If-Match': '"1"' } })
  await org.webhooks.create({ url: 'https://example.com/hook', events: [] })
  await agent.campaigns.start('c_1', { idempotencyKey: 'mine' })
  await agent.people.delete('p_1')
  await parley.catalogs.get('tools', 'hubspot')
  await gateway.messages.compile({ aml: 'Hello' })
  assert.deepEqual(
    sent.map(({ method, url, body }) => [method, url.replace('http://parley.example.com', ''), body]),
    [
      ['PATCH', '/v1/orgs/demo/agents/front%20desk/people/p%2F1/identities/usr_1', '{"preferred":true}'],
      ['POST', '/v1/orgs/demo/webhooks', '{"url":"https://example.com/hook","events":[]}'],
      ['POST', '/v1/orgs/demo/agents/front%20desk/campaigns/c_1/start', undefined],
      ['DELETE', '/v1/orgs/demo/agents/front%20desk/people/p_1', undefined],
      ['GET', '/v1/catalogs/tools/hubspot', undefined],
      ['POST', '/v4/compile', '{"aml":"Hello"}'],
    ],
  )
  assert.deepEqual([sent[0]?.headers.get('if-match'), sent[2]?.headers.get('idempotency-key')], ['"1"', 'mine'])
  assert.equal(sent[0]?.headers.get('authorization'), `Bearer ${apiKey}`)
})

test('the agent and the org have methods of their own, and their parents have the same with an id', async () => {
  const { agent, org, parley, sent } = createClients(() => json({}))
  await agent.update({ name: 'Desk' })
  await org.agents.update('front desk', { name: 'Desk' })
  await org.agents.get('front desk')
  await org.update({ name: 'Demo' })
  await parley.orgs.update('demo', { name: 'Demo' })
  await parley.orgs.get('demo')
  const urls = sent.map(({ method, url }) => `${method} ${new URL(url).pathname}`)
  const [ofAgent, ofOrg] = ['/v1/orgs/demo/agents/front%20desk', '/v1/orgs/demo']
  const expected = [`PATCH ${ofAgent}`, `PATCH ${ofAgent}`, `GET ${ofAgent}`, `PATCH ${ofOrg}`, `PATCH ${ofOrg}`]
  assert.deepEqual(urls, [...expected, `GET ${ofOrg}`])
})

test('a list is its first page, or every item, and neither requests a page twice', async () => {
  const answerPage = ({ url }: { url: string }) =>
    url.includes('pageToken') ? json({ data: [{ id: 'b' }] }) : json({ data: [{ id: 'a' }], nextPageToken: 't' })
  const { agent, sent } = createClients(answerPage)
  const { data } = await agent.people.list({ query: { tag: 'sailing' } })
  assert.deepEqual([data.length, sent.length], [1, 1])
  const ids = (await collectToArray(agent.people.list({ query: { tag: 'sailing' } }))).map(({ id }) => id)
  assert.deepEqual(ids, ['a', 'b'])
  assert.deepEqual(
    sent.slice(1).map(({ url }) => new URL(url).search),
    ['?tag=sailing', '?tag=sailing&pageToken=t'],
  )
})

test('a refused list throws wherever it is used', async () => {
  const { agent } = createClients(() => createRefusal(403, 'auth.forbidden'))
  await assert.rejects(agent.people.list(), { status: 403 })
  await assert.rejects(collectToArray(agent.people.list()), { status: 403 })
})

test('a method returns events one by one, and a file as its response', async () => {
  const headers = { 'content-type': 'text/event-stream' }
  const { agent } = createClients(({ url }) =>
    url.endsWith('/progress') ? new Response('data: {"done":1}\n\n', { headers }) : new Response('id\np_1'),
  )
  const events = await collectToArray(agent.campaigns.progress.stream('c_1'))
  assert.deepEqual(events, [{ event: 'message', data: { done: 1 } }])
  assert.equal(await (await agent.people.export()).text(), 'id\np_1')
})

test('methods of a draft send its id, those of live do not', async () => {
  const { agent, sent } = createClients(() => json({ data: [] }))
  const draft = agent.draft('dft_1', { elsewhere: 'live' })
  await draft.personality.get()
  await draft.export()
  await draft.people.list()
  await agent.personality.get()
  assert.deepEqual(
    sent.map((request) => request.headers.get('x-svc-draft')),
    ['dft_1', 'dft_1', null, null],
  )
})

test('without types, a forgotten or wrong value of the path is named before anything is sent', () => {
  const { agent, sent } = createClients(() => json({}))
  const people = agent.people as unknown as Record<'get' | 'update', (...values: unknown[]) => unknown>
  assert.throws(() => people.get(), /people\.get needs personId as a text; got nothing/)
  assert.throws(() => people.update({ firstName: 'Ada' }), /people\.update needs personId as a text; got object/)
  assert.throws(() => people.get(null), /got object/)
  assert.throws(() => people.get(''), /path\.personId is missing/)
  assert.throws(() => people.get('..'), /cannot be "\.\."/)
  assert.equal(sent.length, 0)
})

test('clients show no methods among their own properties', () => {
  const { agent } = createClients(() => json({}))
  assert.deepEqual(Object.keys(agent), [])
  assert.equal(JSON.stringify(agent), '{}')
})

test('no generated method hides a call by path or another method of a client', () => {
  const own = new Set([...Object.getOwnPropertyNames(Client.prototype), 'org', 'agent', 'draft'])
  for (const tree of Object.values(operations))
    assert.deepEqual(
      Object.keys(tree).filter((name) => own.has(name)),
      [],
    )
})

const countOperations = (tree: OperationTree): number =>
  Object.values(tree).reduce((sum: number, entry) => sum + (typeof entry === 'string' ? 1 : countOperations(entry)), 0)

test('every client has methods, and each calls the path of its operation', async () => {
  const { agent, org, parley, gateway, sent } = createClients(() => json({ data: [] }))
  const callAll = async (group: object, tree: OperationTree): Promise<void> => {
    for (const [name, entry] of Object.entries(tree)) {
      const member = group[name as keyof typeof group] as object & ((...values: unknown[]) => unknown)
      if (typeof entry !== 'string') {
        await callAll(member, entry)
        continue
      }
      const [method = '', ...words] = entry.split(' ')
      const values = [...entry.matchAll(/\{/g)].map((_, at) => `v${at}`)
      const before = sent.length
      const result = member(...values, ...(words.includes('body') ? [{}] : []))
      if (words.includes('events')) await (result as AsyncGenerator).next().catch(() => undefined)
      else await result
      const path = (words.at(-1) ?? '').replace(/\{\w+\}/g, () => values.shift() ?? '')
      assert.equal(sent.length, before + 1, entry)
      assert.equal(sent[before]?.method, method.toUpperCase())
      assert.ok(new URL(sent[before]?.url ?? '').pathname.endsWith(path), entry)
    }
  }
  await callAll(parley, operations.parley)
  await callAll(org, operations.org)
  await callAll(agent, operations.agent)
  await callAll(gateway, operations.gateway)
  const counts = [operations.parley, operations.org, operations.agent, operations.gateway].map(countOperations)
  assert.ok(counts.every((count) => count > 5) && sent.length > 300, String(counts))
})
