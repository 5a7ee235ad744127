import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logLevels } from '@parley/definition/vocabulary'
import { fc } from '@parley/test-kit'
import type { AgentKey } from '../../../platform/http/route.ts'
import { stillWorld } from '../../../platform/world.ts'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, type ReplyBody } from '../../../testing/client.ts'
import { createTrafficReader } from '../../../testing/traffic-reader.ts'
import { createAgentFinder } from '../../agents/index.ts'
import { trafficOrigins, trafficTypes } from './entries.ts'

/** Traffic queries: windows, filters, limits, pages. */

const world = stillWorld('2030-01-31T09:00:00.000Z')
const server = await createTestApp({ world })
const { db, pool } = server.database
const { read } = createTrafficReader(server)
const hour = 3_600_000

const keyOf = async ({ orgId, id }: TestAgent) => (await createAgentFinder(db)({ id: orgId }, id)) as AgentKey

type Row = {
  id: string
  /** Microseconds before now. */
  ago: number
  asid?: string
  origin?: string
  type?: string
  sandbox?: boolean
}

/** Inserts entries as the triggers write them, at any time. */
async function plant(agent: TestAgent, rows: readonly Row[]): Promise<void> {
  const { key } = await keyOf(agent)
  await pool.query(
    `insert into traffic (agent_key, at, asid, session_id, origin, type, channel, message_id, sandbox)
     select $1, $2::timestamptz - ago * interval '1 microsecond', asid, 'ses_' || asid, origin, type, 'rcs', id, sandbox
       from unnest($3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::boolean[])
         as row (id, ago, asid, origin, type, sandbox)`,
    [
      key,
      world.now(),
      rows.map(({ id }) => id),
      rows.map(({ ago }) => ago),
      rows.map(({ asid = 'asid_1' }) => asid),
      rows.map(({ origin = 'user' }) => origin),
      rows.map(({ type = 'content' }) => type),
      rows.map(({ sandbox = false }) => sandbox),
    ],
  )
}

const idsOf = (entries: ReplyBody[]) => entries.map(({ messageId }) => messageId)
const hoursAgo = (hours: number) => hours * hour * 1000

async function everyPage(agent: TestAgent, path: string): Promise<ReplyBody[]> {
  const entries: ReplyBody[] = []
  for (let token: string | undefined; ; ) {
    const page = await read(agent, `${path}${token === undefined ? '' : `&pageToken=${token}`}`)
    entries.push(...page.data)
    token = page.nextPageToken
    if (token === undefined) return entries
  }
}

test('the default window is the last 24 hours; its start is inclusive, its end exclusive', async () => {
  const agent = await createTestAgent(server)
  const hours = [0, 1, 23.9, 24, 24.1, 47, 49]
  await plant(
    agent,
    hours.map((ago) => ({ id: `${ago}`, ago: hoursAgo(ago) })),
  )
  const at = (ago: number) => world.now().getTime() - ago * hour
  const asks: [query: string, ids: string[]][] = [
    ['', ['0', '1', '23.9', '24']],
    [`start=${at(24.1)}`, ['0', '1', '23.9', '24', '24.1']],
    [`start=${new Date(at(47)).toISOString()}&end=${at(1)}`, ['23.9', '24', '24.1', '47']],
    [`end=${at(24.1)}`, ['47']],
    [`start=${at(24)}&end=${at(24)}`, []],
    [`start=${at(-1)}`, []],
  ]
  for (const [query, ids] of asks) assert.deepEqual(idsOf((await read(agent, `/messages?${query}`)).data), ids, query)
})

