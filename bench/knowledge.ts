import { indexDefinition, searchKnowledge, sourceWork } from '../server/src/domains/knowledge/index.ts'
import { type Database, openDatabase } from '../server/src/platform/db/database.ts'
import { inTransaction } from '../server/src/platform/db/transaction.ts'
import type { AgentKey } from '../server/src/platform/http/route.ts'
import { createWorker } from '../server/src/platform/work/index.ts'
import { realWorld } from '../server/src/platform/world.ts'
import type { Benchmark } from './benchmark.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

const passages = 10_000
const facts = 1_000
const otherAgents = 20
const otherAgentPassages = 500
const searches = 400
const rounds = 5

const log = { warn: console.error, error: console.error }

/**
 * Search in a large agent among others, and indexing a thousand Facts, each compared with the least work PostgreSQL can
 * do.
 */
export async function benchKnowledge(url: string): Promise<Benchmark[]> {
  const database = openDatabase(url)
  try {
    const [agent, ...others] = await createBenchAgents(database, otherAgents + 1)
    if (!agent) throw new Error('no agent was created')
    const words = createVocabulary()
    for (const other of others) await addPassages(database, other, otherAgentPassages, words)
    await addPassages(database, agent, passages, words)
    const indexing = await measureIndexing(database, agent, words)
    await database.pool.query('vacuum analyze knowledge_entries, knowledge_words')
    return [await measureSearch(database, agent, words), indexing]
  } finally {
    await database.close()
  }
}

export async function createBenchAgents({ pool }: Database, count: number): Promise<AgentKey[]> {
  await pool.query(`insert into orgs (id, name, created_at, updated_at) values ('bench', 'Bench', now(), now())`)
  const { rows } = await pool.query(
    `insert into agents (org_id, id, name, created_at, updated_at)
     select 'bench', 'agent-' || n, 'Agent', now(), now() from generate_series(1, $1::int) as n returning agent_key, id`,
    [count],
  )
  return rows.map((row) => ({ key: row.agent_key, id: row.id, orgId: 'bench' }))
}

/** Adds sources for the real worker to read: each paragraph of about 700 characters becomes one passage. */
export async function addPassages(
  { db, pool }: Database,
  agent: AgentKey,
  count: number,
  words: Vocabulary,
): Promise<void> {
  for (let remaining = count; remaining > 0; remaining -= 2_000) {
    const text = Array.from({ length: Math.min(remaining, 2_000) }, () => `${words.pickWords(95)}.`).join('\n\n')
    const id = `source-${remaining}`
    await pool.query(
      `insert into knowledge_sources (agent_key, id, kind, name, status, created_at, updated_at, due_at)
       values ($1, $2, 'text', 'Bench', 'pending', now(), now(), now())`,
      [agent.key, id],
    )
    await pool.query('insert into knowledge_contents (agent_key, source_id, bytes) values ($1, $2, $3)', [
      agent.key,
      id,
      Buffer.from(text),
    ])
  }
  const work = sourceWork({ db, world: realWorld, fetch })
  await createWorker({ db, world: realWorld, log, works: [work] }).drain()
}

async function measureIndexing({ db, pool }: Database, agent: AgentKey, words: Vocabulary): Promise<Benchmark> {
  const buildFacts = () =>
    Array.from({ length: facts }, (_, n) => ({
      id: `fact-${n}`,
      question: `What about ${words.pickWords(5)}?`,
      alternates: [words.pickWords(4)],
      answer: words.pickWords(20),
    }))
  const things = Array.from({ length: facts }, (_, n) => ({
    id: `thing-${n}`,
    name: words.pickWords(3),
    description: words.pickWords(20),
  }))
  await inTransaction(db, (tx) => indexDefinition(tx, agent, { things: { before: [], after: things } }))
  await pool.query('create table bench_facts (id text, question text, answer text)')
  let before: ReturnType<typeof buildFacts> = []
  const ours: number[] = []
  const ceiling: number[] = []
  for (let round = 0; round < rounds; round++) {
    const after = buildFacts()
    const startedAt = performance.now()
    await inTransaction(db, (tx) => indexDefinition(tx, agent, { facts: { before, after } }))
    ours.push(performance.now() - startedAt)
    before = after
    const bareStartedAt = performance.now()
    await pool.query(
      'insert into bench_facts select id, question, answer from jsonb_to_recordset($1) as given (id text, question text, answer text)',
      [JSON.stringify(after)],
    )
    ceiling.push(performance.now() - bareStartedAt)
  }
  return {
    name: `index of ${facts} changed Facts`,
    ours: quantile(ours, 0.5),
    ceiling: quantile(ceiling, 0.5),
    unit: 'ms',
  }
}

async function measureSearch({ db, pool }: Database, agent: AgentKey, words: Vocabulary): Promise<Benchmark> {
  const ours: number[] = []
  const ceiling: number[] = []
  for (let n = -20; n < searches; n++) {
    const q = n % 4 === 0 ? misspell(words.pickWords(3 + (n % 3))) : words.pickWords(3 + (n & 3))
    const startedAt = performance.now()
    await searchKnowledge(db, agent, { q, limit: 10 })
    const searchedAt = performance.now()
    await pool.query('select title, text from knowledge_entries where agent_key = $1 and kind = $2 and id = $3', [
      agent.key,
      'fact',
      'fact-1',
    ])
    if (n < 0) continue
    ours.push(searchedAt - startedAt)
    ceiling.push(performance.now() - searchedAt)
  }
  const name = `search in ${passages.toLocaleString('en')} passages, p95`
  return { name, ours: quantile(ours, 0.95), ceiling: quantile(ceiling, 0.95), unit: 'ms' }
}

export function misspell(text: string): string {
  return `${text.slice(0, 2)}x${text.slice(2)}`
}

export function quantile(values: number[], share: number): number {
  return values.toSorted((first, second) => first - second)[Math.floor(values.length * share)] as number
}
