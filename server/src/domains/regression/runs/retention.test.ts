import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, assertStatus } from '../../../testing/client.ts'
import { createRegressionBench, erringCase, failingCase } from '../../../testing/regression-bench.ts'

/** Results are retained for 90 days, run summaries for a year. */

const bench = await createRegressionBench()
const { world, pool } = bench
const day = 86_400_000
const forget = () => bench.chore('delete-old-results')

test('results are deleted after 90 days with their sandboxes; the run and its counts remain for a year, pinned or not', async () => {
  const agent = await bench.agent()
  const suite = await agent.suite()
  for (const change of [{}, failingCase, erringCase]) await agent.case(suite, change)
  const { run } = await agent.runAndWait()
  await agent.applyCommand(run.id, 'pin')
  const before = await agent.readRun(run.id)
  const left = async (): Promise<number[]> => {
    const tables = ['test_results', 'sandbox_people', 'conversations', 'messages', 'turns']
    const counts = tables.map((table) => `(select count(*)::int from ${table} where agent_key = $1) as ${table}`)
    const { rows } = await pool.query(`select ${counts.join()}`, [agent.key.key])
    return Object.values(rows[0])
  }
  world.advance(90 * day)
  await forget()
  assert.equal((await agent.results(run.id)).length, 3)
  world.advance(day)
  await forget()
  assert.deepEqual(await left(), [0, 0, 0, 0, 0])
  assert.deepEqual(await agent.readRun(run.id), before)
  assert.deepEqual(await agent.results(run.id), [])
  assert.equal(assertStatus(await agent.get(`/tests/runs/${run.id}/report`), 200).results.length, 0)
  assert.deepEqual((await agent.runAndWait()).run.diff, undefined, 'there is nothing left to compare with')
  world.advance(275 * day)
  await forget()
  assertProblem(await agent.get(`/tests/runs/${run.id}`), 404, 'agent.test.not_found')
  assert.equal(assertStatus(await agent.get('/tests/runs'), 200).data.length, 1, 'the younger one stays')
})

test('the cleanup deletes nothing that belongs to an unfinished run', async () => {
  const agent = await bench.agent()
  await agent.case(await agent.suite())
  const id = await agent.start()
  await agent.applyCommand(id, 'pause')
  world.advance(400 * day)
  await forget()
  await agent.applyCommand(id, 'resume')
  assert.deepEqual((await agent.waitForRun(id)).states, ['passed'])
})
