import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { keyedJoin, matchByIndex } from '../db/keyed-join.ts'
import { runPipelined, runPipelinedPair } from '../db/prepared.ts'

import { type Lane, parseLaneName } from './lane.ts'
import {
  joinByKey,
  type KeyedRow,
  keyedRowsCte,
  type LeaseExtension,
  matchColumns,
  type WorkDepth,
} from './row-queries.ts'
import type { TaskRow } from './task.ts'

export type ClaimedLane = { lane: string; version: number; crashed: boolean; was_ready_at: Date }
type LaneClaim = { now: Date; until: Date; token: string; max: number }

export type ClaimedLanes = { lanes: ClaimedLane[]; heads: PromiseSettledResult<Map<string, TaskRow[]>> }
type LaneTable = Pick<Lane, 'kind' | 'table' | 'lane' | 'order'>
type HeadRead = { columns: readonly string[]; max: number }

/**
 * Claims lanes and reads the first rows of each, in order. The read is a separate statement after the claim: within the
 * claim it could see an older snapshot of the rows than of the lane, and a row missed that way would wait until the
 * next one enters.
 */
export async function claimLanes(db: Db, lane: LaneTable, claim: LaneClaim, reading: HeadRead): Promise<ClaimedLanes> {
  const [lanes, read] = await runPipelinedPair(
    db,
    [buildClaim(lane.kind, claim), buildHeadRead(lane, claim, reading)],
    'relaxed',
  )
  if (read.status === 'rejected') return { lanes, heads: read }
  return { lanes, heads: { ...read, value: Map.groupBy(read.value, (row) => row.work_lane) } }
}

const buildClaim = (kind: string, claim: LaneClaim) =>
  sql<ClaimedLane>`
    with ready as materialized (
      select kind, lane, ready_at, lease_token from work_lanes where kind = ${kind} and ready_at <= ${claim.now}
       order by ready_at limit ${claim.max} for update skip locked)
    update work_lanes as l
       set ready_at = ${claim.until}, lease_token = ${claim.token},
           crashes = l.crashes + case when ready.lease_token is null then 0 else 1 end
      from ready where ${matchLane('ready')}
    returning l.lane, l.version, ready.lease_token is not null as crashed, ready.ready_at as was_ready_at`

function buildHeadRead(lane: LaneTable, { until, token }: LaneClaim, { columns, max }: HeadRead) {
  const named = lane.lane.map((column, at) => sql`${sql.lit(column)}, l.lane::json -> ${sql.lit(at)}`)
  const headColumns = columns.map((column) => sql`head.${sql.ref(column)}`)
  return sql<TaskRow & { work_lane: string }>`
    with given as materialized (
      select l.lane as work_lane, r.* from work_lanes as l
       cross join lateral json_populate_record(null::${sql.table(lane.table)}, json_build_object(${sql.join(named)})) as r
       where l.kind = ${lane.kind} and l.ready_at = ${until} and l.lease_token = ${token})
    select given.work_lane, ${sql.join(headColumns)} from given
     cross join lateral (
       select t.* from ${sql.table(lane.table)} as t
        where ${matchColumns('t', lane.lane, 'given')} and t.due_at is not null
        order by t.${sql.ref(lane.order)} limit ${max}) as head
     order by given.work_lane, head.${sql.ref(lane.order)}`
}

export async function readHeads(db: Db, lane: Lane, lanes: string[], most: number): Promise<Map<string, TaskRow[]>> {
  const reading = sql<TaskRow & { work_n: number }>`
    with ${keyedRowsCte(lane.table, toKeyedRows(lane, lanes))}
    select given.work_n, head.* from given
     cross join lateral (
       select t.* from ${sql.table(lane.table)} as t
        where ${matchColumns('t', lane.lane, 'given')} and t.due_at is not null
        order by t.${sql.ref(lane.order)} limit ${most}) as head
     order by given.work_n, head.${sql.ref(lane.order)}`
  const { rows } = await reading.execute(db)
  return Map.groupBy(rows, (row) => lanes[row.work_n]!)
}

/** A worker that died was processing the head of its lane, so the crash counts against the head. */
export async function countCrashes(db: Db, lane: Lane, lanes: string[], now: Date): Promise<void> {
  await sql`
    with ${keyedRowsCte(lane.table, toKeyedRows(lane, lanes))}
    update ${sql.table(lane.table)} as t set crashes = t.crashes + 1 from given
     where ${joinByKey(lane.lane, 'given')} and t.due_at <= ${now} and t.${sql.ref(lane.order)} = (
       select min(h.${sql.ref(lane.order)}) from ${sql.table(lane.table)} as h
        where ${matchColumns('h', lane.lane, 'given')} and h.due_at is not null)`.execute(db)
}

