import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { createWorker } from '../../../platform/work/index.ts'
import { realWorld } from '../../../platform/world.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import {
  confidenceThresholds,
  createEmbedder,
  createKnowledge,
  type DefinitionChange,
  type Embedder,
  embeddingWork,
  type IndexedFact,
  indexDefinition,
  type SearchHit,
} from '../index.ts'
import { replacePassages } from '../queries/entries.ts'
import { createKnowledgeAgent } from '../testing/agents.ts'
import { enqueueEmbeddings } from '../worker.ts'
import { paraphrases, shopFacts, unrelatedQuestions } from './testing/questions.ts'
import { createTopicEmbedder } from './testing/topics.ts'

/** Paraphrased questions are found by their meaning. */

const database = await createTestDatabase()
const { db, pool } = database
const world = realWorld
const quiet = { warn: () => {}, error: () => {} }

const topics = [
  ['open', 'hours', 'late', 'evening'],
  ['cost', 'price', 'expensive', 'cheap'],
  ['dog', 'puppy', 'animal'],
  ['boat', 'ship', 'vessel'],
]
const hours: IndexedFact = { id: 'hours', question: 'When are you open?', answer: 'From nine to five.' }
const price: IndexedFact = { id: 'price', question: 'What does it cost?', answer: 'Ten a week.' }
const dogs: IndexedFact = { id: 'dogs', question: 'Are dogs allowed?', answer: 'On a lead.' }

async function setUp(facts: readonly IndexedFact[], embedder: Embedder = createTopicEmbedder(topics)) {
  const agent = await createKnowledgeAgent(database)
  const write = (change: DefinitionChange) => inTransaction(db, (tx) => indexDefinition(tx, agent, change))
  const work = () => createWorker({ db, world, log: quiet, works: [embeddingWork({ db, world, meanings: embedder })] })
  const knowledge = createKnowledge({ db, meanings: embedder })
  const search = (q: string, more: { playbookId?: string; limit?: number } = {}) =>
    knowledge.search(agent, { q, limit: 10, ...more })
  const vectors = async (): Promise<string[]> => {
    const { rows } = await pool.query(
      'select kind, id from knowledge_vectors where agent_key = $1 and cardinality(vector) > 0 order by kind, id',
      [agent.key],
    )
    return rows.map(({ kind, id }) => `${kind} ${id}`)
  }
  const row = async () =>
    (await pool.query('select * from knowledge_embedding_states where agent_key = $1', [agent.key])).rows[0]
  await write({ facts: { before: [], after: facts } })
  await work().drain()
  return { agent, write, drain: () => work().drain(), search, vectors, row, knowledge }
}

const idsOf = (hits: SearchHit[]) => hits.map(({ id }) => id)

test('a paraphrased question finds its Fact, with a lower score than the exact question', async () => {
  const { search } = await setUp([hours, price, dogs])
  const [hit, ...others] = await search('is that expensive')
  assert.deepEqual(others, [])
  const { score, ...rest } = hit ?? { score: 0 }
  assert.deepEqual(rest, { kind: 'fact', id: 'price', title: 'What does it cost?', text: 'Ten a week.' })
  assert.ok(score >= confidenceThresholds.likely && score < 1)
})

test('a question whose words match is answered without the model', async () => {
  const embedder = createTopicEmbedder(topics)
  const { search } = await setUp([hours, price], embedder)
  embedder.embeddedTexts.length = 0
  for (const q of ['When are you open?', 'cost'])
    assert.ok(((await search(q))[0]?.score ?? 0) >= confidenceThresholds.certain)
  assert.deepEqual(embedder.embeddedTexts, [])
})

test('the same question is embedded once', async () => {
  const embedder = createTopicEmbedder(topics)
  const { search } = await setUp([hours], embedder)
  embedder.embeddedTexts.length = 0
  for (let n = 0; n < 3; n++) assert.deepEqual(idsOf(await search('how late')), ['hours'])
  assert.deepEqual(embedder.embeddedTexts, ['how late'])
})

