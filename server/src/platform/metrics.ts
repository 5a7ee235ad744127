import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What `/metrics` shows: requests by route, database time, and the depth and age of every queue. */
export type Metrics = {
  registry: Registry
  observeRequest(seen: { method: string; route: string; status: number; seconds: number }): void
  observeQuery(seconds: number): void
  observeWork(seen: { kind: string; outcome: string; seconds: number }): void
  /** Called at each scrape for the queues as they stand. */
  watchQueues(read: () => Promise<QueueDepth[]>): void
}
export type QueueDepth = { kind: string; due: number; leased: number; oldestDueSeconds: number }

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'parley_' })
  const registers = [registry]
  const requests = new Histogram({
    name: 'parley_http_request_seconds',
    help: 'Time to answer a request, by route pattern',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: seconds,
    registers,
  })
  const queries = new Histogram({
    name: 'parley_database_query_seconds',
    help: 'Time of a statement',
    buckets: seconds,
    registers,
  })
  const work = new Histogram({
    name: 'parley_work_seconds',
    help: 'Time to perform one row of work',
    labelNames: ['kind', 'outcome'] as const,
    buckets: seconds,
    registers,
  })
  // Looked up by one short key, where the library would sort and join the labels of every request.
  const series = new Map<string, { observe(seconds: number): void }>()
  const requestSeries = (method: string, route: string, status: number) => {
    const key = `${status}${method}${route}`
    const known = series.get(key) ?? requests.labels(method, route, String(status))
    if (!series.has(key)) series.set(key, known)
    return known
  }
  return {
    registry,
    observeRequest: ({ method, route, status, seconds }) => requestSeries(method, route, status).observe(seconds),
    observeQuery: (seconds) => queries.observe(seconds),
    observeWork: ({ kind, outcome, seconds }) => work.labels(kind, outcome).observe(seconds),
    watchQueues: (read) => watchQueues(registry, read),
  }
}

function watchQueues(registry: Registry, read: () => Promise<QueueDepth[]>): void {
  const registers = [registry]
  const depth = new Gauge({
    name: 'parley_queue_depth',
    help: 'Rows of work, by kind: due now, or being worked',
    labelNames: ['kind', 'state'] as const,
    registers,
    async collect() {
      // While the database is away its depth is unknown, which is what a missing series says.
      const queues = await read().catch(() => [])
      depth.reset()
      age.reset()
      for (const { kind, due, leased, oldestDueSeconds } of queues) {
        depth.labels(kind, 'due').set(due)
        depth.labels(kind, 'leased').set(leased)
        age.labels(kind).set(oldestDueSeconds)
      }
    },
  })
  const age = new Gauge({
    name: 'parley_queue_oldest_seconds',
    help: 'Age of the oldest row that is due',
    labelNames: ['kind'] as const,
    registers,
  })
}
