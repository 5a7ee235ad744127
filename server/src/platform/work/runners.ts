import { batch } from '../db/batch.ts'
import type { Db } from '../db/database.ts'
import { retryWhileUnavailable } from '../db/errors.ts'
import type { World } from '../world.ts'
import { type AttemptContext, type ObserveWork, runAttempt } from './attempt.ts'

import type { Lane } from './lane.ts'
import * as queries from './lane-queries.ts'
import { createLease, createLeaseSet, type LeaseSet, type WorkLease } from './leases.ts'
import type { WorkSource } from './loop.ts'
import { laneLeaseCheck, rowLeaseCheck } from './result-queries.ts'
import { createResultWriter } from './result-writer.ts'
import {
  type ClaimedRow,
  claimRows,
  createColumnTypesReader,
  extendRows,
  nextDueRow,
  pickKey,
  readRowDepth,
  releaseRows,
  rowIdOf,
  type WorkDepth,
} from './row-queries.ts'
import type { TaskRow, Work, WorkLog } from './task.ts'

/** After this many rows the lane goes to the end of the queue, so that a hot lane does not starve the others. */
const rowsPerTurn = 20
/** Rows read longer ago are read again before they run: they may have been canceled meanwhile. */
const freshMilliseconds = 1_000

type LaneLease = WorkLease & { lane: string; version: number; rows: TaskRow[]; readAt: Date }

/** Processes lanes, each under one lease, its rows in sequence. */
export function createLaneRunner(lane: Lane, { db, world, log, observe }: RunnerOptions): QueueRunner<LaneLease> {
  const context: AttemptContext = {
    world,
    log,
    observe,
    writeResult: createResultWriter(db, lane, laneLeaseCheck(lane.kind)),
  }
  const leave = createReleaseLane(db, lane.kind, world)
  const columnTypes = createColumnTypesReader(db, lane.table)
  const holds = createLeaseSet<LaneLease>({
    kind: lane.kind,
    leaseSeconds: lane.leaseSeconds,
    world,
    log,
    extend: (held, until) => queries.extendLanes(db, lane.kind, held.map(toLeasedLane), until),
  })

  function leaveSafely(lease: LaneLease, nextAt: Date | null): Promise<Date | null> {
    return retryWhileUnavailable(() => leave(lease, nextAt), lease.signal).catch((error) => {
      log.error(
        { err: error, kind: lane.kind, lane: lease.lane },
        'a lane could not be released; its lease will expire',
      )
      return null
    })
  }

  return {
    kind: lane.kind,
    slots: lane.concurrency,
    leases: holds,
    async claim(most, now) {
      const until = new Date(now.getTime() + lane.leaseSeconds * 1000)
      const reading = { columns: [...(await columnTypes()).keys()], max: rowsPerTurn }
      const claim = { now, until, token: world.newId('lease'), max: most }
      const { lanes, heads } = await queries.claimLanes(db, lane, claim, reading)
      const claimed = lanes.map((one) => createLaneLease(one, claim))
      try {
        if (heads.status === 'rejected') throw heads.reason
        for (const lease of claimed) lease.rows = heads.value.get(lease.lane) ?? []
        await countLaneCrashes(db, lane, claimed, world.now())
      } catch (error) {
        await Promise.allSettled(claimed.map((lease) => leave(lease, world.now())))
        throw error
      }
      claimed.forEach(holds.add)
      return claimed
    },
    nextDue: (now) => queries.nextReadyLane(db, lane.kind, now),
    async run(lease) {
      const nextAt = await workLane(lane, lease, context)
      const readyAt = nextAt === 'stuck' ? null : await leaveSafely(lease, nextAt)
      holds.delete(lease)
      return readyAt
    },
    async release(held) {
      await Promise.all(held.map((lease) => leave(lease, world.now())))
    },
    depth: () => queries.readLaneDepth(db, lane, world.now()),
  }
}

