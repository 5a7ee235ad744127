import type { Db } from '../../platform/db/database.ts'
import type { Span } from '../../platform/usage.ts'
import { listing } from '../agents/index.ts'
import { dayMilliseconds, daysBetween, hourMilliseconds, hourOf, hoursBefore } from './days.ts'
import { noteFolded, readFolding, writeHours } from './queries/hours.ts'
import { type Source, sources } from './sources.ts'

/** What is in a transaction when its hour ends is written by then. */
const lagMilliseconds = 120_000
/** Of the time before there was usage, this much is counted after all. */
const pastDays = 30
const hoursAtOnce = 24
const agentsAtOnce = 100

/**
 * Folds the hours that are over, and little by little the past. An hour is counted anew as a whole whenever it is folded,
 * so that nothing is lost or counted twice, however often it is done and wherever it is broken off.
 */
export async function foldUsage(db: Db, now: Date, signal: AbortSignal): Promise<void> {
  const over = hourOf(new Date(now.getTime() - lagMilliseconds))
  const folded = (await readFolding(db)) ?? { from: over, until: over }
  let { from, until } = folded
  while (until < over && !signal.aborted) {
    const next = earlier(new Date(until.getTime() + hoursAtOnce * hourMilliseconds), over)
    await foldHours(db, { from: until, until: next, again: true })
    until = next
    await noteFolded(db, { from, until })
  }
  const first = new Date(over.getTime() - pastDays * dayMilliseconds)
  while (from > first && !signal.aborted) {
    const next = hoursBefore(from, hoursAtOnce)
    await foldHours(db, { from: next, until: from, again: false })
    from = next
    await noteFolded(db, { from, until })
  }
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

/** `again`: with those before that may have changed since. */
type Hours = { from: Date; until: Date; again: boolean }

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
  const { source, zone, until, again } = piece
  const from = hoursBefore(piece.from, again ? source.settlesHours : 0)
  const span: Span = { from, until, days: daysBetween(from, until, zone) }
  const counts = await source.count(db, keys, span)
  await writeHours(db, keys, { measures: source.measures, from, until, counts })
}
