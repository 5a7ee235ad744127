import { readFileSync } from 'node:fs'
import {
  createIndexCache,
  createLexemeCache,
  indexDefinition,
  searchKnowledge,
} from '../server/src/domains/knowledge/index.ts'
import { type Database, openDatabase } from '../server/src/platform/db/database.ts'
import { inTransaction } from '../server/src/platform/db/transaction.ts'
import type { AgentKey } from '../server/src/platform/http/route.ts'
import { watchStalls } from '../server/src/testing/stalls/watch-stalls.ts'
import type { Benchmark } from './benchmark.ts'
import { addPassages, createBenchAgents, misspell, quantile } from './knowledge.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

const sizes = [1_000, 20_000]
const maxFacts = 1_000
const searches = 300
const stallTarget = 100

type Search = (q: string) => Promise<unknown>

/** Searches in memory, compared with the same searches in PostgreSQL. */
export async function benchSearch(url: string): Promise<Benchmark[]> {
  // All statements on one connection, whose processor time the operating system reports.
  const database = openDatabase(url, { connections: 1 })
  try {
    const agents = await addAgents(url)
    const benchmarks: Benchmark[] = []
    for (const [at, size] of sizes.entries()) {
      benchmarks.push(...(await benchSize(database, agents[at] as AgentKey, size)))
    }
    return benchmarks
  } finally {
    await database.close()
  }
}

async function benchSize(database: Database, agent: AgentKey, size: number): Promise<Benchmark[]> {
  const words = createVocabulary()
  await database.pool.query('vacuum analyze knowledge_entries, knowledge_words')
  const { rows } = await database.pool.query('select version from agents where agent_key = $1', [agent.key])
  const current = { ...agent, version: rows[0].version as number }
  const { db } = database
  const indexes = createIndexCache({ db })
  const building = await measureBuild(database, current, indexes)
  const memory = { indexes, lexemes: createLexemeCache() }
  const inMemory: Search = (q) => searchKnowledge(db, current, { q, limit: 10 }, memory)
  const inPostgres: Search = (q) => searchKnowledge(db, current, { q, limit: 10 })
  const questions = Array.from({ length: searches }, (_, n) => {
    const q = words.pickWords(3 + (n % 4))
    return n % 4 === 0 ? misspell(q) : q
  })
  for (const q of questions.slice(0, 40)) await Promise.all([inMemory(q), inPostgres(q)])
  memory.lexemes = createLexemeCache()
  const { pid } = (await database.pool.query('select pg_backend_pid() as pid')).rows[0] as { pid: number }
  const withNewWords = await measureSearches(questions, inMemory, pid)
  const ours = await measureSearches(questions, inMemory, pid)
  const reference = await measureSearches(questions, inPostgres, pid)
  const name = `search in memory, ${size.toLocaleString('en')} entries`
  return [
    { name: `${name}, p50`, ours: ours.p50, ceiling: reference.p50, unit: 'ms (less is better)' },
    { name: `${name}, p99`, ours: ours.p99, ceiling: reference.p99, unit: 'ms (less is better)' },
    {
      name: `${name}, processor time`,
      ours: ours.processor,
      ceiling: reference.processor,
      unit: 'ms (less is better)',
    },
    {
      name: `${name}, processor time, first search for its words`,
      ours: withNewWords.processor,
      ceiling: reference.processor,
      unit: 'ms (less is better)',
    },
    ...building.map((benchmark) => ({ ...benchmark, name: `${name}: ${benchmark.name}` })),
  ]
}

/** One agent of each size. The worker that reads the passages needs more than one connection. */
async function addAgents(url: string): Promise<AgentKey[]> {
  const database = openDatabase(url)
  try {
    const agents = await createBenchAgents(database, sizes.length)
    for (const [at, agent] of agents.entries()) {
      await addEntries(database, agent, sizes[at] as number, createVocabulary())
    }
    return agents
  } finally {
    await database.close()
  }
}

async function addEntries(database: Database, agent: AgentKey, size: number, words: Vocabulary): Promise<void> {
  const facts = Array.from({ length: Math.min(size, maxFacts) }, (_, n) => ({
    id: `fact-${n}`,
    question: `What about ${words.pickWords(5)}?`,
    alternates: [words.pickWords(4)],
    answer: words.pickWords(20),
  }))
  await inTransaction(database.db, (tx) => indexDefinition(tx, agent, { facts: { before: [], after: facts } }))
  if (size > maxFacts) await addPassages(database, agent, size - maxFacts, words)
}

/** The time to build the index, compared with reading the entries; its size, compared with the table; and stalls. */
async function measureBuild(
  { pool }: Database,
  agent: AgentKey,
  indexes: ReturnType<typeof createIndexCache>,
): Promise<Benchmark[]> {
  const startedAt = performance.now()
  const { longest } = await watchStalls(async () => {
    indexes.find(agent)
    await indexes.whenIdle()
  })
  const milliseconds = performance.now() - startedAt
  const index = indexes.find(agent)
  if (!index) throw new Error('the index was not built')
  const readAt = performance.now()
  await pool.query('select title, text, phrases, tsvectorsend(words) from knowledge_entries where agent_key = $1', [
    agent.key,
  ])
  const readMilliseconds = performance.now() - readAt
  const { rows } = await pool.query(
    `select sum(octet_length(title) + octet_length(text) + octet_length(tsvectorsend(words))) / 1e6 as megabytes
       from knowledge_entries where agent_key = $1`,
    [agent.key],
  )
  return [
    { name: 'building', ours: milliseconds, ceiling: readMilliseconds, unit: 'ms (less is better)' },
    { name: 'size', ours: index.bytes / 1e6, ceiling: Number(rows[0].megabytes), unit: 'MB (less is better)' },
    {
      name: 'longest stall of processor time while building',
      ours: longest.cpuMilliseconds,
      ceiling: stallTarget,
      unit: 'ms (less is better)',
    },
  ]
}

async function measureSearches(questions: readonly string[], search: Search, pid: number) {
  const delays: number[] = []
  const before = readProcessorMilliseconds(pid)
  for (const q of questions) {
    const startedAt = performance.now()
    await search(q)
    delays.push(performance.now() - startedAt)
  }
  const processor = (readProcessorMilliseconds(pid) - before) / questions.length
  return { p50: quantile(delays, 0.5), p99: quantile(delays, 0.99), processor }
}

/** Sums the time of this process and of the connection's process in PostgreSQL, which has a resolution of 10 ms. */
function readProcessorMilliseconds(pid: number): number {
  const { user, system } = process.cpuUsage()
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [userTicks = 0, systemTicks = 0] = fields.split(' ').slice(11, 13).map(Number)
  return (user + system) / 1000 + 10 * (userTicks + systemTicks)
}
