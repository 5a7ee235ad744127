import type { LoadEnvironment } from '../environment.ts'
import { type DatabaseStats, readDatabaseStats } from './database-stats.ts'
import type { Meter, MeterReading } from './meter.ts'
import { type ProcessUsage, readProcessTreeUsage, readProcessUsage } from './process-usage.ts'

export type LoadSample = {
  minute: number
  seconds: number
  errors: number
  measured: MeterReading
  processes: Record<string, ProcessUsage>
  database: DatabaseStats
}

export async function takeSample(
  environment: LoadEnvironment,
  meter: Meter,
  times: { minute: number; seconds: number },
): Promise<LoadSample> {
  const measured = meter.sample()
  const { api, gateway, worker, postgres } = environment
  const parleyProcesses = [api, gateway, worker].map((parley) => [parley.name, readProcessUsage(parley.pid())] as const)
  const processes = { ...Object.fromEntries(parleyProcesses), postgres: readProcessTreeUsage(postgres.pid()) }
  return {
    ...times,
    errors: meter.errors().count,
    measured,
    processes,
    database: await readDatabaseStats(environment.query),
  }
}
