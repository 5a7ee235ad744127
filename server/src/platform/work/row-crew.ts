import type { Db } from '../db/database.ts'
import { type AttemptContext, runAttempt } from './attempt.ts'
import type { QueueRunner, RunnerOptions } from './crew.ts'
import { pickKey, rowIdOf } from './keyed-rows.ts'
import { createLease, createLeaseSet, type WorkLease } from './leases.ts'
import { rowLeaseCheck } from './result-queries.ts'
import { createResultWriter } from './result-writer.ts'
import { type ClaimedRow, claimRows, extendRows, nextDueRow, readRowDepth, releaseRows } from './row-queries.ts'
import type { Work } from './work.ts'

type RowLease = WorkLease & { row: ClaimedRow }

/** Works rows, each under its own lease. */
export function createRowRunner(work: Work, { db, world, log, observe }: RunnerOptions): QueueRunner<RowLease> {
  const context: AttemptContext = { world, log, observe, writeResult: createResultWriter(db, work, rowLeaseCheck) }
  const asGiven = (lease: RowLease, n: number) => ({ n, token: lease.token, row: pickKey(work.key, lease.row) })
  const holds = createLeaseSet<RowLease>({
    kind: work.kind,
    leaseSeconds: work.leaseSeconds,
    world,
    log,
    extend: (held, until) => extendRows(db, work, held.map(asGiven), until),
  })

  return {
    kind: work.kind,
    slots: work.concurrency,
    recentStarts: work.recentStarts,
    leases: holds,
    async claim(most, now) {
      const claimed = await claimRowLeases(db, work, { now, token: world.newId('lease'), max: most })
      claimed.forEach(holds.add)
      return claimed
    },
    nextDue: (now) => nextDueRow(db, work, now),
    async run(lease, onPerformed) {
      const ending = await runAttempt(
        work,
        { row: lease.row, lease, dueAt: lease.row.work_due_at, onPerformed },
        context,
      )
      holds.delete(lease)
      return typeof ending === 'string' ? null : ending.columns.due_at
    },
    release: (held) => releaseRows(db, work, held.map(asGiven), world.now()),
    depth: () => readRowDepth(db, work, world.now()),
  }
}

async function claimRowLeases(
  db: Db,
  work: Work,
  claim: { now: Date; token: string; max: number },
): Promise<RowLease[]> {
  const until = new Date(claim.now.getTime() + work.leaseSeconds * 1000)
  const rows = await claimRows(db, work, { ...claim, until })
  return rows.map((row) => ({
    ...createLease({ id: rowIdOf(work.key, row), token: claim.token, leaseEndsAt: until }),
    row,
  }))
}
