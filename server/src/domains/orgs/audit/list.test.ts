import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stillWorld } from '../../../platform/world.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { purgeOldAuditEntries } from './queries.ts'

/** GET …/audit-log: filters and pages. */

const world = stillWorld('2030-01-31T09:00:00.000Z')
const server = await createTestApp({ world })
const org = await server.org()
const log = `${org.path}/audit-log`
const minute = 60_000

/** Two agents, each changed by a user and a key, a minute apart, starting at 09:00. */
const keys = await server.key(org, ['agents:write'])
const user = await server.member(org, 'editor')
await server.database.pool.query('delete from audit_log')
const requests: string[] = []
for (const [client, name] of [
  [keys, 'Boats'],
  [user, 'Kayaks'],
] as const) {
  const { id } = assertStatus(await client.post(`${org.path}/agents`, { name }), 201)
  world.advance(minute)
  const reply = await client.patch(`${org.path}/agents/${id}`, { name: `${name} 100%` })
  requests.push(String(reply.headers['x-request-id']))
  world.advance(minute)
}

const read = async (query: string): Promise<ReplyBody> => assertStatus(await org.api.get(log + query), 200)
const listActions = async (query: string) =>
  (await read(query)).data.map(
    ({ at, method, path }: ReplyBody) => `${at.slice(14, 16)} ${method} ${path.split('/').at(-1)}`,
  )

const all = ['03 PATCH kayaks', '02 POST agents', '01 PATCH boats', '00 POST agents']
const filtered: [query: string, found: string[]][] = [
  ['', all],
  [`?actorId=${user.userId}`, all.slice(0, 2)],
  [`?actorId=${keys.id}`, all.slice(2)],
  ['?agentId=boats', ['01 PATCH boats']],
  ['?method=POST', ['02 POST agents', '00 POST agents']],
  ['?q=CREATE+an', ['02 POST agents', '00 POST agents']],
  ['?q=/BOATS', ['01 PATCH boats']],
  ['?q=%25', []],
  ['?q=_', []],
  [`?requestId=${requests[0]}`, ['01 PATCH boats']],
  ['?start=2030-01-31T09:02:00Z', all.slice(0, 2)],
  ['?end=2030-01-31T09:02:00Z', all.slice(2)],
  ['?start=2030-01-31T09:01:00Z&end=2030-01-31T09:02:00Z', ['01 PATCH boats']],
  [`?method=PATCH&actorId=${user.userId}&q=kayaks`, ['03 PATCH kayaks']],
  ['?agentId=nothing', []],
  ['?start=0000-01-01&end=8640000000000000', all],
]
for (const [query, found] of filtered) {
  test(`the log ${query || 'without a filter'} returns, newest first: ${found.join(', ') || 'nothing'}`, async () => {
    assert.deepEqual(await listActions(query), found)
  })
}

test('pages follow each other, and new entries shift nothing, even within the same moment', async () => {
  const own = await server.org()
  const change = async (name: string) => assertStatus(await own.api.patch(own.path, { name }), 200)
  for (let count = 0; count < 5; count++) await change(`Name ${count}`)
  const path = `${own.path}/audit-log`
  const before = assertStatus(await own.api.get(path), 200)
  assert.deepEqual([before.data.length, before.nextPageToken], [5, undefined])
  const seen: ReplyBody[] = []
  for (let token = ''; ; ) {
    const page = assertStatus(await own.api.get(`${path}?limit=2&method=PATCH${token}`), 200)
    seen.push(...page.data)
    if (!page.nextPageToken) break
    await change('Meanwhile')
    token = `&pageToken=${page.nextPageToken}`
  }
  assert.deepEqual(seen, before.data)
})

test('a page token of other filters, of another org or an invalid one returns 422', async () => {
  const { nextPageToken } = await read('?limit=1&method=PATCH')
  const other = await server.org()
  const wrong = [
    org.api.get(`${log}?limit=1&pageToken=${nextPageToken}`),
    org.api.get(`${log}?limit=1&method=POST&pageToken=${nextPageToken}`),
    other.api.get(`${other.path}/audit-log?method=PATCH&pageToken=${nextPageToken}`),
    org.api.get(`${log}?pageToken=nonsense`),
    org.api.get(`${log}?pageToken=`),
  ]
  for (const reply of await Promise.all(wrong)) assertProblem(reply, 422, 'request.invalid', 'pageToken')
})

const refused: [query: string, field: string][] = [
  ['?limit=0', 'limit'],
  ['?limit=201', 'limit'],
  ['?limit=x', 'limit'],
  ['?method=GET', 'method'],
  ['?start=yesterday', 'start'],
  ['?start=2030-02-01&end=2030-01-01', 'start'],
  ['?q=', 'q'],
  ['?unknown=1', 'unknown'],
]
for (const [query, field] of refused) {
  test(`the log ${query} returns 422 and names ${field}`, async () => {
    assertProblem(await org.api.get(log + query), 422, 'request.invalid', field)
  })
}

test('entries older than the history retention are deleted', async () => {
  await purgeOldAuditEntries(server.database.db, new Date('2030-01-31T09:02:00Z'))
  assert.deepEqual(await listActions(''), all.slice(0, 2))
})
