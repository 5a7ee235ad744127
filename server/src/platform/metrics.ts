import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { SlotState } from './fairness/slots.ts'

type SlotGauge = { name: string; help: string; states: Record<string, (state: SlotState) => number> }

/** No label names an org, because the number of orgs is unbounded. */
const slotGauges: SlotGauge[] = [
  {
    name: 'parley_database_slots',
    help: 'Database connections in use by requests and work, and calls waiting for one',
    states: { used: ({ used }) => used, waiting: ({ waiting }) => waiting },
  },
  {
    name: 'parley_database_slot_orgs',
    help: 'Orgs that hold database connections, and orgs waiting for one',
    states: { using: ({ orgsUsing }) => orgsUsing, waiting: ({ orgsWaiting }) => orgsWaiting },
  },
]

const singleSlotGauges: Record<string, [help: string, read: (state: SlotState) => number]> = {
  parley_database_slots_busiest_org: ['Connections of the org that holds the most', ({ busiestOrg }) => busiestOrg],
  parley_database_slot_wait_seconds: [
    'Waiting time of the call that has waited longest',
    (state) => state.longestWaitSeconds,
  ],
  parley_database_slot_refusals: ['Calls that got no connection in time, since startup', ({ refusals }) => refusals],
}

function createSlotGauges(registry: Registry): (state: SlotState) => void {
  const registers = [registry]
  const labeled = slotGauges.map(({ states, ...options }) => {
    const gauge = new Gauge({ ...options, registers, labelNames: ['state'] as const })
    return (slots: SlotState) => {
      for (const [state, value] of Object.entries(states)) gauge.labels(state).set(value(slots))
    }
  })
  const plain = Object.entries(singleSlotGauges).map(([name, [help, value]]) => {
    const gauge = new Gauge({ name, help, registers })
    return (slots: SlotState) => gauge.set(value(slots))
  })
  return (slots) => {
    for (const set of [...labeled, ...plain]) set(slots)
  }
}

/** `counts` has one entry per bucket bound, and one for values above all bounds. */
type Series = { labels: Record<string, string>; counts: number[]; sum: number }
type Value = { metricName: string; labels: Record<string, string | number>; value: number }
type ObserveSeconds = (labelValues: readonly string[], seconds: number) => void

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Counts in plain arrays, for values observed at every request; a profile showed the library's own histogram at 2 µs
 * each.
 */
function createHistogram(
  registry: Registry,
  about: { name: string; help: string; labels: readonly string[] },
): ObserveSeconds {
  const all = new Map<string, Series>()
  const { name, help, labels } = about
  const get = async () => ({
    name,
    help,
    type: 'histogram',
    aggregator: 'sum',
    values: [...all.values()].flatMap((one) => toBucketValues(name, one)),
  })
  // The registry needs only these members, but its types require the library's own classes.
  registry.registerMetric({ name, help, get, reset: () => all.clear() } as never)
  const seriesOf = (values: readonly string[]): Series => {
    const key = values.join('\n')
    const known = all.get(key)
    if (known) return known
    const named = Object.fromEntries(labels.map((label, at) => [label, values[at] ?? '']))
    const made = { labels: named, counts: Array<number>(bounds.length + 1).fill(0), sum: 0 }
    all.set(key, made)
    return made
  }
  if (labels.length === 0) seriesOf([])
  return (values, seconds) => {
    const series = seriesOf(values)
    let at = 0
    while (at < bounds.length && seconds > (bounds[at] as number)) at++
    series.counts[at] = (series.counts[at] as number) + 1
    series.sum += seconds
  }
}

/** Prometheus buckets are cumulative. */
function toBucketValues(name: string, { labels, counts, sum }: Series): Value[] {
  let below = 0
  const buckets = [...bounds, '+Inf'].map((le, at) => {
    below += counts[at] as number
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: below }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: below },
  ]
}

/** The metrics of `/metrics`: requests by route, database time, and the depth and age of every queue. */
export type Metrics = {
  registry: Registry
  observeRequest(seen: { method: string; route: string; status: number; seconds: number }): void
  observeQuery(seconds: number): void
  observeWork(seen: { kind: string; outcome: string; seconds: number }): void
  /** Counts billable usage by name. */
  countUsage(name: string, amount: number): void
  /** A log line could not be written: the disk is full, or the reader is gone. */
  countLostLogLine(): void
  /** `read` is called at each scrape for the current queues. */
  watchQueues(read: () => Promise<QueueDepth[]>): void
  /** `read` is called at each scrape for the current shares of the database. */
  watchSlots(read: () => SlotState): void
  /** Returns the text of `/metrics`. Reads the slots first, because reading the queues uses slots itself. */
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
    help: 'Duration of a SQL statement',
    labels: [],
  })
  const work = createHistogram(registry, {
    name: 'parley_work_seconds',
    help: 'Duration of one work row',
    labels: ['kind', 'outcome'],
  })
  const metered = new Counter({
    name: 'parley_metered_total',
    help: 'Billable units, by name',
    labelNames: ['name'] as const,
    registers: [registry],
  })
  const lostLogLines = new Counter({
    name: 'parley_log_lines_lost_total',
    help: 'Log lines that could not be written',
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

/** A scrape collects all gauges at once, so each one fills itself; the queues are read once for both. */
function watchQueues(registry: Registry, read: () => Promise<QueueDepth[]>): void {
  const registers = [registry]
  let reading: Promise<QueueDepth[]> | undefined
  const queues = (): Promise<QueueDepth[]> => {
    // While the database is unavailable the depth is unknown, so the series is missing.
    reading ??= read()
      .catch(() => [])
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  new Gauge({
    name: 'parley_queue_depth',
    help: 'Work rows by kind: due now, or in progress',
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
