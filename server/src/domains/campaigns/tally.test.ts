import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Db } from '../../platform/db/database.ts'
import { campaignsBench, shut } from '../../testing/campaigns-bench.ts'
import { campaignStatuses, type Staged, type Tally } from './campaign.ts'
import { countsOf, nothingSent, statesOf } from './counts.ts'
import { reportOf } from './report.ts'
import { talliesOf } from './tally.ts'

const agent = { key: 1, id: 'a', orgId: 'o' }
const db = { isTransaction: false } as Db
const started = { id: 'cmp_1', key: 1, startedAt: new Date(0) }

/** Counting takes as long as is said. */
function counter() {
  let [now, took, counted] = [0, 0, 0]
  const tally = async () => {
    counted += 1
    now += took
    return nothingSent
  }
  const tallies = talliesOf({ sends: { tally } as never, clock: () => now })
  return {
    ...tallies,
    counted: () => counted,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    takes: (milliseconds: number) => {
      took = milliseconds
    },
  }
}

test('what is counted fast is counted each time', async () => {
  const { of, counted, takes } = counter()
  takes(10)
  for (let times = 0; times < 3; times++) await of(db, agent, started)
  assert.equal(counted(), 3)
})

test('what takes long is counted once by all who ask, and again after ten times as long', async () => {
  const { of, counted, takes, pass } = counter()
  takes(2000)
  await Promise.all([of(db, agent, started), of(db, agent, started)])
  pass(19_999)
  await of(db, agent, started)
  assert.equal(counted(), 1)
  pass(1)
  await of(db, agent, started)
  assert.equal(counted(), 2)
})

test('a campaign that has moved is counted anew; one that never started, or whose tally is kept, never', async () => {
  const { of, forget, counted, takes } = counter()
  takes(2000)
  await of(db, agent, started)
  forget(started.key)
  await of(db, agent, started)
  assert.equal(counted(), 2)
  const kept: Tally = { ...nothingSent, read: 3 }
  assert.equal(await of(db, agent, { ...started, key: 2, tally: kept }), kept)
  assert.equal(await of(db, agent, { ...started, key: 3, startedAt: undefined }), nothingSent)
  assert.equal(counted(), 2)
})

test('whatever became of the sends, counts and report add up', () => {
  const some = fc.nat({ max: 50 })
  const states = fc.record({ queued: some, sending: some, sent: some, failed: some, suppressed: some, cancelled: some })
  const given = fc.record({ states, rest: some, excluded: some, status: fc.constantFrom(...campaignStatuses) })
  fc.assert(
    fc.property(given, ({ states, rest, excluded, status }) => {
      const sendable = Object.values(states).reduce((sum, count) => sum + count, rest)
      const more = { exclusions: {}, estimate: [], previews: [] }
      const staged: Staged = { class: 'service', total: sendable + excluded, sendable, ...more }
      const campaign = { status, staged, isTest: false }
      const tally = { ...nothingSent, states, delivered: states.sent }
      const counts = countsOf(campaign, tally)
      assert.equal(counts.total, counts.sendable + counts.excluded)
      assert.equal(counts.sendable, counts.queued + counts.sent + counts.failed + counts.cancelled)
      const all = Object.values(statesOf(campaign, tally)).reduce((sum, count) => sum + count, 0)
      assert.equal(all, counts.total)
      assert.equal(reportOf(campaign, tally).states.excluded, excluded)
    }),
  )
})

test('half a year later the report of a campaign is still there, and its recipients are not', async () => {
  const bench = await campaignsBench()
  const { pool } = bench.server.database
  const { campaign, crowd, does, stage, report, show, recipients } = await bench.agent()
  const [person] = await crowd(1)
  const { id } = await campaign({ personIds: [person?.id] }, { sendWindow: shut })
  await stage(id)
  for (const verb of ['start', 'cancel']) await does(id, verb)
  const [before, shown] = [await report(id), await show(id)]
  bench.world.advance(171 * 86_400_000)
  await bench.chore('keep-old-tallies')
  await pool.query('delete from sends')
  assert.deepEqual([await report(id), await show(id)], [before, shown])
  assert.deepEqual(await recipients(id), { data: [], hasMore: false })
  const { rows } = await pool.query('select tally is not null as kept from campaigns')
  assert.deepEqual(rows, [{ kept: true }])
})
