import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import type { AgentKey } from '../../../platform/http/route.ts'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus } from '../../../testing/client.ts'
import type { NewPerson } from '../person/change.ts'
import type { Person } from '../person/person.ts'
import { insertPeople } from '../person/queries.ts'
import { parseFilter } from './filter.ts'
import type { PeopleFilter } from './filter-schema.ts'
import { countPeople } from './queries/iterate.ts'
import { listPeople } from './queries/list.ts'
import { type ListPosition, sortOrders } from './sort.ts'
import { arbitraryPerson, listExpectedIds } from './testing/crowd.ts'

const server = await createTestApp()
const agent = await createTestAgent(server)

const fullTag = 'x'.repeat(60)
const longValue = 'v'.repeat(3000)
const anna = {
  fullName: 'Anna Größe',
  email: 'Anna.G@Example.com',
  phone: '+12025550143',
  company: 'Café 100%',
  status: 'contacted',
  source: "O'Neill; drop table people",
  tags: ['fair', fullTag],
  customFields: { plan: 'plus', note: `${longValue}1` },
  assignedRepresentativeId: 'rep_1',
  preferredLocationId: 'harbor',
}
const ben = {
  fullName: 'Ben Smith',
  status: 'new',
  tags: ['%'],
  customFields: { plan: 'basic', note: `${longValue}2` },
}
for (const person of [anna, ben]) assertStatus(await agent.post('/people', person), 201)
const stranger = await createTestAgent(server)
assertStatus(await stranger.post('/people', { ...anna, fullName: 'Anna Elsewhere' }), 201)

async function named(query: string, by: TestAgent = agent): Promise<string[]> {
  const { data } = assertStatus(await by.get(`/people?${query}`), 200)
  return data.map((person: { fullName: string }) => person.fullName)
}

const both = ['Ben Smith', 'Anna Größe']
const filters: [query: Record<string, string>, found: string[]][] = [
  [{}, both],
  [{ q: '' }, both],
  [{ q: '  ' }, both],
  [{ q: 'grosse anna' }, ['Anna Größe']],
  [{ q: 'GRÖ' }, ['Anna Größe']],
  [{ q: 'cafe' }, ['Anna Größe']],
  [{ q: 'anna.g@example' }, ['Anna Größe']],
  [{ q: 'example.com' }, ['Anna Größe']],
  [{ q: '(202) 555-0143' }, ['Anna Größe']],
  [{ q: '0143' }, ['Anna Größe']],
  [{ q: 'anna smith' }, []],
  [{ q: 'nna' }, []],
  [{ q: '%' }, []],
  [{ q: 'a_na@' }, []],
  [{ q: 'a%@' }, []],
  [{ q: 'a\\@' }, []],
  [{ q: 'a@\u{10ffff}' }, []],
  [{ q: "anna' or 1=1 --" }, []],
  [{ status: 'contacted' }, ['Anna Größe']],
  [{ status: 'lost' }, []],
  [{ source: anna.source }, ['Anna Größe']],
  [{ source: "' or 'a'='a" }, []],
  [{ consent: 'unknown' }, both],
  [{ consent: 'granted' }, []],
  [{ tag: 'fair' }, ['Anna Größe']],
  [{ tag: fullTag }, ['Anna Größe']],
  [{ tag: '%' }, ['Ben Smith']],
  [{ tag: 'fai' }, []],
  [{ tag: '{fair}' }, []],
  [{ assignedRepresentativeId: 'rep_1' }, ['Anna Größe']],
  [{ assignedRepresentativeId: 'rep_2' }, []],
  [{ preferredLocationId: 'harbor' }, ['Anna Größe']],
  [{ preferredLocationId: 'hill' }, []],
  [{ importBatchId: 'imp_1' }, []],
  [{ channel: 'rcs' }, []],
  [{ createdAfter: '2000-01-01' }, both],
  [{ createdAfter: '2999-01-01T00:00:00+02:00' }, []],
  [{ createdBefore: '2999-01-01' }, both],
  [{ createdBefore: '0001-01-01' }, []],
  [{ createdAfter: '0000-01-01', createdBefore: '9999-12-31T23:59:59+23:59' }, both],
  [{ lastSeenAfter: '1960-01-01' }, []],
  [{ 'customFields.plan': 'plus' }, ['Anna Größe']],
  [{ 'customFields.plan': '' }, []],
  [{ 'customFields.constructor': 'x' }, []],
  [{ "customFields.a' or 1=1 --": 'x' }, []],
  // The index contains only the beginning of a long value.
  [{ 'customFields.note': `${longValue}2` }, ['Ben Smith']],
  [{ 'customFields.note': longValue }, []],
  [{ status: 'contacted', tag: 'fair', q: 'anna', 'customFields.plan': 'plus' }, ['Anna Größe']],
  [{ status: 'new', tag: 'fair' }, []],
]
for (const [at, [query, found]] of filters.entries()) {
  const written = new URLSearchParams(query).toString()
  test(`the filter ${written.slice(0, 80)} finds ${found.length} of two people`, async () => {
    for (const sort of new Set([sortOrders[0], sortOrders[at % sortOrders.length]])) {
      const expected = sort === '-createdAt' ? found : found.toSorted()
      const names = await named(`${written}${written && '&'}sort=${sort}`)
      assert.deepEqual(sort === '-createdAt' ? names : names.toSorted(), expected, sort)
    }
  })
}

