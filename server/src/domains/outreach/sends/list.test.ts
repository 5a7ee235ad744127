import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createOutreachBench } from '../../../testing/outreach-bench.ts'

const bench = await createOutreachBench()
const { world, work } = bench
const agent = await bench.agent('rcs')
const org = { id: agent.api.orgId, path: `/orgs/${agent.api.orgId}`, api: agent.api.client }
const [spring, autumn] = [await agent.outreach(), await agent.outreach()]
const [ann, bea] = [await agent.createPerson(), await agent.createPerson({}, { reachable: false })]

/** One of each state, a second apart: sent, failed, suppressed, canceled, waiting for a retry, queued. */
const made: ReplyBody[] = []
const times: string[] = []
async function add(outreachId: string, personId: string): Promise<string> {
  world.advance(1000)
  const result = await agent.accepted(outreachId, { recipient: { personId }, idempotencyKey: `${made.length}` })
  made.unshift(result)
  times.unshift(world.now().toISOString())
  return result.sendId
}
await add(spring, ann.id)
await work()
await add(spring, bea.id)
await work()
await add(autumn, bea.id)
await work()
const cancelled = await add(spring, ann.id)
assertStatus(await agent.api.post(`/outreach/sends/${cancelled}/cancel`), 200)
await ann.phone.set({ failNext: { count: 1, status: 503 } })
await add(autumn, ann.id)
await work()
await add(spring, ann.id)
const ids = made.map(({ sendId }) => sendId)

const list = async (query = '', by = agent.api): Promise<ReplyBody[]> =>
  assertStatus(await by.get(`/outreach/sends${query}`), 200).data
const idsOf = async (query: string) => (await list(query)).map(({ sendId }) => sendId)
/** The ids at these positions of the list, where 0 is the newest. */
const at = (...places: number[]) => places.map((place) => ids[place])

test('sends are listed newest first, with the same content as a single read', async () => {
  const all = await list()
  assert.deepEqual(
    all.map(({ sendId }) => sendId),
    ids,
  )
  assert.deepEqual(
    all.map(({ state }) => state),
    ['queued', 'queued', 'cancelled', 'suppressed', 'failed', 'sent'],
  )
  assert.deepEqual(
    all.map(({ queuedAt }) => queuedAt),
    times,
  )
  for (const send of all) assert.deepEqual(await agent.readSend(send.sendId), send)
})

const filters: [query: string, places: number[]][] = [
  [`outreachId=${autumn}`, [1, 3]],
  ['outreachId=none', []],
  ['origin=named', [0, 1, 2, 3, 4, 5]],
  ['origin=automated', []],
  ['origin=campaign', []],
  ['campaignId=none', []],
  ['automatedOutreachId=none', []],
  [`personId=${bea.id}`, [3, 4]],
  ['state=queued', [0, 1]],
  ['state=sending', []],
  ['state=sent', [5]],
  ['state=failed', [4]],
  ['state=suppressed', [3]],
  ['state=cancelled', [2]],
  ['reason=not_rcs_capable', [3, 4]],
  ['reason=opted_out', []],
  [`since=${times[2]}`, [0, 1, 2]],
  [`until=${times[2]}`, [2, 3, 4, 5]],
  [`since=${times[3]}&until=${times[1]}`, [1, 2, 3]],
  [`since=${times[0]}&until=${times[1]}`, []],
  [`since=${encodeURIComponent('2030-01-31T13:00:02+01:00')}`, [0, 1, 2, 3, 4]],
  [`outreachId=${spring}&state=queued&personId=${ann.id}`, [0]],
  [`outreachId=${spring}&reason=not_rcs_capable`, [4]],
  ['limit=2', [0, 1]],
  ['limit=1&state=cancelled', [2]],
  ['limit=200', [0, 1, 2, 3, 4, 5]],
]
test('filters are combined with AND', async () => {
  for (const [query, places] of filters) assert.deepEqual(await idsOf(`?${query}`), at(...places), query)
})

