import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { createTestDatabase } from '../../testing/database.ts'
import { findMissingRanges, listPartitionTables, maintainPartitions } from './partitions.ts'

/** Partitioned history: created ahead of time, filled with earlier rows, dropped when all rows are old. */

const day = 86_400_000
/** In the past by the clock of the database too, which is checked before anything is dropped. */
const now = new Date('2020-01-31T09:30:00.000Z')
const later = (days: number) => new Date(now.getTime() + days * day)

const { db, pool } = await createTestDatabase()

async function newTable(name: string): Promise<void> {
  await pool.query(`create table ${name} (at timestamptz not null, word text) partition by range (at);
    create table ${name}_default partition of ${name} default; create index on ${name} (at)`)
}

const put = (table: string, days: number) =>
  pool.query(`insert into ${table} values ($1, $2)`, [later(days), String(days)])

async function places(table: string): Promise<Record<string, string>> {
  const { rows } = await pool.query(`select word, tableoid::regclass::text as place from ${table}`)
  return Object.fromEntries(rows.map(({ word, place }) => [word, place]))
}

test('the first partition begins with the current day or with the oldest row; two are created ahead', async () => {
  await newTable('fresh')
  await maintainPartitions(db, 'fresh', { now, historyDays: 30 })
  assert.deepEqual(await listPartitionTables(db, 'fresh'), [
    'fresh_20200131',
    'fresh_20200201',
    'fresh_20200202',
    'fresh_default',
  ])
  await newTable('used')
  for (const days of [-2, 0, 400]) await put('used', days)
  await maintainPartitions(db, 'used', { now, historyDays: 30 })
  assert.deepEqual(await places('used'), { '-2': 'used_20200129', 0: 'used_20200131', 400: 'used_default' })
})

test('rows of the default partition move into their partition when it is created', async () => {
  await newTable('moving')
  await maintainPartitions(db, 'moving', { now, historyDays: 180 })
  for (const days of [0, 8, 20]) await put('moving', days)
  assert.deepEqual(await places('moving'), { 0: 'moving_20200131', 8: 'moving_20200206', 20: 'moving_default' })
  await maintainPartitions(db, 'moving', { now: later(8), historyDays: 180 })
  assert.equal((await places('moving'))[20], 'moving_20200218')
})

test('a partition is dropped once all of it is older than the retention, and so are older rows of the default partition', async () => {
  await newTable('old')
  await put('old', -3)
  await maintainPartitions(db, 'old', { now, historyDays: 10 })
  for (const days of [-100, 0, 1]) await put('old', days)
  await maintainPartitions(db, 'old', { now: later(7), historyDays: 10 })
  assert.deepEqual(Object.keys(await places('old')).sort(), ['-3', '0', '1'])
  await maintainPartitions(db, 'old', { now: later(8), historyDays: 10 })
  assert.deepEqual(Object.keys(await places('old')).sort(), ['0', '1'])
  assert.equal((await listPartitionTables(db, 'old'))[0], 'old_20200129')
})

const hasty = { attempts: 2, pauseMilliseconds: 1 }

test('maintenance does not wait for locks: it leaves a locked table for the next run', async () => {
  await newTable('held')
  const holder = await pool.connect()
  await holder.query('begin; lock table held_default in access share mode')
  await maintainPartitions(db, 'held', { now, historyDays: 30 }, hasty)
  assert.deepEqual(await listPartitionTables(db, 'held'), ['held_default'])
  await holder.query('rollback')
  await maintainPartitions(db, 'held', { now, historyDays: 30 }, hasty)
  assert.equal((await listPartitionTables(db, 'held')).length, 4)
  await holder.query('begin; lock table held in access share mode')
  await maintainPartitions(db, 'held', { now: later(40), historyDays: 30 }, hasty)
  assert.equal((await listPartitionTables(db, 'held'))[0], 'held_20200131')
  await holder.query('rollback')
  holder.release()
  await maintainPartitions(db, 'held', { now: later(40), historyDays: 30 }, hasty)
  assert.equal((await listPartitionTables(db, 'held'))[0], 'held_20200210')
})

test('a clock far ahead of the database deletes no history', async () => {
  await newTable('jumped')
  const today = new Date()
  const insert = 'insert into jumped values ($1, $2)'
  await pool.query(insert, [new Date(today.getTime() - 5 * day), 'in a partition'])
  await maintainPartitions(db, 'jumped', { now: today, historyDays: 30 })
  await pool.query(insert, [new Date(today.getTime() - 20 * day), 'in the rest'])
  await maintainPartitions(db, 'jumped', { now: new Date(today.getTime() + 2000 * day), historyDays: 30 })
  assert.equal(Object.keys(await places('jumped')).length, 2)
  assert.ok((await listPartitionTables(db, 'jumped')).length <= 11, 'nor makes partitions for then')
})

test('partitions follow one another without a gap, and there are about thirty for any retention', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3650 }),
      fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 30 }),
      (historyDays, pauses) => {
        let [at, known]: [Date, { from: Date; to: Date }[]] = [now, []]
        for (const pause of [0, ...pauses]) {
          at = new Date(at.getTime() + pause * day)
          const limit = at.getTime() - historyDays * day
          known = known.filter(({ to }) => to.getTime() > limit)
          known.push(...findMissingRanges(known, undefined, { now: at, historyDays }))
          for (const [n, { from, to }] of known.entries()) {
            assert.ok(from < to && (n === 0 || from.getTime() === known[n - 1]?.to.getTime()))
          }
          assert.ok(
            known.some(({ from, to }) => from <= at && at < to),
            'now has a place',
          )
          assert.equal(known.filter(({ from }) => from > at).length, 2)
          assert.ok(known.length <= 34, `${known.length}`)
        }
      },
    ),
  )
})

test('after any clock changes the present and the near future have a partition, and no two partitions overlap', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400 }),
      fc.array(fc.integer({ min: -900, max: 900 }), { minLength: 1, maxLength: 8 }),
      (historyDays, jumps) => {
        let known: { from: Date; to: Date }[] = []
        for (const at of jumps.map(later)) {
          known.push(...findMissingRanges(known, undefined, { now: at, historyDays }))
          known = known.sort((one, other) => one.from.getTime() - other.from.getTime())
          for (const [n, { from, to }] of known.entries()) {
            assert.ok(from < to && (n === 0 || from >= (known[n - 1]?.to ?? from)))
          }
          for (const ahead of [0, 1, 2]) {
            const then = at.getTime() + ahead * day
            assert.ok(known.some(({ from, to }) => from.getTime() <= then && then < to.getTime()))
          }
          assert.deepEqual(findMissingRanges(known, undefined, { now: at, historyDays }), [])
        }
      },
    ),
  )
})
