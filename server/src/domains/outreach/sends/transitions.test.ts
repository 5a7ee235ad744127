import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus } from '../../../testing/client.ts'
import { createOutreachBench } from '../../../testing/outreach-bench.ts'

/** Deleting an Outreach with many queued sends. */

const bench = await createOutreachBench()
const { pool } = bench.server.database
const agent = await bench.agent('rcs')

const countsOf = async (outreachId: string) => {
  const sql =
    'select state, provider_attempts, detail, count(*)::int from sends where outreach_id = $1 group by 1, 2, 3 order by 1, 2'
  return (await pool.query(sql, [outreachId])).rows
}

/** Copies a send; the first copies have been attempted before. */
async function copy(sendId: string, count: number, tried: number): Promise<void> {
  await pool.query(
    `insert into sends (agent_key, id, outreach_id, class, origin, rule_id, person_id, asid, channel, queued_at, due_at, provider_attempts)
     select agent_key, id || n, outreach_id, class, 'automated', 'rule', person_id || n, asid, channel, queued_at,
            queued_at + interval '1 day', case when n <= $3 then 1 else 0 end
       from sends, generate_series(1, $2::int) as n where id = $1`,
    [sendId, count, tried],
  )
  await pool.query(
    `insert into automated_rows (agent_key, rule_id, person_id, outreach_id, send_id, triggered_at, planned_at)
     select agent_key, rule_id, person_id, outreach_id, id, queued_at, queued_at from sends where rule_id = 'rule'`,
  )
}

test('deleting an Outreach cancels thousands of queued sends; beyond hundreds of attempted ones the worker handles the rest', async () => {
  const outreachId = await agent.outreach()
  const person = await agent.createPerson()
  const { sendId } = await agent.accepted(outreachId, { recipient: { personId: person.id }, idempotencyKey: '1' })
  await copy(sendId, 3000, 700)
  assertStatus(await agent.api.del(`/outreach/${outreachId}`), 204)
  const detail = `The Outreach “${outreachId}” (${outreachId}) was deleted`
  assert.deepEqual(await countsOf(outreachId), [
    { state: 'cancelled', provider_attempts: 0, detail, count: 2301 },
    { state: 'cancelled', provider_attempts: 1, detail, count: 500 },
    { state: 'queued', provider_attempts: 1, detail, count: 200 },
  ])
  const { rows } = await pool.query('select state, reason, count(*)::int from automated_rows group by 1, 2 order by 1')
  assert.deepEqual(rows, [
    { state: 'failed', reason: 'cancelled', count: 2800 },
    { state: 'waiting', reason: null, count: 200 },
  ])
  const cancelledCount = `select count(distinct data->>'sendId')::int from outbox where data->>'state' = 'cancelled'`
  assert.deepEqual((await pool.query(cancelledCount)).rows, [{ count: 2801 }])
  await bench.work()
  assert.ok((await countsOf(outreachId)).every(({ state }) => state !== 'queued' && state !== 'sent'))
  assert.deepEqual(await person.phone.readTexts(), [])
})
