import type { Stage } from '../stage.ts'
import { type Database, lookAt } from './database.ts'
import type { Measured, Meter } from './meter.ts'
import { type Held, heldBy, heldByFamily } from './processes.ts'

/** Everything that is known at one moment. */
export type Sample = {
  minute: number
  seconds: number
  errors: number
  measured: Measured
  processes: Record<string, Held>
  database: Database
}

export async function sampleOf(
  stage: Stage,
  meter: Meter,
  times: { minute: number; seconds: number },
): Promise<Sample> {
  const measured = meter.sample()
  const { api, gateway, worker, postgres } = stage
  const own = [api, gateway, worker].map((one) => [one.name, heldBy(one.pid())] as const)
  const processes = { ...Object.fromEntries(own), postgres: heldByFamily(postgres.pid()) }
  return { ...times, errors: meter.errors().count, measured, processes, database: await lookAt(stage.query) }
}
