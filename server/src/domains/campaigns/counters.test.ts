import assert from 'node:assert/strict'
import { test } from 'node:test'
import { campaignStatuses } from '@parley/definition/vocabulary'
import { fc } from '@parley/test-kit'
import type { Db } from '../../platform/db/database.ts'
import { closedWindow, createCampaignsBench } from '../../testing/campaigns-bench.ts'
import type { CampaignCounters, StagingResult } from './campaign.ts'
import { archiveOldCounters, createCounterCache } from './counters.ts'
import type { CampaignDeps } from './deps.ts'

import { buildCampaignReport, computeCampaignCounts, countByState, zeroCounters } from './report.ts'

const agent = { key: 1, id: 'a', orgId: 'o' }
const db = { isTransaction: false } as Db
const started = { id: 'cmp_1', key: 1, startedAt: new Date(0) }

/** A counter whose duration the test controls. */
function counter() {
  let [now, took, counted] = [0, 0, 0]
  const count = async () => {
    counted += 1
    now += took
    return zeroCounters
  }
  const cache = createCounterCache({ sends: { count }, world: { now: () => new Date(now) } } as never as CampaignDeps)
  return {
    ...cache,
    counted: () => counted,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    takes: (milliseconds: number) => {
      took = milliseconds
    },
  }
}

test('counters that are fast to compute are computed on every request', async () => {
  const { get, counted, takes } = counter()
  takes(10)
  for (let times = 0; times < 3; times++) await get(db, agent, started)
  assert.equal(counted(), 3)
})

test('concurrent requests share one slow count, which is repeated after ten times its duration', async () => {
  const { get, counted, takes, pass } = counter()
  takes(2000)
  await Promise.all([get(db, agent, started), get(db, agent, started)])
  pass(19_999)
  await get(db, agent, started)
  assert.equal(counted(), 1)
  pass(1)
  await get(db, agent, started)
  assert.equal(counted(), 2)
})

test('a slow count is repeated when the clock was set back', async () => {
  const { get, counted, takes, pass } = counter()
  pass(3_600_000)
  takes(2000)
  await get(db, agent, started)
  pass(-3_600_000)
  await get(db, agent, started)
  assert.equal(counted(), 2)
})

test('a campaign that changed status is counted again; one that never started or has stored counters is never counted', async () => {
  const { get, evict, counted, takes } = counter()
  takes(2000)
  await get(db, agent, started)
  evict(started.key)
  await get(db, agent, started)
  assert.equal(counted(), 2)
  const stored: CampaignCounters = { ...zeroCounters, read: 3 }
  assert.equal(await get(db, agent, { ...started, key: 2, counters: stored }), stored)
  assert.equal(await get(db, agent, { ...started, key: 3, startedAt: undefined }), zeroCounters)
  assert.equal(counted(), 2)
})

test('counters and report add up for any outcome of the sends', () => {
  const some = fc.nat({ max: 50 })
  const states = fc.record({ queued: some, sending: some, sent: some, failed: some, suppressed: some, cancelled: some })
  const given = fc.record({ states, rest: some, excluded: some, status: fc.constantFrom(...campaignStatuses) })
  fc.assert(
    fc.property(given, ({ states, rest, excluded, status }) => {
      const sendable = Object.values(states).reduce((sum, count) => sum + count, rest)
      const more = { exclusions: {}, channels: {}, estimate: [], previews: [] }
      const staged: StagingResult = { class: 'service', total: sendable + excluded, sendable, ...more }
      const campaign = { status, staged, isTest: false }
      const counters = { ...zeroCounters, states, delivered: states.sent }
      const counts = computeCampaignCounts(campaign, counters)
      assert.equal(counts.total, counts.sendable + counts.excluded)
      assert.equal(counts.sendable, counts.queued + counts.sent + counts.failed + counts.cancelled)
      const all = Object.values(countByState(campaign, counters)).reduce((sum, count) => sum + count, 0)
      assert.equal(all, counts.total)
      assert.equal(buildCampaignReport(campaign, counters).states.excluded, excluded)
    }),
  )
})

const day = 86_400_000
const bench = await createCampaignsBench({ config: { historyDays: 30 } })
const { pool } = bench.server.database

/** A campaign to one person, canceled before it sends. */
async function cancelled() {
  const made = await bench.agent()
  const [person] = await made.consentingPeople(1)
  const { id } = await made.campaign({ personIds: [person?.id] }, { sendWindow: closedWindow })
  await made.stage(id)
  for (const verb of ['start', 'cancel']) await made.commandAndWork(id, verb)
  return { ...made, id }
}

const isKept = async (id: string): Promise<boolean> =>
  (await pool.query('select counters is not null as kept from campaigns where id = $1', [id])).rows[0].kept

const ages: [historyDays: number, startedDaysAgo: number, endedDaysAgo: number, isRetained: boolean][] = [
  [180, 169, 169, false],
  [180, 171, 6, false],
  [180, 171, 8, true],
  // Sends are deleted after half a year, however long conversations are retained.
  [3650, 171, 8, true],
  [3650, 169, 169, false],
  // Messages can be deleted before their sends; counters wait a day after the end for receipts.
  [30, 28.9, 28.9, false],
  [30, 29.1, 0.9, false],
  [30, 29.1, 1.1, true],
  [2, 1.1, 1.1, true],
  [1, 0.9, 0.9, false],
  [1, 1.1, 1.1, true],
]

test('a report is stored before its source data is purged, and not before the receipts have arrived', async () => {
  const { id } = await cancelled()
  const now = bench.world.now()
  const ago = (days: number) => new Date(now.getTime() - days * day)
  for (const [historyDays, started, ended, isRetained] of ages) {
    const times = [id, ago(started), ago(ended)]
    await pool.query('update campaigns set counters = null, started_at = $2, ended_at = $3 where id = $1', times)
    await archiveOldCounters(
      bench.server.database.db,
      { now, historyDays },
      { ...bench, definitions: bench.server.services.agents.definitions },
    )
    assert.equal(await isKept(id), isRetained, `${historyDays} days, started ${started} and ended ${ended} days ago`)
  }
})

test('after its messages are purged, a campaign still has its report but no recipients', async () => {
  const { id, report, readCampaign, recipients } = await cancelled()
  const [before, campaign] = [await report(id), await readCampaign(id)]
  bench.world.advance(29.5 * day)
  await bench.chore('store-final-counters')
  await pool.query('delete from sends')
  assert.deepEqual([await report(id), await readCampaign(id)], [before, campaign])
  assert.deepEqual(await recipients(id), { data: [], hasMore: false })
  assert.equal(await isKept(id), true)
})
