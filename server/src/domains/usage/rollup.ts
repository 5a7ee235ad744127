import type { Db } from '../../platform/db/database.ts'
import type { UsageSpan } from '../../platform/usage.ts'
import { dayMilliseconds } from '../../platform/world.ts'
import { agentListing } from '../agents/index.ts'
import { type RollupRange, readRollupRange, recordRollup, writeHourlyCounts } from './queries/hours.ts'
import { type UsageSource, usageSources } from './sources.ts'
import {
  ceilToHour,
  hourMilliseconds,
  listDayStarts,
  minuteMilliseconds,
  startOfHour,
  startOfMinute,
  subtractHours,
} from './window.ts'

/** Transactions open at the end of an hour have committed by then. */
const lagMilliseconds = 120_000
/** The latest part of the current hour is not rolled up but counted at read time. */
const freshMilliseconds = 20_000
/** Minutes are rolled up again for this long, because sends change status and some rows are written late. */
const recountMilliseconds = 300_000
/** How far back to roll up the time before usage was introduced. */
const pastDays = 30
const hoursAtOnce = 24
const agentsAtOnce = 100

/**
 * Rolls up the hours that have ended, the current hour by the minute, and gradually the past. Each rollup recounts its
 * whole span, so that nothing is lost or counted twice, however often it runs or is interrupted.
 */
export async function rollUpUsage(db: Db, now: Date, signal: AbortSignal): Promise<void> {
  const over = startOfHour(before(now, lagMilliseconds))
  const { from, until } = (await readRollupRange(db)) ?? (await startRollup(db, over))
  const folded = await rollUpEndedHours(db, { from, until }, over, signal)
  if (signal.aborted) return
  await rollUpCurrentHour(db, { from, until: folded }, { over, now })
  await rollUpPast(db, { from, until: folded }, before(over, pastDays * dayMilliseconds), signal)
}

async function startRollup(db: Db, over: Date): Promise<RollupRange> {
  const folding = { from: over, until: over }
  await recordRollup(db, folding)
  return folding
}

/**
 * An hour that was started by the minute continues by the minute until its end and only then becomes one hour, so that
 * a reader who has read the rollup range finds no later counts in it.
 */
async function rollUpEndedHours(db: Db, { from, until }: RollupRange, over: Date, signal: AbortSignal): Promise<Date> {
  if (until >= over) return until
  const nextHour = ceilToHour(until)
  if (until < nextHour) await rollUpHours(db, { from: until, until: nextHour, by: 'minute' })
  let folded = nextHour
  await recordRollup(db, { from, until: folded })
  while (folded < over && !signal.aborted) {
    const next = earlier(new Date(folded.getTime() + hoursAtOnce * hourMilliseconds), over)
    await rollUpHours(db, { from: folded, until: next, by: 'hour' })
    folded = next
    await recordRollup(db, { from, until: folded })
  }
  await rollUpHours(db, { from: nextHour, until: nextHour, by: 'hour', again: true })
  return folded
}

/** Rolls up all but the last minute, which is rolled up after the hour ends. */
async function rollUpCurrentHour(
  db: Db,
  { from, until }: RollupRange,
  { over, now }: { over: Date; now: Date },
): Promise<void> {
  const last = new Date(over.getTime() + hourMilliseconds - minuteMilliseconds)
  const next = earlier(startOfMinute(before(now, freshMilliseconds)), last)
  const unsettled = earlier(until, startOfMinute(before(now, recountMilliseconds)))
  const begin = unsettled > over ? unsettled : over
  if (next <= begin) return
  await rollUpHours(db, { from: begin, until: next, by: 'minute' })
  await recordRollup(db, { from, until: next })
}

async function rollUpPast(db: Db, { from, until }: RollupRange, first: Date, signal: AbortSignal): Promise<void> {
  for (let folded = from; folded > first && !signal.aborted; ) {
    const next = subtractHours(folded, hoursAtOnce)
    await rollUpHours(db, { from: next, until: folded, by: 'hour' })
    folded = next
    await recordRollup(db, { from: folded, until })
  }
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)
const before = (at: Date, milliseconds: number): Date => new Date(at.getTime() - milliseconds)

/** `again`: includes earlier hours that may have changed since. */
type Hours = Pick<UsageSpan, 'from' | 'until' | 'by'> & { again?: boolean }

async function rollUpHours(db: Db, hours: Hours): Promise<void> {
  for (let last = 0; ; ) {
    const agents = await agentListing.listAfter(db, { key: last, madeBefore: hours.until, limit: agentsAtOnce })
    for (const [zone, those] of Map.groupBy(agents, ({ timeZone }) => timeZone)) {
      const keys = those.map(({ key }) => key)
      for (const source of usageSources) await rollUpSource(db, keys, { ...hours, source, zone })
    }
    if (agents.length < agentsAtOnce) return
    last = agents.at(-1)?.key ?? last
  }
}

type SourceRollup = Hours & { source: UsageSource; zone: string }

async function rollUpSource(db: Db, keys: readonly number[], piece: SourceRollup): Promise<void> {
  const { source, zone, until, by, again } = piece
  const from = subtractHours(piece.from, again ? source.settlesHours : 0)
  const span: UsageSpan = { from, until, by, days: listDayStarts(from, until, zone) }
  const counts = await source.count(db, keys, span)
  const whileBefore = by === 'minute' ? ceilToHour(until) : undefined
  await writeHourlyCounts(db, keys, { measures: source.measures, from, until, counts, whileBefore })
}
