import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import { toPassageEntries } from '../entry.ts'
import { createKnowledge, indexDefinition, searchKnowledge } from '../index.ts'
import { replacePassages } from '../queries/entries.ts'
import { createKnowledgeAgent } from '../testing/agents.ts'
import { createIndexCache, type IndexLimits } from './index-cache.ts'
import { createLexemeCache } from './lexeme-cache.ts'

/** An index serves the version it was built from; searches at a newer version go to PostgreSQL until it is rebuilt. */

const database = await createTestDatabase()
const { db, pool } = database

const fact = (id: string, question: string) => ({ id, question, answer: 'Yes.' })

/** Writes Facts as a definition does: with a new version, in one transaction. */
async function writeFacts(agent: AgentKey, facts: ReturnType<typeof fact>[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`update agents set version = nextval('definition_versions') where agent_key = ${agent.key}`.execute(tx)
    await indexDefinition(tx, agent, { facts: { before: [], after: facts } })
  })
}

async function resolveAgent(agent: AgentKey): Promise<AgentKey> {
  const { rows } = await pool.query('select version from agents where agent_key = $1', [agent.key])
  return { ...agent, version: rows[0].version }
}

async function createSetup(facts: ReturnType<typeof fact>[], limits?: IndexLimits) {
  const agent = await createKnowledgeAgent(database)
  await writeFacts(agent, facts)
  const lexemes = createLexemeCache()
  const indexes = createIndexCache({ db, lexemes, limits })
  const memory = { indexes, lexemes }
  const search = async (q: string) => {
    const hits = await searchKnowledge(db, await resolveAgent(agent), { q, limit: 10 }, memory)
    return hits.map(({ id }) => id)
  }
  const findIndex = async () => indexes.find(await resolveAgent(agent))
  return { agent, indexes, memory, search, findIndex }
}

test('the first search starts building, and later searches use the index without a statement for known words', async () => {
  const { search, indexes, findIndex } = await createSetup([fact('walrus', 'Is there a walrus?')])
  assert.deepEqual(await search('walrus'), ['walrus'])
  await indexes.whenIdle()
  assert.equal((await findIndex())?.entries.length, 1)
  assert.deepEqual(await search('walrus'), ['walrus'])
  await pool.query('alter table knowledge_entries rename to elsewhere')
  const found = await search('walrus').finally(() => pool.query('alter table elsewhere rename to knowledge_entries'))
  assert.deepEqual(found, ['walrus'])
})

test('the words of an indexed agent are resolved without a statement when they are first searched', async () => {
  const { agent, memory, indexes, search } = await createSetup([fact('walrus', 'Is there a walrus with tusks?')])
  await search('seal')
  await indexes.whenIdle()
  const failing = { executeQuery: () => assert.fail('a statement') } as unknown as typeof db
  const resolved = await memory.lexemes.resolve(failing, ['walrus', 'tusks'])
  assert.deepEqual(
    ['walrus', 'tusks'].map((word) => resolved?.(word)),
    ['walrus', 'tusk'],
  )
  assert.deepEqual(
    (await searchKnowledge(db, await resolveAgent(agent), { q: 'tusks', limit: 10 }, memory)).map(({ id }) => id),
    ['walrus'],
  )
})

test('a write is found by the next search, before the index is rebuilt and after', async () => {
  const { agent, search, indexes, findIndex } = await createSetup([fact('walrus', 'Is there a walrus?')])
  await search('walrus')
  await indexes.whenIdle()
  await writeFacts(agent, [fact('narwhal', 'Is there a narwhal?')])
  assert.equal(await findIndex(), undefined)
  assert.deepEqual(await search('narwhal'), ['narwhal'])
  await indexes.whenIdle()
  assert.equal((await findIndex())?.entries.length, 2)
  assert.deepEqual(await search('narwhal'), ['narwhal'])
})

test('a source that was read or deleted raises the version of its agent', async () => {
  const { agent, search, indexes } = await createSetup([])
  await pool.query(
    `insert into knowledge_sources (agent_key, id, kind, name, status, created_at, updated_at)
     values ($1, 'book', 'text', 'Book', 'pending', now(), now())`,
    [agent.key],
  )
  await search('otter')
  await indexes.whenIdle()
  await inTransaction(db, async (tx) => {
    await tx.updateTable('knowledge_sources').set({ status: 'ready' }).where('agent_key', '=', agent.key).execute()
    await replacePassages(tx, agent, 'book', toPassageEntries({ id: 'book', name: 'Book' }, [{ text: 'An otter.' }]))
  })
  assert.deepEqual(await search('otter'), ['book-0'])
  await indexes.whenIdle()
  assert.deepEqual(await search('otter'), ['book-0'])
  await pool.query('delete from knowledge_sources where agent_key = $1', [agent.key])
  assert.deepEqual(await search('otter'), [])
})

