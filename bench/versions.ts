import { randomBytes } from 'node:crypto'
import { openDatabase } from '../server/src/platform/db/database.ts'
import { buildAgentDocument, buildFact, buildList } from './agent-document.ts'
import type { Benchmark } from './benchmark.ts'
import { callOnce } from './calls.ts'
import { type BenchParley, startBenchParley, startSecondProcess } from './servers.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

const size = { things: 500, playbooks: 60, templates: 50 }
/** More Facts than the API accepts in one list, and as many as it accepts. */
const [manyFacts, listedFacts] = [2_000, 1_000]
const versions = 500
const targetBytes = 20_000_000
const diffs = 20
const targetDiffMilliseconds = 200
const [writes, warmUps] = [60, 5]
const megabyte = 1_000_000

/**
 * Storage of the versions of large agents and the time of a diff between two of them, as ratios of their targets; and
 * writes, as ratios of the same writes by a server that records no versions.
 */
export async function benchVersions(databaseUrl: string): Promise<Benchmark[]> {
  const settings = { SECRET_KEY: randomBytes(32).toString('hex'), MEANINGS: 'off' }
  const parley = await startBenchParley(databaseUrl, settings)
  const loader = new URL('without-version-recording.ts', import.meta.url).href
  const reference = await startSecondProcess(databaseUrl, { ...settings, NODE_OPTIONS: `--import=${loader}` })
  const recording: Server = { origin: parley.origin, key: parley.key, words: createVocabulary() }
  const plain: Server = { origin: reference.origin, key: parley.key, words: createVocabulary() }
  try {
    const large = await createAgent(recording, { facts: manyFacts, databaseUrl })
    const largeBytes = await measureBytes(databaseUrl, () => writeVersions(recording, large, writeThing))
    const listed = await createAgent(recording, { facts: listedFacts, databaseUrl })
    const listedBytes = await measureBytes(databaseUrl, () => writeVersions(recording, listed, writeFact))
    const plainLarge = await createAgent(plain, { facts: manyFacts, databaseUrl })
    const plainListed = await createAgent(plain, { facts: listedFacts, databaseUrl })
    const pairs = {
      [`PATCH of a playbook of an agent with ${manyFacts} Facts`]: {
        write: writePlaybook,
        at: large,
        plain: plainLarge,
      },
      [`PUT of ${size.things} Things with one changed`]: { write: writeThing, at: large, plain: plainLarge },
      [`PUT of ${listedFacts} Facts with one changed`]: { write: writeFact, at: listed, plain: plainListed },
    }
    const rows = [
      toStorage(`agent with ${manyFacts} Facts, of which Things and playbooks change`, largeBytes),
      toStorage(`agent with ${listedFacts} Facts, of which Facts and playbooks change`, listedBytes),
    ]
    for (const [name, { write, at, plain: other }] of Object.entries(pairs)) {
      const [ours, ceiling] = await compareWrites(write, [recording, at], [plain, other])
      rows.push({ name: `${name}, compared with no recording`, ours, ceiling, unit: 'ms (limit 1.2)' })
    }
    for (const [facts, path] of [
      [manyFacts, large],
      [listedFacts, listed],
    ] as const)
      rows.push({
        name: `diff of two versions of an agent with ${facts} Facts`,
        ours: await measureDiffs(recording, path),
        ceiling: targetDiffMilliseconds,
        unit: 'ms (less is better)',
      })
    return rows
  } finally {
    await reference.stop()
    await parley.stop()
  }
}

type Server = Pick<BenchParley, 'origin' | 'key'> & { words: Vocabulary }
type Write = (server: Server, path: string, n: number) => Promise<unknown>

const toStorage = (agent: string, bytes: number): Benchmark => ({
  name: `storage of ${versions} versions of an ${agent}`,
  ours: bytes / megabyte,
  ceiling: targetBytes / megabyte,
  unit: 'MB (less is better)',
})

