import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { World } from '../world.ts'
import { continueAt } from './outcome.ts'
import { nextOccurrence, type Recurrence } from './schedule.ts'
import { defineWork, newWorkColumns } from './work.ts'

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
    retry: { attempts: Number.POSITIVE_INFINITY, baseSeconds: 60, mostSeconds: 3600 },
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