export async function nextReadyLane(db: Db, kind: string, now: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ ready_at: Date }>`
    select ready_at from work_lanes where kind = ${kind} and ready_at > ${now} order by ready_at limit 1`.execute(db)
  return rows[0]?.ready_at
}

export type LeasedLane = { n: number; lane: string; token: string }

/** Like `extendRows`: returns the leases still held, and never waits for a lane that is being entered. */
export async function extendLanes(db: Db, kind: string, lanes: LeasedLane[], until: Date): Promise<LeaseExtension[]> {
  const { rows } = await sql<LeaseExtension>`
    with given as materialized (
      select *, ${kind} as kind, ${keyedJoin.column} from json_to_recordset(${JSON.stringify(lanes)}::json)
        as g(n int, lane text, token text)),
    held as materialized (
      select g.* from given as g
        join work_lanes as l on ${matchLane('g')} and l.lease_token = g.token and ${keyedJoin.condition('g')}),
    free as materialized (
      select held.* from held
        join work_lanes as l on ${matchLane('held')} and l.lease_token = held.token and ${keyedJoin.condition('held')}
         for update of l skip locked),
    extended as (
      update work_lanes as l set ready_at = ${until} from free
       where ${matchLane('free')} returning free.n)
    select held.n, extended.n is not null as extended from held left join extended using (n)`.execute(db)
  return rows
}

/** `nextAt` is null if the lane was empty when it was read. */
export type LaneRelease = LeasedLane & { version: number; nextAt: Date | null }

/**
 * Releases lanes. A lane entered meanwhile is ready at once; an empty one is deleted, which is safe because only its
 * lease holder does so, and only if nothing has entered. With `skip`, locked lanes are left to the caller: a statement
 * over many lanes must not wait for one while it locks the others. Returns when each released lane is ready.
 */
export async function releaseLanes(
  db: Db,
  kind: string,
  lanes: LaneRelease[],
  { now, skip }: { now: Date; skip: boolean },
) {
  const leaving = sql<{ n: number; ready_at: Date | null }>`
    with given as materialized (
      select *, ${kind} as kind, ${keyedJoin.column} from json_to_recordset(${JSON.stringify(lanes)}::json)
        as g(n int, lane text, token text, version bigint, "nextAt" timestamptz)),
    free as materialized (
      select g.n, l.kind, l.lane, case when l.version <> g.version then ${now}::timestamptz else g."nextAt" end as ready_at
        from given as g join work_lanes as l on ${matchLane('g')} and l.lease_token = g.token
       where ${keyedJoin.condition('g')}
         for update of l ${skip ? sql`skip locked` : sql``}),
    deleted as (
      delete from work_lanes as l using free
       where ${matchLane('free')} and free.ready_at is null),
    kept as (
      update work_lanes as l set ready_at = free.ready_at, lease_token = null, crashes = 0 from free
       where ${matchLane('free')} and free.ready_at is not null)
    select n, ready_at from free`
  // Waiting for a lock would block every later statement on the pipelined connection.
  const rows = skip ? await runPipelined(db, leaving, 'relaxed') : (await leaving.execute(db)).rows
  return new Map(rows.map((row) => [row.n, row.ready_at]))
}

export async function readLaneDepth(db: Db, lane: Lane, now: Date): Promise<WorkDepth> {
  const { rows } = await sql<Omit<WorkDepth, 'kind'>>`
    select count(*) as due,
           (select count(*) from work_lanes where kind = ${lane.kind} and lease_token is not null) as leased,
           coalesce(extract(epoch from ${now}::timestamptz - min(t.due_at)), 0)::float8 as "oldestDueSeconds"
      from ${sql.table(lane.table)} as t where t.due_at <= ${now}`.execute(db)
  return { kind: lane.kind, ...rows[0]! }
}

function toKeyedRows(lane: Lane, names: string[]): KeyedRow[] {
  return names.map((name, n) => ({ n, token: '', row: parseLaneName(lane.lane, name) }))
}

/** Joins `work_lanes as l` to a CTE with the columns `kind` and `lane`. */
function matchLane(given: 'ready' | 'g' | 'held' | 'free') {
  return matchByIndex([
    [sql`l.kind`, sql.ref(`${given}.kind`)],
    [sql`l.lane`, sql.ref(`${given}.lane`)],
  ])
}