const refused: [query: string, ...fields: string[]][] = [
  ['status=', 'status'],
  ['status=old', 'status'],
  ['status=new&status=lost', 'status'],
  ['consent=yes', 'consent'],
  ['channel=pigeon', 'channel'],
  ['tag=', 'tag'],
  ['createdAfter=yesterday', 'createdAfter'],
  ['createdBefore=2030-02-30', 'createdBefore'],
  ['createdBefore=9999-12-31T23:59:59-23:59', 'createdBefore'],
  ['lastSeenAfter=2030-01-31T09:00:00', 'lastSeenAfter'],
  ['limit=0', 'limit'],
  ['limit=201', 'limit'],
  ['limit=many', 'limit'],
  ['sort=email', 'sort'],
  ['age=7', 'age'],
  ['customFields.=x', 'customFields.'],
  ['customFields.a.b=x', 'customFields.a.b'],
  ['customFields.$a=x&customFields.__proto__=x', 'customFields.$a', 'customFields.__proto__'],
  ['status=old&age=7&limit=0', 'status', 'age', 'limit'],
  [`q=${'x'.repeat(201)}`, 'q'],
  ['q=%00', 'q'],
  ['pageToken=forged', 'pageToken'],
  ['pageToken=', 'pageToken'],
]
for (const [query, ...fields] of refused) {
  test(`the query ${query.slice(0, 60)} is refused with the name of the parameter`, async () => {
    assertProblem(await agent.get(`/people?${query}`), 422, 'request.invalid', ...fields)
  })
}

test('a list shows people with their identities and without their journal', async () => {
  const { data } = assertStatus(await agent.get('/people?tag=fair'), 200)
  assert.deepEqual(data[0].identities, [])
  assert.equal(data[0].journal, undefined)
  assert.equal(data[0].key, undefined)
})

test('a page token is valid only for its own agent, filter and sort, and reveals no name', async () => {
  const { nextPageToken } = assertStatus(await agent.get('/people?limit=1&sort=fullName'), 200)
  assert.doesNotMatch(Buffer.from(nextPageToken, 'base64url').toString('latin1'), /anna|ben/i)
  assert.deepEqual(await named(`limit=5&sort=fullName&pageToken=${nextPageToken}`), ['Ben Smith'])
  const elsewhere: [by: TestAgent, query: string][] = [
    [agent, 'sort=-fullName'],
    [agent, 'sort=fullName&status=new'],
    [stranger, 'sort=fullName'],
  ]
  for (const [by, query] of elsewhere) {
    assertProblem(await by.get(`/people?${query}&pageToken=${nextPageToken}`), 422, 'request.invalid', 'pageToken')
  }
})

test('a caller without read access to people cannot see the list', async () => {
  const org = { id: agent.orgId, path: `/orgs/${agent.orgId}`, api: agent.client }
  const key = await server.key(org, ['agents:read'])
  assertProblem(await agent.by(key).get('/people'), 403, 'auth.scope_missing')
})

const conditions = {
  q: fc.constantFrom('an', 'smith', 'anna smith', 'anne o', '山', 'x@exam', '2025', '0143', '!'),
  status: fc.constantFrom('new', 'lost'),
  source: fc.constantFrom('web', 'none'),
  consent: fc.constantFrom('granted', 'unknown'),
  tag: fc.constantFrom('a', 'a%', 'c'),
  assignedRepresentativeId: fc.constant('rep_1'),
  preferredLocationId: fc.constantFrom('harbor', 'hill'),
  importBatchId: fc.constant('imp_2'),
  channel: fc.constantFrom('rcs', 'sms'),
  createdAfter: fc.constantFrom('2029-01-02', '2029-01-05T00:00:00Z'),
  createdBefore: fc.constantFrom('2029-01-08', '2029-01-05T00:00:01Z'),
  lastSeenAfter: fc.constantFrom('1950-01-01', '2029-01-04'),
  'customFields.plan': fc.constantFrom('x', ''),
}
type Query = { [Key in keyof typeof conditions]?: string }
const keys = Object.keys(conditions) as (keyof Query)[]
// Chooses the keys first, then their values: discarding queries with too many keys took most of this file's time.
const query = fc
  .tuple(fc.subarray(keys, { maxLength: 3 }), fc.record(conditions))
  .map(([some, values]): Query => Object.fromEntries(some.map((key) => [key, values[key]])))
const sort = fc.constantFrom(...sortOrders)

