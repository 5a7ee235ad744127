import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { Db } from '../db/database.ts'
import type { World } from '../world.ts'
import { continueAt } from './attempt-result.ts'
import { defineWork, newWorkColumns } from './task.ts'

export const recurrenceWeekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
type Weekday = (typeof recurrenceWeekdays)[number]

export type Recurrence =
  | { everySeconds: number }
  | { every: 'daily'; at?: string; timezone?: string }
  | { every: 'weekly'; weekday?: Weekday; at?: string; timezone?: string }

const defaultTime = '06:00'

/**
 * Returns the first time of the schedule after `after`. A local time skipped by a clock change runs later by as much as
 * the clocks skip; a local time that occurs twice runs the first time.
 */
export function nextOccurrence(schedule: Recurrence, after: Date): Date {
  if ('everySeconds' in schedule) return new Date(after.getTime() + schedule.everySeconds * 1000)
  const timeZone = schedule.timezone ?? 'UTC'
  const plainTime = Temporal.PlainTime.from(schedule.at ?? defaultTime)
  // Starts from the day before, because a skipped time may shift past midnight.
  let day = dayIn(timeZone, after).subtract({ days: 1 })
  if (schedule.every === 'weekly') day = onOrBefore(day, schedule.weekday ?? 'monday')
  const step = { days: schedule.every === 'weekly' ? 7 : 1 }
  for (;;) {
    const at = day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds
    if (at > after.getTime()) return new Date(at)
    day = day.add(step)
  }
}

function dayIn(timeZone: string, at: Date): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
}

function onOrBefore(day: Temporal.PlainDate, weekday: Weekday): Temporal.PlainDate {
  const back = (day.dayOfWeek - (recurrenceWeekdays.indexOf(weekday) + 1) + 7) % 7
  return day.subtract({ days: back })
}

/** Scheduled housekeeping that runs once across all processes. Missed runs are not made up for. */
export type Chore = {
  name: string
  schedule: Recurrence
  timeoutSeconds?: number
  run(db: Db, world: World, signal: AbortSignal): Promise<unknown>
}

const defaultTimeoutSeconds = 600

export function defineChore(chore: Chore): Chore {
  return chore
}

/** Creates the work that runs these chores. Chores of another version of Parley are left to that version. */
export function createChoreWork(chores: readonly Chore[], db: Db, world: World) {
  const byName = new Map(chores.map((chore) => [chore.name, chore]))
  const nextOf = (name: string) => nextOccurrence(byName.get(name)!.schedule, world.now())
  return defineWork({
    kind: 'platform.chores',
    table: 'chores',
    key: ['name'],
    where: sql`t.name = any(${[...byName.keys()]}::text[])`,
    timeoutSeconds: Math.max(...chores.map((chore) => chore.timeoutSeconds ?? defaultTimeoutSeconds)),
    retry: { attempts: Number.POSITIVE_INFINITY, baseSeconds: 60, maxSeconds: 3600 },
    async perform({ name }, { signal }) {
      await byName.get(name)!.run(db, world, signal)
      return continueAt(nextOf(name))
    },
    /** Even a chore that kills its worker runs again at its next time. */
    giveUp: (tx, { name }) =>
      tx
        .updateTable('chores')
        .set(newWorkColumns(nextOf(name)))
        .where('name', '=', name)
        .execute(),
  })
}

/** Adds missing chores, and brings forward a chore that must now run sooner than its row says. */
export async function registerChores(db: Db, chores: readonly Chore[], now: Date): Promise<void> {
  if (chores.length === 0) return
  await db
    .insertInto('chores')
    .values(chores.map(({ name, schedule }) => ({ name, due_at: nextOccurrence(schedule, now) })))
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ due_at: (row) => row.ref('excluded.due_at') })
        .where('chores.lease_token', 'is', null)
        .whereRef('chores.due_at', '>', 'excluded.due_at'),
    )
    .execute()
}
