import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LoadSample } from '../measure/sample.ts'
import { hasPassed } from '../report.ts'
import { computeTableGrowth } from './growth.ts'
import { judgeNewcomers } from './newcomers.ts'
import { judgeSeries } from './series.ts'

/** A sample of a healthy run; each case plants one problem. */
function sampleAt(minute: number): LoadSample {
  const noLatency = { count: 0, p50: 0, p95: 0, p99: 0, max: 0 }
  const usage = { megabytes: 180 + (minute % 7) * 6, descriptors: 120 }
  return {
    minute,
    seconds: 15,
    errors: 0,
    measured: { finished: 1_500, kinds: {}, all: noLatency },
    processes: { api: { ...usage }, gateway: { ...usage }, worker: { ...usage }, postgres: { ...usage } },
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

const sampleHour = (plant: (sample: LoadSample, minute: number) => void): LoadSample[] =>
  Array.from({ length: 241 }, (_, n) => {
    const sample = sampleAt(n / 4)
    plant(sample, n / 4)
    return sample
  })

const listGrowing = (samples: LoadSample[]) =>
  judgeSeries(samples)
    .filter(({ verdict }) => verdict === 'grows')
    .map(({ name }) => name)

test('an hour without faults levels off, although the database stores the results', () => {
  const samples = sampleHour(() => {})
  assert.deepEqual(listGrowing(samples), [])
  assert.ok(judgeSeries(samples).every(({ verdict }) => verdict === 'levels off'))
})

const plantedProblems: [name: string, plant: (sample: LoadSample, minute: number) => void][] = [
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

for (const [name, plant] of plantedProblems) {
  test(`${name}: the check finds unbounded growth, and nothing else`, () => {
    assert.deepEqual(listGrowing(sampleHour(plant)), [name])
  })
}

test('PostgreSQL may open any number of files', () => {
  const samples = sampleHour(({ processes }, minute) =>
    Object.assign(processes.postgres as object, { descriptors: 100 * minute }),
  )
  assert.deepEqual(listGrowing(samples), [])
})

test('a run passes only without errors, without growth and with prompt first seconds', () => {
  const newcomers = judgeNewcomers({ first: [80], warm: [20], failures: [] }, 1_000)
  const slow = judgeNewcomers({ first: [1_750], warm: [20], failures: [] }, 1_000)
  const verdicts = judgeSeries(sampleHour(() => {}))
  const leak = judgeSeries(sampleHour((plantedProblems[0] as (typeof plantedProblems)[number])[1]))
  const errors = { count: 0, examples: [] }
  assert.equal(hasPassed({ newcomers, verdicts, errors }), true)
  assert.equal(hasPassed({ newcomers, verdicts, errors: { count: 1, examples: ['agent read: 500'] } }), false)
  assert.equal(hasPassed({ newcomers, verdicts: leak, errors }), false)
  assert.equal(hasPassed({ newcomers: slow, verdicts, errors }), false)
})

test('the report lists stored data by table and operation, the largest first', () => {
  assert.deepEqual(computeTableGrowth(sampleHour(() => {})), [
    { table: 'messages', megabytes: 360, bytesPerOperation: 1_000 },
  ])
  assert.deepEqual(computeTableGrowth([]), [])
})
