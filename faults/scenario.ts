import type { FaultEnvironment, ProcessCounts } from './environment/environment.ts'
import type { Postgres } from './environment/postgres.ts'

/** What a scenario is given to play with. */
export type ScenarioContext = {
  environment: FaultEnvironment
  /** The one that everybody writes to; a scenario that makes another the first says so here. */
  database: { first: Postgres }
  folder: string
  /** How many faults it is to make. */
  rounds: number
  random(): number
  /** How much was acknowledged so far. */
  acknowledged(): number
  /** Counts a fault and shows it. */
  fault(what: string): void
  /** What a scenario itself has seen to be wrong while it played. */
  report(says: string): void
}

export type FaultScenario = {
  name: string
  description: string
  processes: ProcessCounts
  /** Why it cannot be played on this machine; undefined where it can. */
  unsupportedReason?(): string | undefined
  /** Where the database is to lie; a folder of the run unless said. */
  databaseFolder?(folder: string): { path: string; clear(): void }
  /** Whether processes write their logs straight to files on the disk of the database. */
  logsOnDatabaseDisk?: boolean
  /** Makes its faults one after the other, and leaves everything whole. */
  run(context: ScenarioContext): Promise<void>
}

/** Numbers from 0 to 1, the same for the same seed. */
export function createFaultRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    // A counter of large odd steps, stirred: enough to choose by.
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}

export const between = (random: () => number, least: number, most: number): number => least + (most - least) * random()