const refused: [path: string, field: string][] = [
  ...['messages', 'conversations', 'users', 'logs'].flatMap((path): [string, string][] => [
    [`${path}?limit=0`, 'limit'],
    [`${path}?limit=1001`, 'limit'],
    [`${path}?limit=many`, 'limit'],
    [`${path}?limit=1.5`, 'limit'],
    [`${path}?start=yesterday`, 'start'],
    [`${path}?start=2030-02-29`, 'start'],
    [`${path}?end=2030-02-31T99:00Z`, 'end'],
    [`${path}?start=2030-01-31&end=2030-01-30`, 'start'],
    [`${path}?bogus=1`, 'bogus'],
  ]),
  ['messages?origin=robot', 'origin'],
  ['messages?type=poem', 'type'],
  ['messages?includeTest=yes', 'includeTest'],
  ['logs?level=fatal', 'level'],
  ['logs?includeTest=yes', 'includeTest'],
  ['users?userId=asid_1', 'userId'],
  ['conversations?pageToken=x', 'pageToken'],
]

test('an invalid window, limit, filter or page token is refused, naming the field', async () => {
  const agent = await createTestAgent(server)
  for (const [path, field] of refused) {
    assertProblem(await agent.get(`/${path}`), 422, 'request.invalid', field)
  }
})

test('the default limit is 200 and the maximum is 1000', async () => {
  const agent = await createTestAgent(server)
  await plant(
    agent,
    Array.from({ length: 1001 }, (_, n) => ({ id: `${n}`, ago: n })),
  )
  const lengths = []
  for (const query of ['', '?limit=1', '?limit=1000'])
    lengths.push((await read(agent, `/messages${query}`)).data.length)
  assert.deepEqual(lengths, [200, 1, 1000])
  assert.equal((await everyPage(agent, '/messages?limit=1000')).length, 1001)
})

test('each page continues where the previous one ended, whatever is added meanwhile', async () => {
  const agent = await createTestAgent(server)
  await plant(
    agent,
    [1, 2, 3, 4, 5].map((n) => ({ id: `${n}`, ago: hoursAgo(n) })),
  )
  const first = await read(agent, '/messages?limit=2')
  await plant(agent, [{ id: 'new', ago: 0 }, { id: 'late', ago: hoursAgo(1.5) }]) // biome-ignore format: short
  const second = await read(agent, `/messages?limit=2&pageToken=${first.nextPageToken}`)
  const third = await read(agent, `/messages?limit=2&pageToken=${second.nextPageToken}`)
  assert.deepEqual([first, second, third].map(({ data }) => idsOf(data)), [['1', '2'], ['3', '4'], ['5']]) // biome-ignore format: short
  assert.equal(third.nextPageToken, undefined)
})

test('a page token is valid only for its agent, list and filters', async () => {
  const [agent, other] = [await createTestAgent(server), await createTestAgent(server)]
  for (const each of [agent, other])
    await plant(
      each,
      [1, 2].map((n) => ({ id: `${n}`, ago: n })),
    )
  const { nextPageToken: token } = await read(agent, '/messages?limit=1&origin=user')
  for (const filters of ['origin=user&', 'includeTest=false&', '']) {
    assert.deepEqual(idsOf((await read(agent, `/messages?${filters}pageToken=${token}`)).data), ['2'], filters)
  }
  const strange = Buffer.from('["a","b"]').toString('base64url')
  for (const [of, path] of [
    [other, `/messages?origin=user&pageToken=${token}`],
    [agent, `/messages?origin=agent&pageToken=${token}`],
    [agent, `/logs?pageToken=${token}`],
    [agent, '/messages?pageToken=garbage'],
    [agent, `/messages?pageToken=${strange}`],
  ] as const) {
    assertProblem(await of.get(path), 422, 'request.invalid', 'pageToken')
  }
})

const moment = fc.oneof(
  fc.date({ noInvalidDate: true }).map((at) => at.toISOString().replace('Z', '000Z')),
  fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
  fc.constantFrom('0000-01-01T00:00:00.000000Z', '0001-01-01T00:00:00.000000Z', '9999-12-31T23:59:59.999999Z'),
  fc.string(),
)

const filters = fc.oneof(
  fc.constant({}),
  fc.dictionary(
    fc.constantFrom('userId', 'sessionId', 'type', 'origin', 'includeTest', 'level', '__proto__'),
    fc.oneof(fc.constantFrom('user', 'content', 'true', 'x\0', ''), fc.string(), fc.jsonValue()),
  ),
)