test('an agent without vectors never needs the model, and a process without a model searches by words', async () => {
  const embedder = createTopicEmbedder(topics)
  const agent = await createKnowledgeAgent(database)
  await inTransaction(db, (tx) => indexDefinition(tx, agent, { facts: { before: [], after: [price] } }))
  const searching = [createKnowledge({ db, meanings: embedder }), createKnowledge({ db })]
  for (const { search, close } of searching) {
    assert.deepEqual(await search(agent, { q: 'is that expensive', limit: 10 }), [])
    assert.deepEqual(idsOf(await search(agent, { q: 'costs', limit: 10 })), ['price'])
    await close()
  }
  assert.deepEqual(embedder.embeddedTexts, [])
})

test('while the model is unavailable, search uses words; the embedding work waits and is done later', async () => {
  const embedder = createTopicEmbedder(topics)
  embedder.isDown = true
  const { search, vectors, row, drain, agent } = await setUp([price], embedder)
  assert.deepEqual(await vectors(), [])
  assert.ok((await row()).due_at > world.now())
  embedder.isDown = false
  await inTransaction(db, (tx) => enqueueEmbeddings(tx, agent))
  await drain()
  assert.deepEqual(idsOf(await search('is that expensive')), ['price'])
  embedder.isDown = true
  assert.deepEqual(await search('is that cheap'), [])
})

test('only changed entries are embedded again, and the version increases', async () => {
  const embedder = createTopicEmbedder(topics)
  const { write, drain, row, vectors } = await setUp([hours, price], embedder)
  const { version } = await row()
  embedder.embeddedTexts.length = 0
  const dearer = { ...price, answer: 'Twelve a week.' }
  await write({ facts: { before: [hours, price], after: [hours, dearer, dogs] } })
  await drain()
  assert.ok(
    embedder.embeddedTexts.some((text) => text.includes('Twelve')) && embedder.embeddedTexts.includes(dogs.question),
  )
  assert.ok(!embedder.embeddedTexts.includes(hours.question))
  assert.ok((await row()).version > version)
  assert.deepEqual(await vectors(), ['fact dogs', 'fact hours', 'fact price'])
})

test('a write that does not affect search creates no work', async () => {
  const { write, row } = await setUp([hours])
  assert.equal((await row()).due_at, null)
  await write({ facts: { before: [hours], after: [{ ...hours }] } })
  assert.equal((await row()).due_at, null)
})

test('a removed, disabled or changed entry is not found by meaning, even before the work is done', async () => {
  const { write, search, drain, vectors } = await setUp([hours, price, dogs])
  const after = [
    { ...hours, enabled: false },
    { ...dogs, question: 'Is there a garden?', answer: 'A large one.' },
  ]
  assert.deepEqual(idsOf(await search('a puppy')), ['dogs'])
  await write({ facts: { before: [hours, price, dogs], after } })
  for (const q of ['how late', 'expensive', 'puppy']) assert.deepEqual(await search(q), [])
  await drain()
  assert.deepEqual(await vectors(), [])
  for (const q of ['how late', 'expensive', 'puppy']) assert.deepEqual(await search(q), [])
})

test('a Fact scoped to other playbooks is not found by meaning either', async () => {
  const { search } = await setUp([{ ...price, scope: { playbookIds: ['sales'] } }])
  assert.deepEqual(idsOf(await search('expensive', { playbookId: 'sales' })), ['price'])
  assert.deepEqual(idsOf(await search('expensive')), ['price'])
  assert.deepEqual(await search('expensive', { playbookId: 'care' }), [])
})

test('an unconfirmed Fact has no vector', async () => {
  const { vectors } = await setUp([{ ...price, confirmed: false }, hours])
  assert.deepEqual(await vectors(), ['fact hours'])
})

test('a search never finds entries of another agent', async () => {
  await setUp([dogs])
  const { search } = await setUp([price])
  assert.deepEqual(await search('puppy'), [])
})

