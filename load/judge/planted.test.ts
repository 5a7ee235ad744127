import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LoadSample } from '../measure/sample.ts'
import { formatWhole } from '../report.ts'
import { computeTableGrowth } from './growth.ts'
import { judgeNewcomers } from './newcomers.ts'
import { judgeSeries } from './series.ts'

/** A sample of a healthy run; each case plants one problem. */
function sampleAt(minute: number): LoadSample {
  const none = { count: 0, p50: 0, p95: 0, p99: 0, max: 0 }
  const held = { megabytes: 180 + (minute % 7) * 6, descriptors: 120 }
  return {
    minute,
    seconds: 15,
    errors: 0,
    measured: { done: 1_500, kinds: {}, all: none },
    processes: { api: { ...held }, gateway: { ...held }, worker: { ...held }, postgres: { ...held } },
    database: {
      bytes: 4e7 + minute * 1e7,
      connections: 64,
      backlog: { messages: 10, ...(minute % 5 < 1 && { sends: 400 }) },
      tables: {
        messages: { bytes: 1e6 + minute * 6e6, live: 6_000 * minute, dead: 1_000 + 600 * minute },
        work_lanes: { bytes: 400_000, live: 10, dead: 500 + (minute % 2) * 2_000 },
      },
    },
  }
}

const hourWith = (plant: (sample: LoadSample, minute: number) => void): LoadSample[] =>
  Array.from({ length: 241 }, (_, n) => {
    const sample = sampleAt(n / 4)
    plant(sample, n / 4)
    return sample
  })

const growing = (samples: LoadSample[]) =>
  judgeSeries(samples)
    .filter(({ verdict }) => verdict === 'grows')
    .map(({ name }) => name)

test('an hour without faults levels off, although the database stores the results', () => {
  const samples = hourWith(() => {})
  assert.deepEqual(growing(samples), [])
  assert.ok(judgeSeries(samples).every(({ verdict }) => verdict === 'levels off'))
})

const planted: [name: string, plant: (sample: LoadSample, minute: number) => void][] = [
  [
    'memory of worker',
    ({ processes }, minute) => Object.assign(processes.worker as object, { megabytes: 180 + minute }),
  ],
  [
    'memory of postgres',
    ({ processes }, minute) => Object.assign(processes.postgres as object, { megabytes: 300 + 2 * minute }),
  ],
  [
    'descriptors of gateway',
    ({ processes }, minute) => Object.assign(processes.gateway as object, { descriptors: 120 + minute }),
  ],
  [
    'connections to the database',
    ({ database }, minute) => Object.assign(database, { connections: 64 + Math.floor(minute / 3) }),
  ],
  ['waiting rows', ({ database }, minute) => Object.assign(database.backlog, { messages: 20 * minute })],
  [
    'dead rows of messages',
    ({ database }, minute) => Object.assign(database.tables.messages as object, { live: 50_000, dead: 3_000 * minute }),
  ],
  [
    'size of work_lanes',
    ({ database }, minute) => Object.assign(database.tables.work_lanes as object, { bytes: 4e5 + minute * 3e5 }),
  ],
]

for (const [name, plant] of planted) {
  test(`${name}: the check finds unbounded growth, and nothing else`, () => {
    assert.deepEqual(growing(hourWith(plant)), [name])
  })
}

test('PostgreSQL may open any number of files', () => {
  const samples = hourWith(({ processes }, minute) =>
    Object.assign(processes.postgres as object, { descriptors: 100 * minute }),
  )
  assert.deepEqual(growing(samples), [])
})

test('a run passes only without errors, without growth and with prompt first seconds', () => {
  const newcomers = judgeNewcomers({ first: [80], warm: [20], failures: [] }, 1_000)
  const slow = judgeNewcomers({ first: [1_750], warm: [20], failures: [] }, 1_000)
  const judged = judgeSeries(hourWith(() => {}))
  const leak = judgeSeries(hourWith((planted[0] as (typeof planted)[number])[1]))
  const errors = { count: 0, examples: [] }
  assert.equal(formatWhole({ newcomers, verdicts: judged, errors }), true)
  assert.equal(formatWhole({ newcomers, verdicts: judged, errors: { count: 1, examples: ['agent read: 500'] } }), false)
  assert.equal(formatWhole({ newcomers, verdicts: leak, errors }), false)
  assert.equal(formatWhole({ newcomers: slow, verdicts: judged, errors }), false)
})

test('the report lists stored data by table and operation, the largest first', () => {
  assert.deepEqual(computeTableGrowth(hourWith(() => {})), [
    { table: 'messages', megabytes: 360, bytesPerOperation: 1_000 },
  ])
  assert.deepEqual(computeTableGrowth([]), [])
})
