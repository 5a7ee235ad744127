import { audiences } from '../server/src/domains/people/index.ts'
import { type Database, openDatabase } from '../server/src/platform/db/database.ts'
import type { AgentKey } from '../server/src/platform/http/route.ts'
import type { Benchmark } from './benchmark.ts'
import { createPeople } from './people-crowd.ts'

const { parseFilter, list: listPeople } = audiences
const people = 1_000_000
const pageSize = 50
const rounds = 40

type PeopleListOptions = Parameters<typeof listPeople>[2]
type PeopleQuery = { filter?: Parameters<typeof parseFilter>[0]; sort?: PeopleListOptions['sort'] }

/** Values of half of the people, of a few, of only the oldest, and of no one. */
const queries: [name: string, ask: PeopleQuery][] = [
  ['no filter', {}],
  ['sort by -updatedAt', { sort: '-updatedAt' }],
  ['sort by -lastSeenAt', { sort: '-lastSeenAt' }],
  ['sort by fullName', { sort: 'fullName' }],
  ['status that half have', { filter: { status: 'new' } }],
  ['rare status', { filter: { status: 'lost' } }],
  ['source', { filter: { source: 'web' } }],
  ['consent that a quarter have', { filter: { consent: 'granted' } }],
  ['rare consent', { filter: { consent: 'denied' } }],
  ['tag that half have', { filter: { tag: 'half' } }],
  ['rare tag', { filter: { tag: 'rare' } }],
  ['tag of the oldest people', { filter: { tag: 'oldest' } }],
  ['tag that no one has', { filter: { tag: 'nobody' } }],
  ['representative', { filter: { assignedRepresentativeId: 'rep_2' } }],
  ['import batch', { filter: { importBatchId: 'imp_0' } }],
  ['channel', { filter: { channel: 'rcs' } }],
  ['rare channel', { filter: { channel: 'messengerA' } }],
  ['createdAfter', { filter: { createdAfter: '2029-01-01T08:00:00Z' } }],
  ['createdBefore', { filter: { createdBefore: '2029-01-01T01:00:00Z' } }],
  ['lastSeenAfter that a fifth match', { filter: { lastSeenAfter: '2029-02-01' } }],
  ['lastSeenAfter that few match', { filter: { lastSeenAfter: '2030-04-20' } }],
  ['lastSeenAfter that the oldest match', { filter: { lastSeenAfter: '2029-12-01' } }],
  ['custom field that a third have', { filter: { 'customFields.plan': 'plus' } }],
  ['custom field that one person has', { filter: { 'customFields.account': 'A-77777' } }],
  ['search for a common name', { filter: { q: 'anaa' } }],
  ['search for two names', { filter: { q: 'anfr smgs' } }],
  ['search for a prefix', { filter: { q: 'an' } }],
  ['search for a domain', { filter: { q: 'example.com' } }],
  ['search for a number', { filter: { q: '+1 200 077' } }],
  ['search without matches', { filter: { q: 'zebra' } }],
  ['search for a company of the oldest people', { filter: { q: 'oldco' } }],
  ['search for 300 companies of the oldest people', { filter: { q: 'earlier' } }],
  ['search for common words that no one has in combination', { filter: { q: 'anaa smaa example.com example.org' } }],
  ['status and tag', { filter: { status: 'lost', tag: 'half' } }],
  ['common status and tag that no one has in combination', { filter: { status: 'contacted', tag: 'half' } }],
  ['common status, tag of the oldest people', { filter: { status: 'new', tag: 'oldest' } }],
  ['common status, lastSeenAfter that the oldest match', { filter: { status: 'new', lastSeenAfter: '2029-12-01' } }],
  ['status by name', { filter: { status: 'new' }, sort: 'fullName' }],
  ['tag of the oldest people by -updatedAt', { filter: { tag: 'oldest' }, sort: '-updatedAt' }],
]

/** First, middle, and last pages of the list, compared with reading a page of as many people by their keys. */
export async function benchPeople(url: string): Promise<Benchmark[]> {
  const database = openDatabase(url)
  try {
    const agent = await createPeople(database, people)
    await database.pool.query({ text: 'vacuum analyze people, people_search_keys', query_timeout: 600_000 } as {
      text: string
    })
    const results: [name: string, ours: number][] = []
    for (const [name, query] of queries)
      results.push([`people: ${name}, p95`, await measurePages(database, agent, query)])
    const ceiling = await measurePagesByKey(database, agent)
    return results.map(([name, ours]) => ({ name, ours, ceiling, unit: 'ms' }))
  } finally {
    await database.close()
  }
}

/** The middle of each sort order, for a list without filters. */
const middleValues: Record<string, string> = {
  createdAt: '2029-01-01T08:20:00.000Z',
  updatedAt: '2029-02-28T00:00:00.000Z',
  lastSeenAt: '2029-02-28T00:00:00.000Z',
  fullName: 'anlb sm',
}

/** A third of the pages are first pages, a third come from the middle, a third are last pages. */
async function measurePages(
  { db }: Database,
  agent: AgentKey,
  { filter = {}, sort = '-createdAt' }: PeopleQuery,
): Promise<number> {
  const list = { filter: parseFilter(filter), limit: pageSize }
  const field = sort.replace('-', '')
  const { next: last } = await listPeople(db, agent, { ...list, sort: reverseSort(sort) })
  const cursors: PeopleListOptions['after'][] = [undefined, { value: middleValues[field] as string, key: 0 }, last]
  const times: number[] = []
  for (let round = -3; round < rounds; round++) {
    for (const after of cursors) {
      const startedAt = performance.now()
      await listPeople(db, agent, { ...list, sort, after })
      if (round >= 0) times.push(performance.now() - startedAt)
    }
  }
  return computeP95(times)
}

const reverseSort = (sort: PeopleListOptions['sort']) =>
  (sort.startsWith('-') ? sort.slice(1) : `-${sort}`) as PeopleListOptions['sort']

async function measurePagesByKey({ pool }: Database, agent: AgentKey): Promise<number> {
  const times: number[] = []
  for (let round = -3; round < rounds; round++) {
    for (const after of [0, people / 2, people - pageSize]) {
      const startedAt = performance.now()
      await pool.query('select * from people where agent_key = $1 and person_key > $2 order by person_key limit $3', [
        agent.key,
        after,
        pageSize + 1,
      ])
      if (round >= 0) times.push(performance.now() - startedAt)
    }
  }
  return computeP95(times)
}

function computeP95(values: number[]): number {
  return values.toSorted((first, second) => first - second)[Math.floor(values.length * 0.95)] as number
}
