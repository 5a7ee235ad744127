import type { Db } from '../db/database.ts'
import { attempt, type Bench } from './attempt.ts'
import type { Crew, CrewOptions } from './crew.ts'
import { createHolds, type Hold, newHold } from './holds.ts'
import { keyOf, rowIdOf } from './records.ts'
import { type ClaimedRow, claimRows, depthOfRows, extendRows, giveBackRows, nextDueRow } from './row-queries.ts'
import { rowTenure } from './settle-queries.ts'
import { createSettler } from './settler.ts'
import type { Work } from './work.ts'

type RowHold = Hold & { row: ClaimedRow }

/** Works rows, each under its own lease. */
export function createRowCrew(work: Work, { db, world, log, observe }: CrewOptions): Crew<RowHold> {
  const bench: Bench = { world, log, observe, settle: createSettler(db, work, rowTenure) }
  const asGiven = (hold: RowHold, n: number) => ({ n, token: hold.token, row: keyOf(work.key, hold.row) })
  const holds = createHolds<RowHold>({
    kind: work.kind,
    leaseSeconds: work.leaseSeconds,
    world,
    log,
    extend: (held, until) => extendRows(db, work, held.map(asGiven), until),
  })

  return {
    kind: work.kind,
    places: work.concurrency,
    young: work.young,
    holds,
    async claim(most, now) {
      const claimed = await claimHolds(db, work, { now, token: world.newId('lease'), most })
      claimed.forEach(holds.add)
      return claimed
    },
    nextDue: (now) => nextDueRow(db, work, now),
    async run(hold, onPerformed) {
      const ending = await attempt(work, { row: hold.row, hold, dueAt: hold.row.work_due_at, onPerformed }, bench)
      holds.delete(hold)
      return typeof ending === 'string' ? null : ending.columns.due_at
    },
    giveBack: (held) => giveBackRows(db, work, held.map(asGiven), world.now()),
    depth: () => depthOfRows(db, work, world.now()),
  }
}

async function claimHolds(db: Db, work: Work, claim: { now: Date; token: string; most: number }): Promise<RowHold[]> {
  const until = new Date(claim.now.getTime() + work.leaseSeconds * 1000)
  const rows = await claimRows(db, work, { ...claim, until })
  return rows.map((row) => ({
    ...newHold({ id: rowIdOf(work.key, row), token: claim.token, leaseEndsAt: until }),
    row,
  }))
}
