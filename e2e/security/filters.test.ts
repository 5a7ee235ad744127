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
const rareWord = 'zqxjkv'

const pageParameters = new Set(['limit', 'pageToken'])
const listParameters = ({ query }: Route): string[] =>
  query && 'shape' in query ? Object.keys(query.shape as object) : []
const lists = server.routes.filter(
  ({ method, path: pattern, query }) =>
    method === 'GET' && query && !/:(?!org|agent)/.test(pattern) && pattern !== '/oauth/callback',
)

const fillPath = (pattern: string) => pattern.replace(':org', agent.orgId).replace(':agent', agent.id)
const removeRequestId = (text: string) => text.replace(/"requestId":"[^"]*"/, '')

test('a filter treats SQL as text that matches nothing', async () => {
  const failures: string[] = []
  let checkedCount = 0
  for (const route of lists) {
    for (const name of listParameters(route).filter((parameter) => !pageParameters.has(parameter))) {
      const callWithValue = async (value: string) => {
        const caller = route.access.kind === 'system' ? server.system : client
        const { status, text } = await caller.get(`${fillPath(route.path)}?${name}=${encodeURIComponent(value)}`)
        return `${status} ${status === 200 ? removeRequestId(text).replaceAll(JSON.stringify(value), '<value>') : ''}`
      }
      const expected = await callWithValue(rareWord)
      for (const payload of payloads) {
        const reply = await callWithValue(payload)
        if (reply !== expected && !/^4/.test(reply))
          failures.push(`${route.path}?${name}=${payload}: ${reply} and not ${expected}`)
        checkedCount++
      }
    }
  }
  assert.deepEqual(failures, [])
  assert.ok(checkedCount > 500, `${checkedCount} were tried`)
})

test('a filter with an unknown name matches nothing or is refused', async () => {
  const peopleCount = assertStatus(await agent.get('/people'), 200).data.length
  for (const payload of payloads) {
    const [name, value] = [encodeURIComponent(`customFields.${payload}`), encodeURIComponent(payload)]
    for (const query of [`customFields.plan=${value}`, `${name}=plus`, `sort=${value}`, `pageToken=${value}`]) {
      const { status, body } = await agent.get(`/people?${query}`)
      assert.ok(status === 422 || (status === 200 && body.data.length < peopleCount), `${status} for ${query}`)
    }
  }
})

test('all data still exist after the attacks', async () => {
  assert.equal(assertStatus(await client.get(`${path}/people`), 200).data.length, 2)
  assert.equal(assertStatus(await client.get(`${orgPath}/agents`), 200).data.length, 1)
})