test('the pages of any filter and sort contain every person once and in order, and continue past people added meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryPerson, { maxLength: 30 }),
      fc.array(fc.tuple(query, sort, fc.integer({ min: 2, max: 9 })), { minLength: 1, maxLength: 2 }),
      fc.array(arbitraryPerson, { minLength: 1, maxLength: 5 }),
      async (given, asks, later) => {
        const crowd = await createTestAgent(server)
        const key = await keyOf(crowd)
        const people = await addPeople(key, given)
        for (const [query, sort, limit] of asks) {
          const filter = parseFilter(query)
          const written = `${new URLSearchParams(query)}&sort=${sort}&limit=${limit}`
          assert.deepEqual(await everyPage(crowd, written), listExpectedIds(people, filter, sort))
          const before = new Set(people.map(({ id }) => id))
          const add = async () => {
            const fresh = later.map((person) => ({ ...person, id: `${person.id}_${before.size}_${people.length}` }))
            people.push(...(await addPeople(key, fresh)))
          }
          const seen = await everyPage(crowd, written, add)
          assert.equal(new Set(seen).size, seen.length, 'nobody comes twice')
          const expected = listExpectedIds(
            people.filter(({ id }) => before.has(id)),
            filter,
            sort,
          )
          assert.deepEqual(
            seen.filter((id) => before.has(id)),
            expected,
          )
        }
      },
    ),
    { numRuns: 15 },
  )
})

const effort = fc.record({
  few: fc.constantFrom(0, 3, 12),
  near: fc.integer({ min: 1, max: 3 }),
  first: fc.integer({ min: 1, max: 3 }),
})
const severalTags = Array.from({ length: 20 }, (_, n) => (n === 7 ? 'b' : `none${n}`))
const lists = fc.constantFrom<PeopleFilter>(
  {},
  { q: ['smith', 'anna'] },
  { q: ['an', '!'] },
  { q: ['anna smith', '2025'] },
  { status: ['new', 'lost', 'contacted'] },
  { tag: ['a', 'b'] },
  { tag: severalTags },
  { channel: ['rcs', 'sms'] },
)
const list = fc.record({ sort, limit: fc.integer({ min: 8, max: 20 }), effort })

/** Several values of one criterion, in creation order, and the first scan stops early. */
const stopsEarly = { sort: '-createdAt', limit: 8, effort: { few: 12, near: 1, first: 1 } } as const

test('every query plan returns the same page', async () => {
  const crowd = await keyOf(await createTestAgent(server))
  const people = await addPeople(crowd, fc.sample(arbitraryPerson, { seed: 1, numRuns: 50 }))
  await fc.assert(
    fc.asyncProperty(query, lists, list, async (one, several, ask) => {
      const filter = parseFilter({ ...one, ...several } as PeopleFilter)
      const ids = await idsOf(crowd, { ...ask, filter })
      assert.deepEqual(ids, listExpectedIds(people, filter, ask.sort))
      assert.equal(await countPeople(server.database.db, crowd, filter, ask.effort.few), ids.length)
    }),
    { numRuns: 30, examples: [[{ createdBefore: '2029-01-08' }, { tag: ['a', 'b'] }, stopsEarly]] },
  )
})

test('search results sorted by name are in order, whether or not the name starts with the search word', async () => {
  const crowd = await keyOf(await createTestAgent(server))
  const people = await addPeople(crowd, fc.sample(arbitraryPerson, { seed: 2, numRuns: 60 }))
  for (const q of ['an', 'anna', 'smith', 'anna smith', 'x@exam', '2025']) {
    for (const [at, few] of [0, 3, 12, 1000].entries()) {
      const filter = parseFilter(at % 2 === 0 ? { q } : { q, status: 'new' })
      for (const sort of ['fullName', '-fullName'] as const) {
        const ids = await idsOf(crowd, { filter, sort, limit: 7, effort: { few, near: 1, first: 1 } })
        assert.deepEqual(ids, listExpectedIds(people, filter, sort), `${q} ${few} ${sort}`)
      }
    }
  }
})

/** The ids of everybody in the list, page by page. */
async function idsOf(crowd: AgentKey, ask: Parameters<typeof listPeople>[2]): Promise<string[]> {
  const ids: string[] = []
  for (let after: ListPosition | undefined, isFirst = true; isFirst || after; isFirst = false) {
    const page = await listPeople(server.database.db, crowd, { ...ask, after })
    ids.push(...page.people.map(({ id }) => id))
    after = page.next
  }
  return ids
}

async function addPeople(agent: AgentKey, people: NewPerson[]): Promise<Person[]> {
  return server.database.db.transaction().execute((tx) => insertPeople(tx, agent, people))
}

async function keyOf({ id, orgId }: TestAgent): Promise<AgentKey> {
  const agents = server.database.db.selectFrom('agents').select('agent_key as key')
  const { key } = await agents.where('org_id', '=', orgId).where('id', '=', id).executeTakeFirstOrThrow()
  return { key, id, orgId }
}

/** Reads every page of the list; `between` runs after the first. */
async function everyPage(agent: TestAgent, query: string, between = async () => {}): Promise<string[]> {
  const ids: string[] = []
  let token = ''
  do {
    const { data, nextPageToken } = assertStatus(await agent.get(`/people?${query}${token}`), 200)
    ids.push(...data.map((person: { id: string }) => person.id))
    if (token === '') await between()
    token = nextPageToken === undefined ? '' : `&pageToken=${nextPageToken}`
  } while (token !== '')
  return ids
}
