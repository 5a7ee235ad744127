import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRulesBench } from '../../../testing/rules-bench.ts'

/** What it costs to claim due people while many wait; pages that are read, because times depend on the machine. */

const bench = await createRulesBench()
const { pool } = bench
const waiting = 100_000
const maxPages = 60

/** Inserts people who are due over a year, and as many that the autovacuum has not counted. */
async function insertWaiting(agentKey: number): Promise<void> {
  await pool.query(
    `insert into sequence_enrollments (agent_key, sequence_id, person_id, id, enrolled_at, delayed_from, due_at)
     select $1, 'welcome', 'per_' || n, 'enr_' || n, now(), now(), now() + (n % 365 - 1) * interval '1 day'
       from generate_series(1, $2::int) as n`,
    [agentKey, waiting],
  )
}

type Plan = {
  'Node Type': string
  'Index Name'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

/** As `claimRows` of the platform reads the rows that it claims. */
async function explainClaim(): Promise<{ nodes: Plan[]; pages: number }> {
  const { rows } = await pool.query(
    `explain (analyze, buffers, format json)
     select t.agent_key, t.sequence_id, t.person_id, t.due_at, t.lease_token from sequence_enrollments as t
      where t.due_at <= now() order by t.due_at limit 8 for update skip locked`,
  )
  const [{ Plan: root }] = rows[0]['QUERY PLAN'] as [{ Plan: Plan }]
  const list = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(list)]
  return { nodes: list(root), pages: root['Shared Hit Blocks'] + root['Shared Read Blocks'] }
}

async function assertCheap(): Promise<void> {
  const { nodes, pages } = await explainClaim()
  assert.ok(
    nodes.some((node) => node['Index Name'] === 'sequence_enrollments_due'),
    JSON.stringify(nodes),
  )
  assert.ok(!nodes.some((node) => node['Node Type'] === 'Seq Scan' || node['Node Type'] === 'Sort'))
  assert.ok(pages <= maxPages, `${pages} pages`)
}

test('among 100,000 people, the due ones are found by an index, with statistics and without', async () => {
  const { key } = await bench.agent({})
  await insertWaiting(key.key)
  await assertCheap()
  await pool.query('analyze sequence_enrollments')
  await assertCheap()
  await pool.query('delete from sequence_enrollments')
})
