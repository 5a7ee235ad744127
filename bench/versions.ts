import { openDatabase } from '../server/src/platform/db/database.ts'
import { buildAgentDocument, buildFact, buildList } from './agent-document.ts'
import type { Benchmark } from './benchmark.ts'
import { callOnce } from './calls.ts'
import { type BenchParley, startBenchParley } from './servers.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

const size = { things: 500, facts: 2_000, playbooks: 60, templates: 50 }
const versions = 500
const targetBytes = 20_000_000
const diffs = 20
const targetDiffMilliseconds = 200
const megabyte = 1_000_000

/** Storage of the versions of a large agent, and the time of a diff between two of them, as ratios of their targets. */
export async function benchVersions(databaseUrl: string): Promise<Benchmark[]> {
  const parley = await startBenchParley(databaseUrl, { MEANINGS: 'off' })
  try {
    const words = createVocabulary()
    const path = await createAgent(parley, buildAgentDocument(size, words))
    for (let version = 0; version < versions; version++) await writeFact(parley, path, { version, words })
    return [
      {
        name: `storage of ${versions} versions of an agent with ${size.facts} Facts`,
        ours: (await measureVersionBytes(databaseUrl)) / megabyte,
        ceiling: targetBytes / megabyte,
        unit: 'MB (less is better)',
      },
      {
        name: 'diff of two large versions',
        ours: await measureDiffs(parley, path),
        ceiling: targetDiffMilliseconds,
        unit: 'ms (less is better)',
      },
    ]
  } finally {
    await parley.stop()
  }
}

async function send(
  { origin, key }: BenchParley,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  path: string,
  body?: object,
) {
  const response = await callOnce(origin, { method, path, token: key, ...(body && { body: JSON.stringify(body) }) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
  return JSON.parse(text) as Record<string, unknown>
}

async function createAgent(parley: BenchParley, document: object): Promise<string> {
  const agents = '/v1/orgs/demo/agents'
  const { id } = await send(parley, 'POST', agents, { name: 'Versions' })
  await send(parley, 'POST', `${agents}/${id}/import`, document)
  return `${agents}/${id}`
}

type Write = { version: number; words: Vocabulary }

/** Alternates between a small write and one Fact of the long list, as operators do. */
async function writeFact(parley: BenchParley, path: string, { version, words }: Write): Promise<void> {
  if (version % 5 > 0) {
    const playbook = `${path}/playbooks/playbook-${version % size.playbooks}`
    return void (await send(parley, 'PATCH', playbook, { description: words.pickWords(10) }))
  }
  const { data } = (await send(parley, 'GET', `${path}/knowledge/facts`)) as { data: object[] }
  const [fact] = buildList(1, () => buildFact(version, words))
  await send(parley, 'PUT', `${path}/knowledge/facts`, {
    facts: data.map((old, at) => (at === version ? { ...old, ...fact, id: (old as { id: string }).id } : old)),
  })
}

/** What the rows of versions take, with their indexes. */
async function measureVersionBytes(databaseUrl: string): Promise<number> {
  const database = openDatabase(databaseUrl, { connections: 1 })
  try {
    const { rows } = await database.pool.query(`
      select sum(pg_total_relation_size(name::regclass))::float8 as bytes
        from unnest(array['agent_versions', 'agent_version_sections']) as name`)
    return (rows[0] as { bytes: number }).bytes
  } finally {
    await database.close()
  }
}

/** The median, between pairs of versions that no call has read before. */
async function measureDiffs(parley: BenchParley, path: string): Promise<number> {
  const times: number[] = []
  for (let pair = 0; pair < diffs; pair++) {
    const startedAt = performance.now()
    await send(parley, 'GET', `${path}/versions/${10 + pair}/diff/${versions - pair}`)
    times.push(performance.now() - startedAt)
  }
  return times.sort((one, other) => one - other)[Math.floor(diffs / 2)] as number
}
