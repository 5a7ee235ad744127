import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../platform/db/transaction.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { type DefinitionChange, type IndexedFact, indexDefinition, searchKnowledge } from './index.ts'
import { createKnowledgeAgent } from './testing/agents.ts'

const database = await createTestDatabase()
const { db, pool } = database

const fact = (id: string, more: Partial<IndexedFact> = {}): IndexedFact => ({
  id,
  question: `What is ${id}?`,
  answer: 'It is so.',
  ...more,
})

async function setUp(change: DefinitionChange) {
  const agent = await createKnowledgeAgent(database)
  const write = (next: DefinitionChange) => inTransaction(db, (tx) => indexDefinition(tx, agent, next))
  await write(change)
  /** The transaction that last wrote each entry. */
  const written = async (): Promise<Record<string, string>> => {
    const { rows } = await pool.query(
      'select kind, id, xmin::text as by from knowledge_entries where agent_key = $1 order by kind, id',
      [agent.key],
    )
    return Object.fromEntries(rows.map(({ kind, id, by }) => [`${kind} ${id}`, by]))
  }
  return { agent, write, written }
}

test('only changed Facts are indexed again', async () => {
  const before = [fact('a'), fact('b'), fact('c')]
  const { write, written } = await setUp({ facts: { before: [], after: before } })
  const first = await written()
  await write({ facts: { before, after: [fact('c'), fact('b', { answer: 'Otherwise.' }), fact('d')] } })
  const second = await written()
  assert.deepEqual(Object.keys(second), ['fact b', 'fact c', 'fact d'])
  assert.equal(second['fact c'], first['fact c'])
  assert.notEqual(second['fact b'], first['fact b'])
})

const changes: [what: string, change: Partial<IndexedFact>, isWritten: boolean][] = [
  ['its question', { question: 'Why?' }, true],
  ['its alternates', { alternates: ['why so'] }, true],
  ['its scope', { scope: { playbookIds: ['sales'] } }, true],
  ['nothing that search reads', { exact: true, alwaysOn: true } as Partial<IndexedFact>, false],
]
for (const [what, change, isWritten] of changes) {
  test(`a Fact with a changed ${what} is ${isWritten ? '' : 'not '}written`, async () => {
    const { write, written } = await setUp({ facts: { before: [], after: [fact('a')] } })
    const first = await written()
    await write({ facts: { before: [fact('a')], after: [fact('a', change)] } })
    assert.equal((await written())['fact a'] !== first['fact a'], isWritten)
  })
}

test('a Fact that is disabled or loses its confirmation leaves the index, and returns when that is undone', async () => {
  const before = [fact('a'), fact('b')]
  const { write, written } = await setUp({ facts: { before: [], after: before } })
  const hidden = [fact('a', { enabled: false }), fact('b', { confirmed: false })]
  await write({ facts: { before, after: hidden } })
  assert.deepEqual(await written(), {})
  await write({ facts: { before: hidden, after: before } })
  assert.deepEqual(Object.keys(await written()), ['fact a', 'fact b'])
})

test('Things are indexed along with Facts, by name, description and metadata', async () => {
  const pump = { id: 'p', name: 'Blue pump', description: 'Moves water.', metadata: { colour: 'turquoise' } }
  const { agent, write, written } = await setUp({
    facts: { before: [], after: [fact('p')] },
    things: { before: [], after: [pump] },
  })
  for (const q of ['blue pump', 'water', 'turquoise']) {
    const [hit] = await searchKnowledge(db, agent, { q, limit: 10 })
    assert.deepEqual([hit?.kind, hit?.id, hit?.title, hit?.text], ['thing', 'p', 'Blue pump', 'Moves water.'], q)
  }
  await write({ things: { before: [pump], after: [] } })
  assert.deepEqual(Object.keys(await written()), ['fact p'])
})

test('a thousand Facts are indexed, and writing the same Facts again changes nothing', async () => {
  const facts = Array.from({ length: 1000 }, (_, n) => fact(`f${n}`))
  const { write, written } = await setUp({ facts: { before: [], after: facts } })
  const first = await written()
  assert.equal(Object.keys(first).length, 1000)
  await write({ facts: { before: facts, after: structuredClone(facts) } })
  assert.deepEqual(await written(), first)
})

test('a write that is rolled back leaves the index unchanged', async () => {
  const { agent, written } = await setUp({ facts: { before: [], after: [fact('a')] } })
  const first = await written()
  const refused = inTransaction(db, async (tx) => {
    await indexDefinition(tx, agent, { facts: { before: [fact('a')], after: [] } })
    throw new Error('refused')
  })
  await assert.rejects(refused, /refused/)
  assert.deepEqual(await written(), first)
})