test('a send that is being dispatched is sending, and not queued', async () => {
  await bench.server.database.pool.query(`update sends set lease_token = 'x' where id = $1`, [ids[0]])
  assert.deepEqual([await idsOf('?state=sending'), await idsOf('?state=queued')], [at(0), at(1)])
  await bench.server.database.pool.query('update sends set lease_token = null where id = $1', [ids[0]])
})

const wrong = [
  ...[
    'state=done',
    'state=',
    'origin=manual',
    'reason=none',
    'reason=',
    'limit=0',
    'limit=201',
    'limit=-1',
    'limit=ten',
  ],
  ...['limit=1.5', 'since=yesterday', 'until=2030-13-01T00:00:00Z', 'since=', 'colour=red', 'state=sent&state=failed'],
]
test('an unknown value of a closed vocabulary, or any other invalid value, returns 422 and names the field', async () => {
  for (const query of wrong) {
    const field = query.slice(0, query.indexOf('='))
    assertProblem(await agent.api.get(`/outreach/sends?${query}`), 422, 'request.invalid', field)
  }
})

test('the default page size is 50, and the maximum is 200', async () => {
  const own = await bench.agent()
  const outreach = await own.outreach()
  const { id } = await own.createPerson()
  const { pool } = bench.server.database
  await own.accepted(outreach, { recipient: { personId: id } })
  await pool.query(
    `insert into sends (agent_key, id, outreach_id, class, origin, person_id, asid, channel, state, queued_at)
     select agent_key, id || n, outreach_id, class, origin, person_id, asid, channel, 'sent', queued_at
       from sends, generate_series(1, 250) as n where agent_key = $1`,
    [own.key.key],
  )
  const count = async (query = '') => (await list(query, own.api)).length
  assert.deepEqual([await count(), await count('?limit=200'), await count('?limit=51')], [50, 200, 51])
  const sendIds = (await list('?limit=200', own.api)).map(({ sendId }) => sendId)
  assert.deepEqual(sendIds, sendIds.toSorted().toReversed(), 'of one moment the order is by id, and stays')
})

test('the address is shown only to callers with write access to people', async () => {
  const addresses = async (by: Parameters<typeof agent.api.by>[0]) => {
    const [listed] = await list('?limit=1', agent.api.by(by))
    const one = assertStatus(await agent.api.by(by).get(`/outreach/sends/${ids[0]}`), 200)
    return [listed.address, one.address]
  }
  const { server } = bench
  const both = [ann.address, ann.address]
  assert.deepEqual(await addresses(await server.key(org, ['people:write'])), both)
  assert.deepEqual(await addresses(await server.key(org, ['people:read'])), [undefined, undefined])
  assert.deepEqual(await addresses(await server.member(org, 'editor')), both)
  assert.deepEqual(await addresses(await server.member(org, 'viewer')), [undefined, undefined])
})

test('reading sends requires people:read, and cancelling them requires an editor with people:write', async () => {
  const { server } = bench
  const read = async (by: Parameters<typeof agent.api.by>[0]) => {
    const to = agent.api.by(by)
    const replies = [await to.get('/outreach/sends'), await to.get(`/outreach/sends/${ids[0]}`)]
    replies.push(await to.post(`/outreach/sends/${ids[5]}/cancel`))
    return replies.map(({ status }) => status)
  }
  assert.deepEqual(await read(await server.key(org, ['people:write'])), [200, 200, 409])
  assert.deepEqual(await read(await server.key(org, ['people:read'])), [200, 200, 403])
  assert.deepEqual(await read(await server.key(org, ['agents:write'])), [403, 403, 403])
  assert.deepEqual(await read(await server.member(org, 'viewer')), [200, 200, 403])
})

test('the list contains neither rehearsals nor sends of another agent', async () => {
  const { id: personaId } = assertStatus(await agent.api.post('/personas', { name: 'P', channel: 'rcs' }), 201)
  const { personId } = await agent.accepted(spring, { recipient: { personaId } })
  assert.deepEqual([await idsOf(''), await idsOf(`?personId=${personId}`)], [ids, []])
  const other = await bench.agent()
  assert.deepEqual(await list('', other.api), [])
})
