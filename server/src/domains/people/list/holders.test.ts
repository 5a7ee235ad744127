import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus } from '../../../testing/client.ts'

/** Resolves the people behind the userIds in traffic. */
const server = await createTestApp()
const agent = await createTestAgent(server)
const elsewhere = await createTestAgent(server)

async function somebody(fullName: string, phone: string, by: TestAgent = agent): Promise<string[]> {
  const { id } = assertStatus(await by.post('/people', { fullName }), 201)
  const channels = ['rcs', 'sms']
  const given = await Promise.all(
    channels.map((channel) => by.post(`/people/${id}/identities`, { channel, address: phone })),
  )
  return given.map((reply) => assertStatus(reply, 201).asid)
}

const anna = await somebody('Anna', '+12025550143')
const ben = await somebody('Ben', '+12025550144')
const stranger = await somebody('Stranger', '+12025550145', elsewhere)

async function held(userIds: readonly string[]): Promise<string[]> {
  const { data } = assertStatus(await agent.get(`/people/holders?userIds=${userIds.join(',')}`), 200)
  return data.map((person: { fullName: string }) => person.fullName).sort()
}

test('people are found by the user ids of traffic, each once, with all their identities', async () => {
  assert.deepEqual(await held([...anna, ben[0] as string]), ['Anna', 'Ben'])
  const { data } = assertStatus(await agent.get(`/people/holders?userIds=${anna[1]}`), 200)
  assert.deepEqual(data[0].identities.map(({ asid }: { asid: string }) => asid).sort(), [...anna].sort())
})

test('people can be looked up by personIds, alone or together with userIds', async () => {
  const { data } = assertStatus(await agent.get(`/people/holders?userIds=${[...anna, ...ben].join(',')}`), 200)
  const [first, second] = data.map(({ id }: { id: string }) => id)
  const named = async (query: string): Promise<string[]> =>
    assertStatus(await agent.get(`/people/holders?${query}`), 200).data.map(({ id }: { id: string }) => id)
  assert.deepEqual((await named(`personIds=${first},${second},per_nobody`)).sort(), [first, second].sort())
  assert.deepEqual((await named(`personIds=${first}&userIds=${anna.join(',')},${ben.join(',')}`)).length, 2)
  const { data: theirs } = assertStatus(await elsewhere.get('/people'), 200)
  assert.deepEqual(await named(`personIds=${theirs[0].id}`), [])
})

test('people of another agent and unknown people are omitted', async () => {
  assert.deepEqual(await held([...stranger, 'usr_nobody', '']), [])
})

test('a request with too many ids or none is refused', async () => {
  assertProblem(await agent.get('/people/holders'), 422, 'request.invalid', 'userIds')
  const many = Array.from({ length: 201 }, (_, at) => `usr_${at}`).join(',')
  assertProblem(await agent.get(`/people/holders?userIds=${many}`), 422, 'request.invalid', 'userIds')
})
