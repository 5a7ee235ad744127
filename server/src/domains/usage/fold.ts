import type { Db } from '../../platform/db/database.ts'
import type { Span } from '../../platform/usage.ts'
import { listing } from '../agents/index.ts'
import {
  dayMilliseconds,
  daysBetween,
  hourFrom,
  hourMilliseconds,
  hourOf,
  hoursBefore,
  minuteMilliseconds,
  minuteOf,
} from './days.ts'
import { type Folding, noteFolded, readFolding, writeHours } from './queries/hours.ts'
import { type Source, sources } from './sources.ts'

/** What is in a transaction when its hour ends is written by then. */
const lagMilliseconds = 120_000
/** Of the running hour this much is left to be counted as it is read. */
const freshMilliseconds = 20_000
/** Minutes are folded anew for so long: sends change meanwhile, and some things are written late. */
const settlesMilliseconds = 300_000
/** Of the time before there was usage, this much is counted after all. */
const pastDays = 30
const hoursAtOnce = 24
const agentsAtOnce = 100

/**
 * Folds the hours that are over, the running one by the minute, and little by little the past. Whatever is folded is
 * counted anew as a whole, so that nothing is lost or counted twice, however often it is done and wherever it is broken off.
 */
export async function foldUsage(db: Db, now: Date, signal: AbortSignal): Promise<void> {
  const over = hourOf(before(now, lagMilliseconds))
  const { from, until } = (await readFolding(db)) ?? (await beginFolding(db, over))
  const folded = await foldOver(db, { from, until }, over, signal)
  if (signal.aborted) return
  await foldRunning(db, { from, until: folded }, { over, now })
  await foldPast(db, { from, until: folded }, before(over, pastDays * dayMilliseconds), signal)
}

async function beginFolding(db: Db, over: Date): Promise<Folding> {
  const folding = { from: over, until: over }
  await noteFolded(db, folding)
  return folding
}

/**
 * What was begun by the minute goes on so until its hour ends, and is an hour only then: whoever has read until when it
 * is folded finds nothing there that came later.
 */
async function foldOver(db: Db, { from, until }: Folding, over: Date, signal: AbortSignal): Promise<Date> {
  if (until >= over) return until
  const begun = hourFrom(until)
  if (until < begun) await foldHours(db, { from: until, until: begun, by: 'minute' })
  let folded = begun
  await noteFolded(db, { from, until: folded })
  while (folded < over && !signal.aborted) {
    const next = earlier(new Date(folded.getTime() + hoursAtOnce * hourMilliseconds), over)
    await foldHours(db, { from: folded, until: next, by: 'hour' })
    folded = next
    await noteFolded(db, { from, until: folded })
  }
  await foldHours(db, { from: begun, until: begun, by: 'hour', again: true })
  return folded
}

/** All but its last minute, which is folded when the hour is over. */
async function foldRunning(db: Db, { from, until }: Folding, { over, now }: { over: Date; now: Date }): Promise<void> {
  const last = new Date(over.getTime() + hourMilliseconds - minuteMilliseconds)
  const next = earlier(minuteOf(before(now, freshMilliseconds)), last)
  const unsettled = earlier(until, minuteOf(before(now, settlesMilliseconds)))
  const begin = unsettled > over ? unsettled : over
  if (next <= begin) return
  await foldHours(db, { from: begin, until: next, by: 'minute' })
  await noteFolded(db, { from, until: next })
}

async function foldPast(db: Db, { from, until }: Folding, first: Date, signal: AbortSignal): Promise<void> {
  for (let folded = from; folded > first && !signal.aborted; ) {
    const next = hoursBefore(folded, hoursAtOnce)
    await foldHours(db, { from: next, until: folded, by: 'hour' })
    folded = next
    await noteFolded(db, { from: folded, until })
  }
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)
const before = (at: Date, milliseconds: number): Date => new Date(at.getTime() - milliseconds)

/** `again`: with those before that may have changed since. */
type Hours = Pick<Span, 'from' | 'until' | 'by'> & { again?: boolean }

async function foldHours(db: Db, hours: Hours): Promise<void> {
  for (let last = 0; ; ) {
    const agents = await listing.after(db, { key: last, madeBefore: hours.until, limit: agentsAtOnce })
    for (const [zone, those] of Map.groupBy(agents, ({ timeZone }) => timeZone)) {
      const keys = those.map(({ key }) => key)
      for (const source of sources) await foldSource(db, keys, { ...hours, source, zone })
    }
    if (agents.length < agentsAtOnce) return
    last = agents.at(-1)?.key ?? last
  }
}

type Piece = Hours & { source: Source; zone: string }

async function foldSource(db: Db, keys: readonly number[], piece: Piece): Promise<void> {
  const { source, zone, until, by, again } = piece
  const from = hoursBefore(piece.from, again ? source.settlesHours : 0)
  const span: Span = { from, until, by, days: daysBetween(from, until, zone) }
  const counts = await source.count(db, keys, span)
  const whileBefore = by === 'minute' ? hourFrom(until) : undefined
  await writeHours(db, keys, { measures: source.measures, from, until, counts, whileBefore })
}
