import type { Db } from '../db/database.ts'
import { gather } from '../db/gather.ts'
import { untilAvailable } from '../db/until-available.ts'
import type { World } from '../world.ts'
import { attempt, type Bench } from './attempt.ts'
import type { Crew, CrewOptions } from './crew.ts'
import { createHolds, type Hold, newHold } from './holds.ts'
import type { Lane } from './lane.ts'
import * as queries from './lane-queries.ts'
import { columnTypesOnce } from './records.ts'
import { laneTenure } from './settle-queries.ts'
import { createSettler } from './settler.ts'
import type { TaskRow } from './task.ts'

/** At most so many rows, then the lane goes to the end of the line: a hot one does not starve the others. */
const rowsPerTurn = 20
/** What was read longer ago is read again before it is performed: it may have been cancelled meanwhile. */
const freshMilliseconds = 1_000

type LaneHold = Hold & { lane: string; version: number; rows: TaskRow[]; readAt: Date }

/** Works lanes, each under a lease of the whole lane, its rows one after the other. */
export function createLaneCrew(lane: Lane, { db, world, log, observe }: CrewOptions): Crew<LaneHold> {
  const bench: Bench = { world, log, observe, settle: createSettler(db, lane, laneTenure(lane.kind)) }
  const leave = createLeave(db, lane.kind, world)
  const columnTypes = columnTypesOnce(db, lane.table)
  const holds = createHolds<LaneHold>({
    kind: lane.kind,
    leaseSeconds: lane.leaseSeconds,
    world,
    log,
    extend: (held, until) => queries.extendLanes(db, lane.kind, held.map(leased), until),
  })

  function leaveSafely(hold: LaneHold, nextAt: Date | null): Promise<Date | null> {
    return untilAvailable(() => leave(hold, nextAt), hold.signal).catch((error) => {
      log.error({ err: error, kind: lane.kind, lane: hold.lane }, 'a lane could not be left; its lease runs out')
      return null
    })
  }

  return {
    kind: lane.kind,
    places: lane.concurrency,
    holds,
    async claim(most, now) {
      const until = new Date(now.getTime() + lane.leaseSeconds * 1000)
      const reading = { columns: [...(await columnTypes()).keys()], most: rowsPerTurn }
      const claim = { now, until, token: world.newId('lease'), most }
      const { lanes, heads } = await queries.claimLanes(db, lane, claim, reading)
      const claimed = lanes.map((one) => holdOf(one, claim))
      try {
        if (heads.status === 'rejected') throw heads.reason
        for (const hold of claimed) hold.rows = heads.value.get(hold.lane) ?? []
        await blame(db, lane, claimed, world.now())
      } catch (error) {
        await Promise.allSettled(claimed.map((hold) => leave(hold, world.now())))
        throw error
      }
      claimed.forEach(holds.add)
      return claimed
    },
    nextDue: (now) => queries.nextReadyLane(db, lane.kind, now),
    async run(hold) {
      const nextAt = await workThrough(lane, hold, bench)
      const readyAt = nextAt === 'stuck' ? null : await leaveSafely(hold, nextAt)
      holds.delete(hold)
      return readyAt
    },
    async giveBack(held) {
      await Promise.all(held.map((hold) => leave(hold, world.now())))
    },
    depth: () => queries.depthOfLanes(db, lane, world.now()),
  }
}

type NewHold = LaneHold & { crashed: boolean }

type Claim = { now: Date; until: Date; token: string }

function holdOf({ lane, version, crashed }: queries.ClaimedLane, { now, until, token }: Claim): NewHold {
  return { ...newHold({ id: lane, token, leaseEndsAt: until }), lane, version, crashed, rows: [], readAt: now }
}

/** Those whose worker died are read again after their heads were blamed. */
async function blame(db: Db, lane: Lane, claimed: NewHold[], now: Date): Promise<void> {
  const crashed = claimed.filter((hold) => hold.crashed)
  if (crashed.length === 0) return
  const names = crashed.map((hold) => hold.lane)
  await queries.blameHeads(db, lane, names, now)
  const heads = await queries.headsOf(db, lane, names, rowsPerTurn)
  for (const hold of crashed) hold.rows = heads.get(hold.lane) ?? []
}

/** Answers when the lane is to be worked next; null when it was worked to its end. */
async function workThrough(lane: Lane, hold: LaneHold, bench: Bench): Promise<Date | null | 'stuck'> {
  for (const row of hold.rows) {
    const now = bench.world.now()
    // A head that waits holds its lane: the order is strict.
    if (row.due_at! > now) return row.due_at
    if (!mayGoOn(hold, now)) return now
    const ending = await attempt(lane, { row, hold, dueAt: row.due_at! }, bench)
    if (ending === 'stuck') return 'stuck'
    if (ending === 'lost') return bench.world.now()
    if (ending.columns.due_at) return ending.columns.due_at
  }
  return hold.rows.length === rowsPerTurn ? bench.world.now() : null
}

function mayGoOn(hold: LaneHold, now: Date): boolean {
  const fresh = now.getTime() - hold.readAt.getTime() < freshMilliseconds
  return fresh && !hold.signal.aborted && now < hold.leaseEndsAt
}

function leased({ lane, token }: LaneHold, n: number): queries.Leased {
  return { n, lane, token }
}

/** Answers when the lane is ready again; null when it is gone, or was lost. */
type Leave = (hold: LaneHold, nextAt: Date | null) => Promise<Date | null>

/** Lanes that are left at the same time share a statement, except those that somebody is entering just then. */
function createLeave(db: Db, kind: string, world: World): Leave {
  const together = gather(async (lanes: queries.Leaving[]) => {
    const numbered = lanes.map((one, n) => ({ ...one, n }))
    const left = await queries.leaveLanes(db, kind, numbered, { now: world.now(), skip: true })
    return numbered.map(({ n }) => left.get(n))
  })
  return async (hold, nextAt) => {
    const leaving = { ...leased(hold, 0), version: hold.version, nextAt }
    const readyAt = await together(leaving)
    if (readyAt !== undefined) return readyAt
    const left = await queries.leaveLanes(db, kind, [leaving], { now: world.now(), skip: false })
    return left.get(0) ?? null
  }
}
