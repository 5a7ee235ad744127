import type { Db } from '../db/database.ts'
import type { World } from '../world.ts'
import type { Observe } from './attempt.ts'
import type { Hold, Holds } from './holds.ts'
import type { WorkLog } from './log.ts'
import type { Source } from './loop.ts'
import type { Depth } from './row-queries.ts'

export type CrewOptions = { db: Db; world: World; log: WorkLog; observe: Observe }

/** What works one kind: a row crew or a lane crew. */
export type Crew<H extends Hold = Hold> = Source<H> & {
  holds: Holds<H>
  /** Unfinished leases, so that others take them at once. */
  giveBack(held: H[]): Promise<void>
  depth(): Promise<Depth>
}
