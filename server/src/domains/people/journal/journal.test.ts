import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stillWorld } from '../../../platform/world.ts'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus } from '../../../testing/client.ts'

const world = stillWorld('2030-01-31T09:00:00Z')
const server = await createTestApp({ world })

async function somebody() {
  const agent = await createTestAgent(server)
  const { id } = assertStatus(await agent.post('/people', {}), 201)
  return { agent, person: `/people/${id}`, journal: `/people/${id}/journal` }
}

test('notes of an operator are shown with the Person, newest first', async () => {
  const { agent, person, journal } = await somebody()
  for (const text of ['First', 'Second']) {
    const entry = assertStatus(await agent.post(journal, { text }), 201)
    assert.deepEqual(entry, { at: world.now().toISOString(), author: 'operator', text })
    world.advance(1000)
  }
  const { data } = assertStatus(await agent.get(journal), 200)
  assert.deepEqual(
    data.map(({ text }: { text: string }) => text),
    ['Second', 'First'],
  )
  assert.deepEqual(assertStatus(await agent.get(person), 200).journal, data)
})

test('a long journal can be paged, including entries with the same timestamp', async () => {
  const { agent, person, journal } = await somebody()
  for (let n = 0; n < 105; n++) assertStatus(await agent.post(journal, { text: `Entry ${n}` }), 201)
  const seen: string[] = []
  for (let token = ''; ; ) {
    const { data, nextPageToken } = assertStatus(await agent.get(`${journal}?limit=10${token}`), 200)
    seen.push(...data.map(({ text }: { text: string }) => text))
    if (!nextPageToken) break
    token = `&pageToken=${nextPageToken}`
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 105 }, (_, n) => `Entry ${104 - n}`),
  )
  assert.equal(assertStatus(await agent.get(person), 200).journal.length, 100)
})

test('a made-up page token is refused', async () => {
  const { agent, journal } = await somebody()
  for (const id of ['abc', '99999999999999999999999', '']) {
    const token = Buffer.from(JSON.stringify(['2030-01-01T00:00:00.000Z', id])).toString('base64url')
    assertProblem(await agent.get(`${journal}?pageToken=${token}`), 422, 'request.invalid', 'pageToken')
  }
})

test('an empty or too long entry is refused', async () => {
  const { agent, journal } = await somebody()
  for (const text of ['', ' ', null, 7, 'x'.repeat(5001), 'nul\u0000']) {
    assertProblem(await agent.post(journal, { text }), 422, 'request.invalid', 'text')
  }
  assertProblem(await agent.post(journal, { text: 'x', author: 'agent' }), 422, 'request.invalid', 'author')
  assert.deepEqual(assertStatus(await agent.get(journal), 200).data, [])
})