async function send({ origin, key }: Server, method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: object) {
  const response = await callOnce(origin, { method, path, token: key, ...(body && { body: JSON.stringify(body) }) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
  return JSON.parse(text) as Record<string, unknown>
}

type AgentSize = { facts: number; databaseUrl: string }

async function createAgent(server: Server, { facts, databaseUrl }: AgentSize): Promise<string> {
  const agents = '/v1/orgs/demo/agents'
  const { id } = await send(server, 'POST', agents, { name: 'Versions' })
  const path = `${agents}/${id}`
  // An import with all of it would be larger than a document may be.
  await send(server, 'POST', `${path}/import`, buildAgentDocument({ ...size, facts: 0 }, server.words))
  const list = buildList(facts, (n) => buildFact(n, server.words))
  await send(server, 'PUT', `${path}/knowledge/facts`, { facts: list.slice(0, listedFacts) })
  if (facts > listedFacts) await storeFacts(databaseUrl, id as string, list)
  return path
}

/** Stores more Facts than the API accepts. A new version makes every process read the agent again. */
async function storeFacts(databaseUrl: string, agentId: string, facts: object[]): Promise<void> {
  await withDatabase(databaseUrl, (query) =>
    query(
      `with stored as (
         update definitions set facts = $1::json from agents
          where agents.agent_key = definitions.agent_key and agents.id = $2)
       update agents set version = nextval('definition_versions') where id = $2`,
      [JSON.stringify(facts), agentId],
    ),
  )
}

/** Alternates between small writes and one item of a long list, as operators do. */
async function writeVersions(server: Server, path: string, writeList: Write): Promise<void> {
  for (let n = 0; n < versions; n++) await (n % 5 > 0 ? writePlaybook : writeList)(server, path, n)
}

const writePlaybook: Write = (server, path, n) =>
  send(server, 'PATCH', `${path}/playbooks/playbook-${n % size.playbooks}`, { description: server.words.pickWords(10) })

const writeThing: Write = (server, path, n) =>
  replaceItem(server, `${path}/knowledge/things`, {
    list: 'things',
    n,
    change: { description: server.words.pickWords(25) },
  })

const writeFact: Write = (server, path, n) =>
  replaceItem(server, `${path}/knowledge/facts`, {
    list: 'facts',
    n,
    change: { answer: `${server.words.pickWords(30)}.` },
  })

async function replaceItem(
  server: Server,
  path: string,
  { list, n, change }: { list: string; n: number; change: object },
): Promise<void> {
  const { data } = (await send(server, 'GET', path)) as { data: object[] }
  const items = data.map((item, at) => (at === n % data.length ? { ...item, ...change } : item))
  await send(server, 'PUT', path, { [list]: items })
}

/** The medians of the same writes to both servers, in turns. */
async function compareWrites(
  write: Write,
  ...sides: [server: Server, path: string][]
): Promise<[ours: number, ceiling: number]> {
  const times = sides.map((): number[] => [])
  for (let n = -warmUps; n < writes; n++) {
    for (const [side, [server, path]] of sides.entries()) {
      const startedAt = performance.now()
      await write(server, path, n + warmUps)
      if (n >= 0) times[side]?.push(performance.now() - startedAt)
    }
  }
  return times.map(median) as [number, number]
}

/** What the rows of versions that `write` makes take, with their indexes. */
async function measureBytes(databaseUrl: string, write: () => Promise<void>): Promise<number> {
  const measure = () =>
    withDatabase(databaseUrl, async (query) => {
      const { rows } = await query(`
        select sum(pg_total_relation_size(name::regclass))::float8 as bytes
          from unnest(array['agent_versions', 'agent_version_sections']) as name`)
      return (rows[0] as { bytes: number }).bytes
    })
  const before = await measure()
  await write()
  return (await measure()) - before
}

type Query = (sql: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

async function withDatabase<T>(databaseUrl: string, run: (query: Query) => Promise<T>): Promise<T> {
  const database = openDatabase(databaseUrl, { connections: 1 })
  try {
    return await run((sql, values) => database.pool.query(sql, values))
  } finally {
    await database.close()
  }
}

/** The median, between pairs of versions hundreds of writes apart that no call has read before. */
async function measureDiffs(server: Server, path: string): Promise<number> {
  const { data } = (await send(server, 'GET', `${path}/versions?limit=1`)) as { data: { version: number }[] }
  const newest = data[0]?.version ?? 0
  const times: number[] = []
  for (let pair = 0; pair < diffs; pair++) {
    const startedAt = performance.now()
    await send(server, 'GET', `${path}/versions/${newest - versions + 50 + pair}/diff/${newest - pair}`)
    times.push(performance.now() - startedAt)
  }
  return median(times)
}

const median = (times: number[]): number => times.toSorted((one, other) => one - other)[times.length >> 1] as number
