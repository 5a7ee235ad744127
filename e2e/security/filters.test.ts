import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Route } from '../../server/src/platform/http/route.ts'
import { createTestAgent } from '../../server/src/testing/agent.ts'
import { createTestApp } from '../../server/src/testing/app.ts'
import { assertStatus } from '../../server/src/testing/client.ts'

/** SQL in every filter of every list: it is compared like any other text and matches nothing. */

const server = await createTestApp()
const agent = await createTestAgent(server)
const { path, client } = agent
const orgPath = `/orgs/${agent.orgId}`

await agent.put('/people-fields', { fields: [{ key: 'plan', type: 'string' }] })
for (const name of ['One', 'Two']) {
  const person = { fullName: name, tags: ['fair'], source: 'form', customFields: { plan: 'plus' } }
  assertStatus(await agent.post('/people', person), 201)
  assertStatus(await agent.post('/tests/suites', { name, channel: 'rcs' }), 201)
  assertStatus(await agent.post('/knowledge/sources', { kind: 'text', name, text: 'At the pier.' }), 201)
}

const payloads = [
  ...["' or '1'='1", "' or 1=1 --", "'; drop table people; --", "x' union select id from agents --", '") or ("a"="a'],
  ...['%', '_%', '\\', "\\' or 1=1 --", '$1', '*', '1) or (1=1', "{fair,' or true}"],
]
const word = 'zqxjkv'

const paged = new Set(['limit', 'pageToken'])
const shapeOf = ({ query }: Route): string[] => (query && 'shape' in query ? Object.keys(query.shape as object) : [])
const lists = server.routes.filter(
  ({ method, path: pattern, query }) =>
    method === 'GET' && query && !/:(?!org|agent)/.test(pattern) && pattern !== '/oauth/callback',
)

const filled = (pattern: string) => pattern.replace(':org', agent.orgId).replace(':agent', agent.id)
const bare = (text: string) => text.replace(/"requestId":"[^"]*"/, '')

test('a filter treats SQL as text that matches nothing', async () => {
  const wrong: string[] = []
  let tried = 0
  for (const route of lists) {
    for (const name of shapeOf(route).filter((one) => !paged.has(one))) {
      const ask = async (value: string) => {
        const asker = route.access.kind === 'system' ? server.system : client
        const { status, text } = await asker.get(`${filled(route.path)}?${name}=${encodeURIComponent(value)}`)
        return `${status} ${status === 200 ? bare(text).replaceAll(JSON.stringify(value), '<value>') : ''}`
      }
      const expected = await ask(word)
      for (const payload of payloads) {
        const got = await ask(payload)
        if (got !== expected && !/^4/.test(got))
          wrong.push(`${route.path}?${name}=${payload}: ${got} and not ${expected}`)
        tried++
      }
    }
  }
  assert.deepEqual(wrong, [])
  assert.ok(tried > 500, `${tried} were tried`)
})

test('a filter with an unknown name matches nothing or is refused', async () => {
  const all = assertStatus(await agent.get('/people'), 200).data.length
  for (const payload of payloads) {
    const [name, value] = [encodeURIComponent(`customFields.${payload}`), encodeURIComponent(payload)]
    for (const query of [`customFields.plan=${value}`, `${name}=plus`, `sort=${value}`, `pageToken=${value}`]) {
      const { status, body } = await agent.get(`/people?${query}`)
      assert.ok(status === 422 || (status === 200 && body.data.length < all), `${status} for ${query}`)
    }
  }
})

test('all data still exist after the attacks', async () => {
  assert.equal(assertStatus(await client.get(`${path}/people`), 200).data.length, 2)
  assert.equal(assertStatus(await client.get(`${orgPath}/agents`), 200).data.length, 1)
})
