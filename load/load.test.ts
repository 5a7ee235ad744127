import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sumTimes } from './measure/operation-costs.ts'
import type { LoadSample } from './measure/sample.ts'
import { loadOperations } from './mix/index.ts'
import { formatLoadReport, hasPassed } from './report.ts'
import { runLoad } from './run.ts'

/** A minimal load run for every commit; `npm run load` runs for an hour. */

test('in a few seconds of mixed traffic every request is answered, dispatched and published, and nothing times out', async () => {
  const recorded: object[] = []
  const samples: LoadSample[] = []
  const result = await runLoad({
    minutes: 0.03,
    newcomers: { perSecond: 10, seconds: 1, maxWaitMilliseconds: 60_000 },
    costs: { operations: 4, callers: 2, idleSeconds: 0.5 },
    ceiling: { seconds: 1, callers: [4] },
    share: 0.5,
    sampleSeconds: 1,
    campaignEverySeconds: 60,
    visitors: 8,
    seed: 1,
    sizes: { people: 40, campaignPeople: 20, sendKeys: 8 },
    stop: new AbortController().signal,
    print: () => {},
    record: (entry) => recorded.push(entry),
    onSample: (sample) => samples.push(sample),
  })
  assert.deepEqual(result.errors, { count: 0, examples: [] })
  assert.deepEqual(result.newcomers.failures, [])
  assert.ok(result.newcomers.longest > 0 && result.newcomers.warmMedian > 0)
  assert.ok(result.ceiling > 0)
  assert.deepEqual(
    result.costs?.kinds.map(({ name }) => name),
    loadOperations.map(({ name }) => name),
  )
  assert.ok(result.costs && sumTimes(result.costs.mean) > 0)
  assert.ok(hasPassed(result))
  assert.deepEqual(result.samples, samples)
  assert.deepEqual(Object.keys(samples[0]?.processes ?? {}), ['api', 'gateway', 'worker', 'postgres'])
  for (const { megabytes, descriptors } of Object.values(samples.at(-1)?.processes ?? {}))
    assert.ok(megabytes > 1 && descriptors > 1)
  assert.ok(result.verdicts.every(({ verdict }) => verdict === 'too short'))
  // In such a short time, it is random which of them occur.
  assert.match(formatLoadReport(result), / → (dispatched|answered)/)
  assert.ok(recorded.length >= samples.length + 2)
})

test('each kind of operation has its own name and occurs', () => {
  assert.equal(new Set(loadOperations.map(({ name }) => name)).size, loadOperations.length)
  assert.ok(loadOperations.every(({ weight }) => weight > 0))
})