test('a transaction finds what it has written, and others do not', async () => {
  const { agent, memory, search, indexes } = await createSetup([fact('walrus', 'Is there a walrus?')])
  await search('walrus')
  await indexes.whenIdle()
  const resolved = await resolveAgent(agent)
  await inTransaction(db, async (tx) => {
    await indexDefinition(tx, agent, { facts: { before: [], after: [fact('otter', 'Is there an otter?')] } })
    const hits = await searchKnowledge(tx, resolved, { q: 'otter', limit: 10 }, memory)
    assert.deepEqual(hits.map(({ id }) => id), ['otter']) // biome-ignore format: one line
    assert.deepEqual(await search('otter'), [])
  })
})

test('an agent with more entries or longer texts than the limits is searched in PostgreSQL', async () => {
  const facts = ['walrus', 'narwhal', 'otter'].map((animal) => fact(animal, `Is there an ${animal}?`))
  const many = 1_000_000_000
  for (const limits of [
    { maxEntries: 2, maxBytesOfAgent: many, maxBytes: many },
    { maxEntries: many, maxBytesOfAgent: 500, maxBytes: many },
  ]) {
    const { search, indexes, findIndex } = await createSetup(facts, limits)
    assert.deepEqual(await search('otter'), ['otter'])
    await indexes.whenIdle()
    assert.equal(await findIndex(), undefined)
    assert.deepEqual(await search('otter'), ['otter'])
  }
})

test('indexes beyond the limit of bytes are dropped, the least recently used first', async () => {
  const { agent, indexes, findIndex } = await createSetup([fact('walrus', 'Is there a walrus?')], {
    maxEntries: 10,
    maxBytesOfAgent: 10_000,
    maxBytes: 1,
  })
  const other = await createKnowledgeAgent(database)
  await findIndex()
  await indexes.whenIdle()
  assert.ok(indexes.find(await resolveAgent(agent)))
  indexes.find(await resolveAgent(other))
  await indexes.whenIdle()
  assert.ok(indexes.find(await resolveAgent(other)))
  assert.equal(indexes.find(await resolveAgent(agent)), undefined)
})

test('a build that fails is reported, searches go on, and the next one builds', async () => {
  const agent = await createKnowledgeAgent(database)
  await writeFacts(agent, [fact('walrus', 'Is there a walrus?')])
  const warnings: string[] = []
  const indexes = createIndexCache({ db, log: { warn: (_, message) => warnings.push(message) } })
  await pool.query('alter table knowledge_words rename to elsewhere')
  indexes.find(await resolveAgent(agent))
  await indexes.whenIdle()
  await pool.query('alter table elsewhere rename to knowledge_words')
  assert.equal(warnings.length, 1)
  assert.equal(indexes.find(await resolveAgent(agent)), undefined)
  await indexes.whenIdle()
  assert.ok(indexes.find(await resolveAgent(agent)))
})

test('an agent that changes while its index is built is indexed at its new version', async () => {
  const { agent, search, indexes, findIndex } = await createSetup([fact('walrus', 'Is there a walrus?')])
  const stale = await resolveAgent(agent)
  indexes.find(stale)
  await writeFacts(agent, [fact('narwhal', 'Is there a narwhal?')])
  await indexes.whenIdle()
  assert.deepEqual(await search('narwhal'), ['narwhal'])
  await indexes.whenIdle()
  assert.equal((await findIndex())?.entries.length, 2)
  assert.equal(indexes.find(stale), await findIndex(), 'a newer index serves a request that began before the write')
})

test('closing waits for the build under way and starts no other', async () => {
  const agent = await createKnowledgeAgent(database)
  await writeFacts(agent, [fact('walrus', 'Is there a walrus?')])
  const knowledge = createKnowledge({ db })
  const resolved = await resolveAgent(agent)
  await knowledge.search(resolved, { q: 'walrus', limit: 1 })
  await knowledge.close()
  assert.equal((await knowledge.search(resolved, { q: 'walrus', limit: 1 }))[0]?.id, 'walrus')
})