type ClaimedLaneLease = LaneLease & { crashed: boolean }

type LaneLeaseClaim = { now: Date; until: Date; token: string }

function createLaneLease(
  { lane, version, crashed }: queries.ClaimedLane,
  { now, until, token }: LaneLeaseClaim,
): ClaimedLaneLease {
  return { ...createLease({ id: lane, token, leaseEndsAt: until }), lane, version, crashed, rows: [], readAt: now }
}

/** Counts the crashes against the heads of lanes whose worker died, and reads those lanes again. */
async function countLaneCrashes(db: Db, lane: Lane, claimed: ClaimedLaneLease[], now: Date): Promise<void> {
  const crashed = claimed.filter((lease) => lease.crashed)
  if (crashed.length === 0) return
  const names = crashed.map((lease) => lease.lane)
  await queries.countCrashes(db, lane, names, now)
  const heads = await queries.readHeads(db, lane, names, rowsPerTurn)
  for (const lease of crashed) lease.rows = heads.get(lease.lane) ?? []
}

/** Returns when the lane is due next; null if it is empty. */
async function workLane(lane: Lane, lease: LaneLease, context: AttemptContext): Promise<Date | null | 'stuck'> {
  for (const row of lease.rows) {
    const now = context.world.now()
    // A waiting head blocks its lane: the order is strict.
    if (row.due_at! > now) return row.due_at
    if (!canContinue(lease, now)) return now
    const ending = await runAttempt(lane, { row, lease, dueAt: row.due_at! }, context)
    if (ending === 'stuck') return 'stuck'
    if (ending === 'lost') return context.world.now()
    if (ending.columns.due_at) return ending.columns.due_at
  }
  return lease.rows.length === rowsPerTurn ? context.world.now() : null
}

function canContinue(lease: LaneLease, now: Date): boolean {
  const fresh = now.getTime() - lease.readAt.getTime() < freshMilliseconds
  return fresh && !lease.signal.aborted && now < lease.leaseEndsAt
}

function toLeasedLane({ lane, token }: LaneLease, n: number): queries.LeasedLane {
  return { n, lane, token }
}

/** Returns when the lane is ready again; null if it was deleted or its lease was lost. */
type ReleaseLane = (lease: LaneLease, nextAt: Date | null) => Promise<Date | null>

/** Lanes released at the same time share a statement, except those that are being entered at that moment. */
function createReleaseLane(db: Db, kind: string, world: World): ReleaseLane {
  const together = batch(async (lanes: queries.LaneRelease[]) => {
    const numbered = lanes.map((one, n) => ({ ...one, n }))
    const left = await queries.releaseLanes(db, kind, numbered, { now: world.now(), skip: true })
    return numbered.map(({ n }) => left.get(n))
  })
  return async (lease, nextAt) => {
    const leaving = { ...toLeasedLane(lease, 0), version: lease.version, nextAt }
    const readyAt = await together(leaving)
    if (readyAt !== undefined) return readyAt
    const left = await queries.releaseLanes(db, kind, [leaving], { now: world.now(), skip: false })
    return left.get(0) ?? null
  }
}

export type RunnerOptions = { db: Db; world: World; log: WorkLog; observe: ObserveWork }

export type QueueRunner<H extends WorkLease = WorkLease> = WorkSource<H> & {
  leases: LeaseSet<H>
  /** Releases unfinished leases, so that other workers can claim them immediately. */
  release(held: H[]): Promise<void>
  depth(): Promise<WorkDepth>
}

type RowLease = WorkLease & { row: ClaimedRow }

export function createRowRunner(work: Work, { db, world, log, observe }: RunnerOptions): QueueRunner<RowLease> {
  const context: AttemptContext = {
    world,
    log,
    observe,
    writeResult: createResultWriter(db, work, rowLeaseCheck(work.kind)),
  }
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
    claimIntervalMilliseconds: work.claimIntervalMilliseconds,
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
