import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import { toPassageEntries } from '../entry.ts'
import { indexDefinition } from '../index.ts'
import { replacePassages } from '../queries/entries.ts'
import { type SearchHit, type SearchQuery, searchKnowledge } from '../search.ts'
import { createKnowledgeAgent } from '../testing/agents.ts'
import { createIndexCache } from './index-cache.ts'
import { createLexemeCache } from './lexeme-cache.ts'

/** A search in memory returns what PostgreSQL returns. */

const database = await createTestDatabase()
const { db, pool } = database
const lexemes = createLexemeCache()

type Corpus = {
  facts: { question: string; alternates: string[]; answer: string; scope?: { playbookIds: string[] } }[]
  things: { name: string; description: string; metadata: Record<string, string> }[]
  passages: { heading?: string; text: string }[]
}

async function createAgentWith({ facts, things, passages }: Corpus): Promise<AgentKey> {
  const agent = await createKnowledgeAgent(database)
  const withIds = <T>(items: readonly T[], prefix: string) => items.map((item, n) => ({ ...item, id: `${prefix}${n}` }))
  await inTransaction(db, (tx) =>
    indexDefinition(tx, agent, {
      facts: { before: [], after: withIds(facts, 'é') },
      things: { before: [], after: withIds(things, 'Z') },
    }),
  )
  await pool.query(
    `insert into knowledge_sources (agent_key, id, kind, name, status, created_at, updated_at)
     values ($1, 'book', 'text', 'Book', 'ready', now(), now())`,
    [agent.key],
  )
  await replacePassages(db, agent, 'book', toPassageEntries({ id: 'book', name: 'Book' }, passages))
  return agent
}

async function readVersion(agent: AgentKey): Promise<AgentKey> {
  const { rows } = await pool.query('select version from agents where agent_key = $1', [agent.key])
  return { ...agent, version: rows[0].version }
}

/** Builds the index, and returns both searches. */
async function createSearches(stored: AgentKey) {
  const agent = await readVersion(stored)
  const indexes = createIndexCache({ db, log: { warn: ({ err }: { err?: unknown }) => assert.fail(String(err)) } })
  assert.equal(indexes.find(agent), undefined)
  await indexes.whenIdle()
  assert.ok(indexes.find(agent), 'the index was built')
  return {
    inMemory: (query: SearchQuery) => searchKnowledge(db, agent, query, { indexes, lexemes }),
    inPostgres: (query: SearchQuery) => searchKnowledge(db, agent, query),
  }
}

const words = fc.constantFrom(
  ...`the of and what when open opening opened opens hours hour berth berths mooring cost costs price boat boats harbour
      harbor harbours walrus walruses narwhal discount 300 24h 1e5x 2x4 a1 zanzibar timetable ferry ferries Müll Größe
      naïve cafe Straße причал причала маяк где 東京への船 毎日あります hello please thanks yes 𝒳𝒴 𐐀𐐁𐐂𐐃𐐄 Ελλάδα
      מַלְכָּה हिन्दी สวัสดี o'clock e-mail http://example.com/a?b the's`.split(/\s+/),
)
const misspelled = fc
  .tuple(words, fc.nat(12), fc.constantFrom('', 'x', 'e', '𐐀', 'ü'), fc.boolean())
  .map(([word, at, letter, isReplaced]) => word.slice(0, at) + letter + word.slice(at + (isReplaced ? 1 : 0)))
const odd = fc.string({ unit: 'grapheme', maxLength: 8 }).filter((text) => !text.includes('\0') && text.isWellFormed())
const text = (maxLength: number) =>
  fc
    .array(
      fc.oneof({ weight: 8, arbitrary: words }, { weight: 2, arbitrary: misspelled }, { weight: 1, arbitrary: odd }),
      {
        maxLength,
      },
    )
    .map((list) => list.join(' ').toWellFormed())

const scope = fc.option(fc.record({ playbookIds: fc.subarray(['sales', 'care']) }), { nil: undefined })
const corpus: fc.Arbitrary<Corpus> = fc.record({
  facts: fc.array(
    fc.record({ question: text(7), alternates: fc.array(text(4), { maxLength: 2 }), answer: text(15), scope }),
    {
      maxLength: 30,
    },
  ),
  things: fc.array(
    fc.record({
      name: text(3),
      description: text(12),
      metadata: fc.dictionary(fc.constantFrom('size', 'price'), text(2)),
    }),
    { maxLength: 12 },
  ),
  passages: fc.array(fc.record({ heading: fc.option(text(3), { nil: undefined }), text: text(40) }), { maxLength: 30 }),
})
const query: fc.Arbitrary<SearchQuery> = fc.record({
  q: text(8),
  playbookId: fc.option(fc.constantFrom('sales', 'care', 'none'), { nil: undefined }),
  limit: fc.constantFrom(1, 3, 10, 50),
})

const summaryOf = (hits: readonly SearchHit[]) => hits.map(({ kind, id, score }) => `${kind} ${id} ${score}`)

test('any query in any corpus finds the same entries in memory as in PostgreSQL, with the same scores', async () => {
  await fc.assert(
    fc.asyncProperty(corpus, fc.array(query, { minLength: 20, maxLength: 40 }), async (knowledge, queries) => {
      const { inMemory, inPostgres } = await createSearches(await createAgentWith(knowledge))
      for (const query of queries) {
        const [found, expected] = [await inMemory(query), await inPostgres(query)]
        assert.deepEqual(summaryOf(found), summaryOf(expected), JSON.stringify(query))
        assert.deepEqual(found, expected)
      }
    }),
    { numRuns: 15 },
  )
})

test('a word that most of many entries contain finds the same entries', async () => {
  const agent = await createAgentWith({
    facts: Array.from({ length: 2500 }, (_, n) => ({
      question: `Berth ${n % 50}`,
      alternates: [],
      answer: `costs ${n % 7} a week`,
    })),
    things: [],
    passages: Array.from({ length: 700 }, (_, n) => ({ text: `The berth ${n % 90} at the quay costs ${n % 11}` })),
  })
  await pool.query('vacuum analyze knowledge_entries')
  const { inMemory, inPostgres } = await createSearches(agent)
  for (const q of ['berth', 'what does berth 17 cost', 'berht 17', 'costs', 'berth 3 quay costs 5']) {
    const query = { q, limit: 10 }
    assert.deepEqual(summaryOf(await inMemory(query)), summaryOf(await inPostgres(query)), q)
  }
})
