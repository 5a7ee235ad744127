import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../testing/database.ts'
import { createKnowledgeAgent } from '../testing/agents.ts'
import { createVectorCache } from './similarity-search.ts'

/** The vectors of an agent are read once for all callers, until they change. */

const database = await createTestDatabase()
const { db, pool } = database

async function setUp(count: number) {
  const agent = await createKnowledgeAgent(database)
  const write = async (ids: string[]) => {
    await pool.query(
      `insert into knowledge_vectors select $1, 'fact', id, sha256(random()::text::bytea), '{1,2}' from unnest($2::text[]) as id
           on conflict (agent_key, kind, id) do update set text_hash = excluded.text_hash`,
      [agent.key, ids],
    )
    await pool.query(
      `insert into knowledge_embedding_states (agent_key, version) values ($1, 1)
           on conflict (agent_key) do update set version = knowledge_embedding_states.version + 1`,
      [agent.key],
    )
  }
  await write(Array.from({ length: count }, (_, n) => `fact-${n}`))
  const memory = createVectorCache()
  const ask = async () => new Map([...(await memory.vectorsOf(db, agent))].map((vector) => [vector.id, vector]))
  return { ask, write }
}

test('concurrent callers share one read', async () => {
  const { ask, write } = await setUp(50)
  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, ask))
  assert.equal(first?.size, 50)
  for (const other of others) for (const [id, vector] of other) assert.equal(vector, first.get(id))
  await write(['fact-7'])
  const [changed, same] = await Promise.all([ask(), ask()])
  assert.notEqual(changed.get('fact-7'), first.get('fact-7'))
  assert.equal(changed.get('fact-8'), first.get('fact-8'), 'what is the same is not read again')
  assert.equal(same.get('fact-7'), changed.get('fact-7'))
})

test('a failed read is not cached', async () => {
  const { ask } = await setUp(3)
  await pool.query('alter table knowledge_vectors rename to elsewhere')
  const failed = await Promise.allSettled([ask(), ask()])
  await pool.query('alter table elsewhere rename to knowledge_vectors')
  assert.deepEqual(
    failed.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal((await ask()).size, 3)
})
