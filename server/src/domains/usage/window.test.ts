import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { intervalIndexOf, parseUsageWindow, type UsageInterval, type UsageWindow } from './window.ts'

const now = new Date('2030-01-31T12:30:00.000Z')
const at = (text: string) => new Date(text)
const cut = (query: { start?: Date; end?: Date; interval?: UsageInterval }, zone = 'UTC') =>
  parseUsageWindow({ interval: 'day', ...query }, { now, zone })
const hoursOf = ({ starts, end }: UsageWindow) =>
  starts.map((start, n) => ((starts[n + 1] ?? end).getTime() - start.getTime()) / 3_600_000)

test('the default window is the last 14 days including today; by hour it is the last 24 hours including this one', () => {
  const days = cut({})
  assert.deepEqual([days.starts.length, days.starts[0], days.end], [14, at('2030-01-18'), at('2030-02-01')])
  const hours = cut({ interval: 'hour' })
  assert.deepEqual([hours.starts.length, hours.end], [24, at('2030-01-31T13:00:00Z')])
})

test('a day with a clock change is an hour shorter or longer', () => {
  const spring = cut({ start: at('2030-03-30T12:00Z'), end: at('2030-04-01T12:00Z') }, 'Europe/Berlin')
  assert.deepEqual(hoursOf(spring), [24, 23, 24])
  const autumn = cut({ start: at('2030-10-26T12:00Z'), end: at('2030-10-28T12:00Z') }, 'Europe/Berlin')
  assert.deepEqual(hoursOf(autumn), [24, 25, 24])
})

const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia']
const moments = fc.integer({ min: Date.parse('2000-01-01'), max: Date.parse('2040-01-01') })

test('intervals are contiguous, cover the requested range, and each hour belongs to the interval it starts in', () => {
  const queries = fc.record({
    from: moments,
    minutes: fc.integer({ min: 1, max: 14 * 24 * 60 }),
    zone: fc.constantFrom(...zones),
    interval: fc.constantFrom<UsageInterval>('hour', 'day'),
  })
  const property = fc.property(queries, ({ from, minutes, zone, interval }) => {
    const [start, end] = [new Date(from), new Date(from + minutes * 60_000)]
    const window = cut({ start, end, interval }, zone)
    const edges = [...window.starts, window.end].map((edge) => edge.getTime())
    assert.deepEqual(
      edges,
      [...new Set(edges)].sort((one, other) => one - other),
    )
    assert.ok((edges[0] as number) <= start.getTime() && (edges.at(-1) as number) >= end.getTime())
    assert.ok((edges[1] as number) > start.getTime() && (edges.at(-2) as number) < end.getTime())
    const hour = new Date(Math.ceil((edges[0] as number) / 3_600_000) * 3_600_000)
    assert.equal(
      intervalIndexOf(window, hour),
      edges.findLastIndex((edge) => edge <= hour.getTime()),
    )
  })
  fc.assert(property)
})