test('a made-up page token is refused or returns a page', async () => {
  const agent = await createTestAgent(server)
  await plant(agent, [{ id: '1', ago: 1 }, { id: '2', ago: 2 }]) // biome-ignore format: short
  const { nextPageToken } = await read(agent, '/messages?limit=1')
  const [sign] = JSON.parse(Buffer.from(`${nextPageToken}`, 'base64url').toString())
  const place = fc.oneof(fc.maxSafeInteger(), fc.double(), fc.string(), fc.constant(null))
  await fc.assert(
    fc.asyncProperty(fc.tuple(filters, moment, moment, moment, place), async (made) => {
      const token = Buffer.from(JSON.stringify([sign, ...made])).toString('base64url')
      const { status } = await agent.get(`/messages?pageToken=${token}`)
      assert.ok(status === 200 || status === 422, `${status}`)
    }),
    { examples: [[[{}, '2020-01-01T00:00:00.000Z', '2040-01-01T00:00:00.000Z', '0000-01-01T00:00:00.000000Z', 1]]] },
  )
})

const row = fc.record({
  ago: fc.integer({ min: 0, max: 12 }),
  asid: fc.constantFrom('asid_1', 'asid_2'),
  origin: fc.constantFrom(...trafficOrigins),
  type: fc.constantFrom(...trafficTypes),
  sandbox: fc.boolean(),
})
const filter = fc.record(
  {
    origin: fc.constantFrom(...trafficOrigins),
    type: fc.constantFrom(...trafficTypes),
    userId: fc.constantFrom('asid_1', 'asid_2'),
    includeTest: fc.constantFrom('true', 'false'),
  },
  { requiredKeys: [] },
)

test('the pages of any filter together contain all its matches, in order, to the microsecond', async () => {
  const agent = await createTestAgent(server)
  const { key } = await keyOf(agent)
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 30 }),
      filter,
      fc.integer({ min: 1, max: 7 }),
      async (rows, by, limit) => {
        await pool.query('delete from traffic where agent_key = $1', [key])
        const planted = rows.map((one, n) => ({ ...one, id: String(n).padStart(3, '0') }))
        await plant(agent, planted)
        const expected = planted
          .filter(({ asid, origin, type, sandbox }) => {
            const isIncluded = by.includeTest === 'true' || !sandbox
            const is = (wanted: string | undefined, value: string) => wanted === undefined || wanted === value
            return isIncluded && is(by.origin, origin) && is(by.type, type) && is(by.userId, asid)
          })
          .sort((one, other) => one.ago - other.ago || other.id.localeCompare(one.id))
        const query = new URLSearchParams({ ...by, limit: `${limit}` })
        assert.deepEqual(
          idsOf(await everyPage(agent, `/messages?${query}`)),
          idsOf(expected.map((one) => ({ messageId: one.id }))),
        )
      },
    ),
    { numRuns: 40 },
  )
})

test('logs are paged like messages, for any event and level', async () => {
  const agent = await createTestAgent(server)
  const { key } = await keyOf(agent)
  await pool.query(
    `insert into agent_logs (agent_key, at, level, event, data)
     select $1, $2::timestamptz - n * interval '1 microsecond', ($3::text[])[1 + n % 4], 'event.' || n % 3, json_build_object('n', n)
       from generate_series(0, 39) as n`,
    [key, world.now(), logLevels],
  )
  const numbers = async (query: string) => (await everyPage(agent, `/logs?limit=7${query}`)).map(({ data }) => data.n)
  const all = Array.from({ length: 40 }, (_, n) => n)
  assert.deepEqual(await numbers(''), all)
  assert.deepEqual(
    await numbers('&event=event.1'),
    all.filter((n) => n % 3 === 1),
  )
  for (const [index, level] of logLevels.entries()) {
    assert.deepEqual(
      await numbers(`&level=${level}`),
      all.filter((n) => n % 4 === index),
      level,
    )
    assert.deepEqual(
      await numbers(`&level=${level}&event=event.2`),
      all.filter((n) => n % 4 === index && n % 3 === 2),
    )
  }
})
