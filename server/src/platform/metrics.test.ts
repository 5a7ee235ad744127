import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetrics, type QueueDepth } from './metrics.ts'

const queue = (oldestDueSeconds: number): QueueDepth => ({ kind: 'test.rows', due: 3, leased: 2, oldestDueSeconds })

async function queueLines(metrics: ReturnType<typeof createMetrics>): Promise<string[]> {
  return (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith('parley_queue_'))
}

test('every scrape shows the current depth and age of the queues and reads them once', async () => {
  const metrics = createMetrics()
  let reads = 0
  metrics.watchQueues(async () => [queue(++reads * 10)])
  const depth = [
    'parley_queue_depth{kind="test.rows",state="due"} 3',
    'parley_queue_depth{kind="test.rows",state="leased"} 2',
  ]
  assert.deepEqual(await queueLines(metrics), [...depth, 'parley_queue_oldest_seconds{kind="test.rows"} 10'])
  assert.deepEqual(await queueLines(metrics), [...depth, 'parley_queue_oldest_seconds{kind="test.rows"} 20'])
  assert.equal(reads, 2)
})

test('unreadable queues are omitted and return later', async () => {
  const metrics = createMetrics()
  let away = false
  metrics.watchQueues(async () => (away ? Promise.reject(new Error('away')) : [queue(1)]))
  assert.equal((await queueLines(metrics)).length, 3)
  away = true
  assert.deepEqual(await queueLines(metrics), [])
  away = false
  assert.equal((await queueLines(metrics)).length, 3)
})

test('an observation counts in its bucket and in all above', async () => {
  const metrics = createMetrics()
  for (const seconds of [0.0005, 0.003, 0.003, 99]) metrics.observeWork({ kind: 'k', outcome: 'done', seconds })
  const text = await metrics.registry.metrics()
  const counts = [...text.matchAll(/^parley_work_seconds_bucket\{le="([^"]+)",kind="k",outcome="done"\} (\d+)$/gm)]
  const byBound = Object.fromEntries(counts.map(([, bound, count]) => [bound, Number(count)]))
  assert.deepEqual(
    [byBound['0.001'], byBound['0.0025'], byBound['0.005'], byBound['10'], byBound['+Inf']],
    [1, 1, 3, 3, 4],
  )
  assert.match(text, /^parley_work_seconds_count\{kind="k",outcome="done"\} 4$/m)
})
