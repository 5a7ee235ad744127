import type { LoadSample } from '../measure/sample.ts'
import { judgeTrend, type Tolerance, type TrendPoint, type TrendVerdict } from './trend.ts'

export type SeriesVerdict = TrendVerdict & { name: string; unit: string }

type Series = { name: string; unit: string; tolerance: Tolerance; readValue(sample: LoadSample): number }

const tolerances = {
  memory: { share: 0.1, amount: 15 },
  descriptors: { share: 0.1, amount: 10 },
  connections: { share: 0.1, amount: 5 },
  backlog: { share: 0.5, amount: 200 },
  // Autovacuum removes dead rows at a fifth, once it runs.
  dead: { share: 0.2, amount: 10, upTo: 25 },
  queue: { share: 0.2, amount: 4 },
}

/** Tables whose rows exist only while there is work, or are updated in place: their size must be stable. */
const queues = [
  'campaign_dispatchers',
  'campaign_stagings',
  'channel_bindings',
  'chores',
  'rate_buckets',
  'usage_rollup',
  'webhooks',
  'work_lanes',
]
const minDeadRows = 1_000

/** Judges every series that must level off. Stored data grows with the traffic and is not judged. */
export function judgeSeries(samples: readonly LoadSample[]): SeriesVerdict[] {
  return listSeries(samples).map(({ name, unit, tolerance, readValue }) => {
    const points = samples.map((sample): TrendPoint => ({ minute: sample.minute, value: readValue(sample) }))
    return { name, unit, ...judgeTrend(points, tolerance) }
  })
}

function listSeries(samples: readonly LoadSample[]): Series[] {
  const processes = Object.keys(samples[0]?.processes ?? {})
  return [
    ...processes.map((name): Series => {
      const readValue = ({ processes }: LoadSample) => processes[name]?.megabytes ?? 0
      return { name: `memory of ${name}`, unit: 'MB', tolerance: tolerances.memory, readValue }
    }),
    // PostgreSQL keeps files open up to its own limit.
    ...processes
      .filter((name) => name !== 'postgres')
      .map((name): Series => {
        const readValue = ({ processes }: LoadSample) => processes[name]?.descriptors ?? 0
        return { name: `descriptors of ${name}`, unit: '', tolerance: tolerances.descriptors, readValue }
      }),
    {
      name: 'connections to the database',
      unit: '',
      tolerance: tolerances.connections,
      readValue: ({ database }) => database.connections,
    },
    { name: 'waiting rows', unit: '', tolerance: tolerances.backlog, readValue: countBacklog },
    ...listTableSeries(samples),
  ]
}

export const countBacklog = ({ database }: Pick<LoadSample, 'database'>): number =>
  Object.values(database.backlog).reduce((sum, rows) => sum + rows, 0)

function listTableSeries(samples: readonly LoadSample[]): Series[] {
  const tables = Object.keys(samples.at(-1)?.database.tables ?? {}).sort()
  const hasDeadRows = (name: string) => samples.some(({ database }) => (database.tables[name]?.dead ?? 0) > minDeadRows)
  return [
    ...tables.filter(hasDeadRows).map((name): Series => {
      return { name: `dead rows of ${name}`, unit: '%', tolerance: tolerances.dead, readValue: readDeadPercent(name) }
    }),
    ...queues
      .filter((name) => tables.includes(name))
      .map((name): Series => {
        const readValue = ({ database }: LoadSample) => (database.tables[name]?.bytes ?? 0) / 1e6
        return { name: `size of ${name}`, unit: 'MB', tolerance: tolerances.queue, readValue }
      }),
  ]
}

/** Percentage of dead rows; a larger table may have more of them. */
const readDeadPercent =
  (name: string) =>
  ({ database }: LoadSample): number => {
    const { live = 0, dead = 0 } = database.tables[name] ?? {}
    return (100 * dead) / (live + dead + minDeadRows)
  }
