import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import type { Db } from '../../platform/db/database.ts'
import { campaignsBench, shut } from '../../testing/campaigns-bench.ts'
import { campaignStatuses, type Staged, type Tally } from './campaign.ts'
import { countsOf, nothingSent, statesOf } from './counts.ts'
import { reportOf } from './report.ts'
import { keepOldTallies, talliesOf } from './tally.ts'

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

const day = 86_400_000
const bench = await campaignsBench({ config: { historyDays: 30 } })
const { pool } = bench.server.database

/** A campaign to one, who is not written to before it is cancelled. */
async function cancelled() {
  const made = await bench.agent()
  const [person] = await made.crowd(1)
  const { id } = await made.campaign({ personIds: [person?.id] }, { sendWindow: shut })
  await made.stage(id)
  for (const verb of ['start', 'cancel']) await made.does(id, verb)
  return { ...made, id }
}

const isKept = async (id: string): Promise<boolean> =>
  (await pool.query('select tally is not null as kept from campaigns where id = $1', [id])).rows[0].kept

const ages: [historyDays: number, startedDaysAgo: number, endedDaysAgo: number, kept: boolean][] = [
  [180, 169, 169, false],
  [180, 171, 6, false],
  [180, 171, 8, true],
  // Sends are forgotten after half a year, however long conversations are kept.
  [3650, 171, 8, true],
  [3650, 169, 169, false],
  // Messages are forgotten before their sends: a day is left for the receipts.
  [30, 28.9, 28.9, false],
  [30, 29.1, 0.9, false],
  [30, 29.1, 1.1, true],
  [2, 1.1, 1.1, true],
  [1, 0.9, 0.9, false],
  [1, 1.1, 1.1, true],
]

test('a report is kept before what it is counted from is forgotten, and not before the receipts are in', async () => {
  const { id } = await cancelled()
  const now = bench.world.now()
  const ago = (days: number) => new Date(now.getTime() - days * day)
  for (const [historyDays, started, ended, kept] of ages) {
    const times = [id, ago(started), ago(ended)]
    await pool.query('update campaigns set tally = null, started_at = $2, ended_at = $3 where id = $1', times)
    await keepOldTallies(bench.server.database.db, { now, historyDays }, bench)
    assert.equal(await isKept(id), kept, `${historyDays} days, started ${started} and ended ${ended} days ago`)
  }
})

test('when its messages are forgotten, the report of a campaign is still there, and its recipients are not', async () => {
  const { id, report, show, recipients } = await cancelled()
  const [before, shown] = [await report(id), await show(id)]
  bench.world.advance(29.5 * day)
  await bench.chore('keep-old-tallies')
  await pool.query('delete from sends')
  assert.deepEqual([await report(id), await show(id)], [before, shown])
  assert.deepEqual(await recipients(id), { data: [], hasMore: false })
  assert.equal(await isKept(id), true)
})
