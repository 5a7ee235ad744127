import type { Db } from '../../platform/db/database.ts'
import type { Span } from '../../platform/usage.ts'
import { daysBetween, hourFrom, hourOf, hoursBefore } from './days.ts'
import { readFolding } from './queries/hours.ts'
import { type Sum, sumHours } from './queries/sums.ts'
import { sources as allSources, type Source } from './sources.ts'
import { placeOf, type Window } from './window.ts'

/** Where nobody folds, no more than this is counted from the sources. */
const mostLiveHours = 24

export type Asked = {
  window: Window
  /** Of the org. */
  zone: string
  now: Date
  /** All unless some are named. */
  sources?: readonly Source[]
}

/** What is folded, and what came since from its sources. The folding is read first: what is folded meanwhile is counted once. */
export async function sumsOf(db: Db, agentKeys: readonly number[], asked: Asked): Promise<Sum[]> {
  if (agentKeys.length === 0) return []
  const folded = (await readFolding(db))?.until
  const [old, fresh] = await Promise.all([
    folded ? oldSums(db, agentKeys, asked, folded) : [],
    freshSums(db, agentKeys, asked, folded),
  ])
  return [...old, ...fresh]
}

async function oldSums(db: Db, agentKeys: readonly number[], asked: Asked, folded: Date): Promise<Sum[]> {
  const { window, sources } = asked
  const from = hourFrom(first(window))
  const until = earlier(hourFrom(window.end), folded)
  if (until <= from) return []
  const measures = sources?.flatMap((source) => source.measures)
  return sumHours(db, agentKeys, { starts: window.starts, from, until, measures })
}

async function freshSums(db: Db, agentKeys: readonly number[], asked: Asked, folded = new Date(0)): Promise<Sum[]> {
  const { window, zone, now, sources = allSources } = asked
  const from = [hourFrom(first(window)), folded, hoursBefore(hourOf(now), mostLiveHours)].reduce(later)
  const until = earlier(hourFrom(window.end), hourFrom(new Date(now.getTime() + 1)))
  if (from >= until) return []
  const span: Span = { from, until, by: 'hour', days: daysBetween(from, until, zone) }
  const counts = await Promise.all(sources.map((source) => source.count(db, agentKeys, span)))
  return counts.flat().map(({ hour, ...count }) => ({ ...count, place: placeOf(window, hour) }))
}

const first = ({ starts }: Window): Date => starts[0] as Date
const earlier = (one: Date, other: Date): Date => (one < other ? one : other)
const later = (one: Date, other: Date): Date => (one > other ? one : other)
