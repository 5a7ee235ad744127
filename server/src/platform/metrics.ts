import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { SlotState } from './fairness/slots.ts'
import { createHistogram } from './histogram.ts'
import { createSlotGauges } from './slot-metrics.ts'

/** What `/metrics` shows: requests by route, database time, and the depth and age of every queue. */
export type Metrics = {
  registry: Registry
  observeRequest(seen: { method: string; route: string; status: number; seconds: number }): void
  observeQuery(seconds: number): void
  observeWork(seen: { kind: string; outcome: string; seconds: number }): void
  /** Something that is counted because it is paid for, by its name. */
  countUsage(name: string, amount: number): void
  /** A line of the log could not be written: its disk is full, or its reader is gone. */
  countLostLogLine(): void
  /** Called at each scrape for the queues as they stand. */
  watchQueues(read: () => Promise<QueueDepth[]>): void
  /** Called at each scrape for how orgs share the database. */
  watchSlots(read: () => SlotState): void
  /** The text of `/metrics`. It reads the slots first, because reading the queues takes slots itself. */
  scrape(): Promise<string>
}
export type QueueDepth = { kind: string; due: number; leased: number; oldestDueSeconds: number }

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'parley_' })
  const requests = createHistogram(registry, {
    name: 'parley_http_request_seconds',
    help: 'Time to answer a request, by route pattern',
    labels: ['method', 'route', 'status'],
  })
  const queries = createHistogram(registry, {
    name: 'parley_database_query_seconds',
    help: 'Time of a statement',
    labels: [],
  })
  const work = createHistogram(registry, {
    name: 'parley_work_seconds',
    help: 'Time to perform one row of work',
    labels: ['kind', 'outcome'],
  })
  const metered = new Counter({
    name: 'parley_metered_total',
    help: 'What is counted because it is paid for, by its name',
    labelNames: ['name'] as const,
    registers: [registry],
  })
  const lostLogLines = new Counter({
    name: 'parley_log_lines_lost_total',
    help: 'Lines of the log that could not be written',
    registers: [registry],
  })
  let readSlots: (() => SlotState) | undefined
  let setSlots: ((state: SlotState) => void) | undefined
  return {
    registry,
    observeRequest: ({ method, route, status, seconds }) => requests([method, route, String(status)], seconds),
    observeQuery: (seconds) => queries([], seconds),
    observeWork: ({ kind, outcome, seconds }) => work([kind, outcome], seconds),
    countUsage: (name, amount) => metered.labels(name).inc(amount),
    countLostLogLine: () => lostLogLines.inc(),
    watchQueues: (read) => watchQueues(registry, read),
    // Both servers of a process share one database.
    watchSlots(read) {
      setSlots ??= createSlotGauges(registry)
      readSlots = read
    },
    scrape() {
      if (readSlots) setSlots?.(readSlots())
      return registry.metrics()
    },
  }
}

/** A scrape collects all gauges at once, so each fills itself; the queues are read once for both. */
function watchQueues(registry: Registry, read: () => Promise<QueueDepth[]>): void {
  const registers = [registry]
  let reading: Promise<QueueDepth[]> | undefined
  const queues = (): Promise<QueueDepth[]> => {
    // While the database is away the depth is unknown, which is what a missing series says.
    reading ??= read()
      .catch(() => [])
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  new Gauge({
    name: 'parley_queue_depth',
    help: 'Rows of work, by kind: due now, or being worked',
    labelNames: ['kind', 'state'] as const,
    registers,
    async collect() {
      const found = await queues()
      this.reset()
      for (const { kind, due, leased } of found) {
        this.labels(kind, 'due').set(due)
        this.labels(kind, 'leased').set(leased)
      }
    },
  })
  new Gauge({
    name: 'parley_queue_oldest_seconds',
    help: 'Age of the oldest row that is due',
    labelNames: ['kind'] as const,
    registers,
    async collect() {
      const found = await queues()
      this.reset()
      for (const { kind, oldestDueSeconds } of found) this.labels(kind).set(oldestDueSeconds)
    },
  })
}
