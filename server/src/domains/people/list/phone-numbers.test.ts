import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus } from '../../../testing/client.ts'

/** The list of stored numbers that cannot exist, as earlier versions stored them or a carrier reported them. */

const server = await createTestApp()
const { pool } = server.database

async function createPerson(agent: TestAgent, phone?: string): Promise<string> {
  return assertStatus(await agent.post('/people', { firstName: 'Ada', ...(phone && { phone }) }), 201).id
}

/** The API refuses such numbers today, so they are written as they were before it did. */
const storePhone = (personId: string, phone: string) =>
  pool.query('update people set phone = $2 where id = $1', [personId, phone])
const storeAddress = (asid: string, address: string) =>
  pool.query('update identities set address = $2 where asid = $1', [asid, address])

async function createIdentity(agent: TestAgent, personId: string, channel: string, address: string): Promise<string> {
  return assertStatus(await agent.post(`/people/${personId}/identities`, { channel, address }), 201).asid
}

type Page = { data: { number: string; personId?: string; asid?: string; channel?: string }[]; checked: number }

async function listAll(agent: TestAgent, limit = 2000): Promise<Page & { pages: number }> {
  const all: Page & { pages: number } = { data: [], checked: 0, pages: 0 }
  for (let token = ''; ; ) {
    const query = `limit=${limit}${token && `&pageToken=${token}`}`
    const page = assertStatus(await agent.get(`/people/invalid-phone-numbers?${query}`), 200)
    all.data.push(...page.data)
    all.checked += page.checked
    all.pages++
    if (page.nextPageToken === undefined) return all
    token = encodeURIComponent(page.nextPageToken)
  }
}

test('numbers that cannot exist are listed with masked digits, those that can are only counted', async () => {
  const agent = await createTestAgent(server)
  const [ada, ben, cem] = [
    await createPerson(agent, '+12025550143'),
    await createPerson(agent),
    await createPerson(agent),
  ]
  // A Berlin number that was read as one of the United States.
  await storePhone(ben, '+10309018200')
  await storePhone(cem, 'ask Ada')
  const sms = await createIdentity(agent, ada, 'sms', '+4930901820')
  const rcs = await createIdentity(agent, ada, 'rcs', '+12025550144')
  await storeAddress(rcs, '+1234567')
  const visitor = await createIdentity(agent, ada, 'webchat', 'visitor 1')
  const { data, checked } = await listAll(agent)
  assert.equal(checked, 5, 'a visitor of the web chat has no number')
  const sorted = data.toSorted((one, other) => one.number.localeCompare(other.number))
  assert.deepEqual(
    new Map(sorted.map(({ number, ...rest }) => [number, rest])),
    new Map<string, object>([
      ['+1•••••7', { personId: ada, asid: rcs, channel: 'rcs' }],
      ['+10•••••••00', { personId: ben }],
      ['a•• ••a', { personId: cem }],
    ]),
  )
  const text = JSON.stringify(data)
  for (const secret of ['4930901', '309018', '123456', 'ask', sms, visitor]) assert.ok(!text.includes(secret), secret)
})

test('pages of any size find the same numbers, each once', async () => {
  const agent = await createTestAgent(server)
  const people = await Promise.all(Array.from({ length: 7 }, () => createPerson(agent)))
  for (const [at, id] of people.entries()) {
    if (at < 4) await storePhone(id, `+999000000${at}`)
    if (at < 3) await storeAddress(await createIdentity(agent, id, 'sms', `+1202555014${at}`), `+8800${at}`)
  }
  const whole = await listAll(agent)
  assert.deepEqual([whole.data.length, whole.checked, whole.pages], [7, 7, 2])
  for (const limit of [1, 2, 3, 7]) {
    const paged = await listAll(agent, limit)
    assert.deepEqual([paged.data, paged.checked], [whole.data, 7], `limit ${limit}`)
  }
})

test('an identity that nobody has is listed without a person', async () => {
  const agent = await createTestAgent(server)
  const asid = await createIdentity(agent, await createPerson(agent), 'rcs', '+12025550145')
  await storeAddress(asid, '+000000000')
  await pool.query('update identities set person_key = null, preferred = false where asid = $1', [asid])
  assert.deepEqual((await listAll(agent)).data, [{ number: '+00•••••00', asid, channel: 'rcs' }])
})

test('other agents, other orgs and keys without people:read see nothing', async () => {
  const [agent, elsewhere] = [await createTestAgent(server), await createTestAgent(server)]
  await storePhone(await createPerson(elsewhere), '+999')
  assert.deepEqual(await listAll(agent), { data: [], checked: 0, pages: 2 })
  const path = `${elsewhere.path}/people/invalid-phone-numbers`
  assertProblem(await agent.client.get(path), 404, 'resource.not_found')
  const org = { id: elsewhere.orgId, path: `/orgs/${elsewhere.orgId}`, api: elsewhere.client }
  const { key } = await server.key(org, ['agents:read'])
  assertProblem(await elsewhere.client.as(key).get(path), 403, 'auth.scope_missing')
})

test('a wrong limit or token is refused', async () => {
  const agent = await createTestAgent(server)
  for (const limit of ['0', '5001', '1.5', 'many'])
    assertProblem(await agent.get(`/people/invalid-phone-numbers?limit=${limit}`), 422, 'request.invalid', 'limit')
  const tokens = [
    'x',
    'e30',
    Buffer.from('["agents",""]').toString('base64url'),
    Buffer.from('["people"]').toString('base64url'),
  ]
  for (const token of tokens) {
    const reply = await agent.get(`/people/invalid-phone-numbers?pageToken=${token}`)
    assertProblem(reply, 422, 'request.invalid', 'pageToken')
  }
  const nul = Buffer.from('["people","\\u0000"]').toString('base64url')
  assertProblem(await agent.get(`/people/invalid-phone-numbers?pageToken=${nul}`), 422, 'request.invalid', 'pageToken')
})
