import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import papaparse from 'papaparse'

import {
  computeDeliveryRate,
  formatAgentsAsCsv,
  formatDaysAsCsv,
  hasNoUsage,
  localDayOf,
  readUsageSearch,
  tableMeasures,
  type Usage,
  type UsageDataPoint,
  type UsageMetric,
  usageListLink,
  usageStart,
} from './usage-data.ts'

const zeros = Object.fromEntries(
  [...tableMeasures, 'read', 'turns', 'modelMilliseconds', 'testRuns', 'testUnits'].map((measure) => [measure, 0]),
) as Usage['totals']

test('the address holds the days and the scope of the usage page; invalid values are dropped', () => {
  assert.deepEqual(readUsageSearch({ days: '30', agent: 'desk' }), { days: 30, agent: 'desk' })
  assert.deepEqual(readUsageSearch({ days: 31, agent: 7, more: true }), {})
})

test('fourteen days begin thirteen days ago', () => {
  assert.equal(usageStart(14, Date.parse('2030-01-31T09:00:00Z')), '2030-01-18T09:00:00.000Z')
})

test('a day follows the time zone that defines the days of the report', () => {
  assert.equal(localDayOf('2030-01-30T23:00:00Z', 'Europe/Berlin'), '2030-01-31')
  assert.equal(localDayOf('2030-01-30T23:00:00Z', 'UTC'), '2030-01-30')
})

test('a bar and a number open the list of exactly their day, and only if there is one', () => {
  const target = { org: 'acme', agent: 'desk', at: '2030-03-30T23:00:00.000Z', timeZone: 'Europe/Berlin' }
  const day = { start: target.at, end: '2030-03-31T22:00:00.000Z' }
  const searchOf = (...names: UsageMetric[]) => usageListLink(names, target)?.search
  assert.deepEqual(searchOf('messagesIn', 'messagesOut'), day)
  assert.deepEqual(searchOf('conversations'), day)
  assert.deepEqual(searchOf('sends'), { since: day.start, until: day.end })
  assert.deepEqual(searchOf('failed'), { ...day, event: 'message.failed' })
  assert.deepEqual(searchOf('inputTokens', 'cacheReadTokens', 'outputTokens'), { ...day, event: 'llm.call' })
  assert.deepEqual([searchOf('delivered', 'failed'), searchOf('delivered')], [undefined, undefined])
  assert.equal(usageListLink(['sends'], { ...target, agent: undefined }), undefined)
})

test('the delivery rate is the share of finished messages that arrived', () => {
  assert.equal(computeDeliveryRate({ delivered: 3, failed: 1 }), 0.75)
  assert.equal(computeDeliveryRate({ delivered: 0, failed: 0 }), undefined)
  assert.equal(hasNoUsage(zeros), true)
  assert.equal(hasNoUsage({ ...zeros, goalsReached: 1 }), false)
})

test('the usage export writes days as table rows', async () => {
  const point = { ...zeros, at: '2030-01-31T00:00:00Z', messagesIn: 2 } as UsageDataPoint
  const [head, row] = (await formatDaysAsCsv({ data: [point], timeZone: 'UTC' })).split('\r\n')
  assert.match(head ?? '', /^day,messagesIn,/)
  assert.match(row ?? '', /^2030-01-31,2,0/)
})

test('no agent name breaks its row of the export or becomes a formula', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), async (name) => {
      const read = papaparse.parse<string[]>(await formatAgentsAsCsv([{ agentId: 'desk', name, totals: zeros }]), {
        delimiter: ',',
        newline: '\r\n',
      })
      const cell = read.data[1]?.[1] ?? ''
      assert.ok(cell === name || cell === `'${name}`)
      assert.doesNotMatch(cell, /^[=+@\t\r-]/)
      assert.equal(read.data[1]?.length, read.data[0]?.length)
    }),
  )
})
