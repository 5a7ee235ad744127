import type { FaultEnvironment, ProcessCounts } from './environment/environment.ts'
import type { Postgres } from './environment/postgres.ts'
import type { TrafficContext } from './traffic/actor.ts'

export type ScenarioContext = {
  environment: FaultEnvironment
  /** The primary; a scenario that promotes another one sets it here. */
  database: { primary: Postgres }
  traffic: TrafficContext
  folder: string
  /** Number of faults to inject. */
  rounds: number
  random(): number
  acknowledged(): number
  /** Counts a fault and prints it. */
  recordFault(description: string): void
  report(problem: string): void
}

export type FaultScenario = {
  name: string
  description: string
  processes: ProcessCounts
  /** `tools`: only people whose messages lead to calls of tools. Default: everything else. */
  traffic?: 'tools'
  /** Returns why it cannot run on this machine, or undefined if it can. */
  unsupportedReason?(): string | undefined
  /** Folder of the database; default: a folder of the run. */
  databaseFolder?(folder: string): { path: string; clear(): void }
  /** Whether processes write their logs directly to files on the disk of the database. */
  logsOnDatabaseDisk?: boolean
  /** Injects its faults one after another and restores everything at the end. */
  run(context: ScenarioContext): Promise<void>
}

/** Returns a generator of numbers from 0 to 1, the same for the same seed. */
export function createFaultRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    // A Weyl sequence with a mixing step: random enough for choosing faults.
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}

export const randomBetween = (random: () => number, min: number, max: number): number => min + (max - min) * random()
