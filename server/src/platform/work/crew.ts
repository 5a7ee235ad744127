import type { Db } from '../db/database.ts'
import type { World } from '../world.ts'
import type { ObserveWork } from './attempt.ts'
import type { LeaseSet, WorkLease } from './leases.ts'
import type { WorkLog } from './log.ts'
import type { WorkSource } from './loop.ts'
import type { WorkDepth } from './row-queries.ts'

export type RunnerOptions = { db: Db; world: World; log: WorkLog; observe: ObserveWork }

/** What works one kind: a row crew or a lane crew. */
export type QueueRunner<H extends WorkLease = WorkLease> = WorkSource<H> & {
  leases: LeaseSet<H>
  /** Unfinished leases, so that others take them at once. */
  release(held: H[]): Promise<void>
  depth(): Promise<WorkDepth>
}