test('results list Facts first, then passages and Things, each by score; limit caps the total', async () => {
  const { agent, write, drain, search, vectors } = await setUp([dogs])
  const entry = { sourceId: 'src', phrases: [], kind: 'passage' as const }
  await pool.query(
    `insert into knowledge_sources (agent_key, id, kind, name, status, created_at, updated_at)
     values ($1, 'src', 'text', 'House rules', 'ready', now(), now())`,
    [agent.key],
  )
  await inTransaction(db, async (tx) => {
    await replacePassages(tx, agent, 'src', [{ ...entry, id: 'src-0', title: 'Animals', text: 'Keep them quiet.' }])
    await enqueueEmbeddings(tx, agent)
  })
  await write({ things: { before: [], after: [{ id: 'bowl', name: 'Bowl for dogs', description: 'Of steel.' }] } })
  await drain()
  assert.deepEqual(await vectors(), ['fact dogs', 'passage src-0', 'thing bowl'])
  const hits = await search('puppy')
  assert.deepEqual(idsOf(hits), ['dogs', 'src-0', 'bowl'])
  assert.equal(hits[1]?.sourceId, 'src')
  assert.deepEqual(idsOf(await search('puppy', { limit: 2 })), ['dogs', 'src-0'])
})

test('each alternate wording of a question is embedded', async () => {
  const { search } = await setUp([{ ...price, alternates: ['a vessel of my own', 'something for the evening'] }])
  for (const q of ['expensive', 'which ship', 'how late']) assert.deepEqual(idsOf(await search(q)), ['price'], q)
})

test('vectors embedded before a failure are stored, and the rest follows', async () => {
  const facts = Array.from({ length: 300 }, (_, n) => ({ ...price, id: `f${n}`, answer: `${n} a week.` }))
  const embedder = createTopicEmbedder(topics)
  const { embed } = embedder
  embedder.embed = (texts) => {
    embedder.isDown = texts.some((text) => text.startsWith('77 '))
    return embed(texts)
  }
  const { vectors, drain, agent } = await setUp(facts, embedder)
  const stored = await vectors()
  assert.ok(stored.length > 0 && stored.length < 300)
  embedder.embeddedTexts.length = 0
  embedder.embed = embed
  embedder.isDown = false
  await inTransaction(db, (tx) => enqueueEmbeddings(tx, agent))
  await drain()
  assert.equal((await vectors()).length, 300)
  assert.equal(embedder.embeddedTexts.filter((text) => text === price.question).length, 300 - stored.length)
})

test('a change during the work schedules it again', async () => {
  const embedder = createTopicEmbedder(topics)
  const { embed } = embedder
  const { write, drain, vectors, row } = await setUp([hours], embedder)
  embedder.embed = async (texts) => {
    embedder.embed = embed
    await write({ facts: { before: [hours, price], after: [hours, price, dogs] } })
    return embed(texts)
  }
  await write({ facts: { before: [hours], after: [hours, price] } })
  await drain()
  assert.deepEqual(await vectors(), ['fact dogs', 'fact hours', 'fact price'])
  assert.equal((await row()).due_at, null)
})

test('deleting an agent deletes its vectors', async () => {
  const { agent, vectors, row } = await setUp([hours])
  await pool.query('delete from agents where agent_key = $1', [agent.key])
  assert.deepEqual(await vectors(), [])
  assert.equal(await row(), undefined)
})

test('with the built-in model, paraphrased questions find their Facts and unrelated ones find nothing', async (t) => {
  const embedder = createEmbedder()
  t.after(() => embedder.close())
  const { agent, search } = await setUp(shopFacts, embedder)
  const words = createKnowledge({ db })
  let [byWords, byMeaning] = [0, 0]
  for (const [q, id] of paraphrases) {
    if (idsOf(await words.search(agent, { q, limit: 3 })).includes(id)) byWords++
    if (idsOf(await search(q, { limit: 3 })).includes(id)) byMeaning++
  }
  assert.ok(byMeaning >= 20 && byMeaning >= byWords + 8, `${byMeaning} by meaning, ${byWords} by words`)
  for (const q of unrelatedQuestions) {
    const sure = (await search(q)).filter(({ score }) => score >= confidenceThresholds.likely)
    assert.deepEqual(sure, [], q)
  }
})
