import type { Db } from '../../../platform/db/database.ts'
import { createFairSlots, NoSlot } from '../../../platform/fair/slots.ts'
import { currentTenant } from '../../../platform/fair/tenant.ts'
import { notFound, Problem, problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { PeopleDeps } from '../deps.ts'
import { saltOf } from '../identities/stop-list/stop-list.ts'
import { settleTerms, stageTerms } from '../person/queries/terms.ts'
import { type Counts, type ImportAnswer, mostErrors, noCounts, type RowError, type Settings } from './import.ts'
import { type Progress, progressOf } from './progress.ts'
import { insertImport, isAftermath, isUnavailable, keepAgent, takeTurn, undone, updateImport } from './queries.ts'
import { type Batch, batchesOf, type Source } from './rows.ts'
import type { Circumstances } from './stage.ts'
import { addRest, noRest, type Rest, storeRows, type Written } from './store.ts'

export type Import = { batchId: string; source: Source; settings: Settings }
type Deps = PeopleDeps & { world: World }

/** Each holds a connection for as long as it takes, and JSON in memory; the others shall not run out of either. */
const slots = createFairSlots({ slots: 3, reserve: 1, mostWaiting: 3 })

/** Waits for the turn of an import, which then lasts until the request is over. Nothing is held while it waits. */
export async function turnUntil(over: Promise<void>): Promise<void> {
  try {
    const release = await slots.acquire({ tenant: currentTenant() })
    void over.then(release)
  } catch (error) {
    throw error instanceof NoSlot ? busy('Other imports are running') : error
  }
}

const busy = (detail: string): Problem => problem('service.unavailable', 503, { detail }, { 'retry-after': '10' })

/**
 * Brings people in, inside the transaction of the caller: it may be run again, and then begins again. How far it has
 * come is told outside the transaction, and what came of it inside: that is true only if it is kept.
 */
export async function importPeople(tx: Db, agent: AgentKey, asked: Import, deps: Deps): Promise<ImportAnswer> {
  const { batchId: id, source, settings } = asked
  const { db, world } = deps
  if (!(await keepAgent(tx, agent))) throw notFound()
  if (!(await takeTurn(tx, agent))) throw busy('Another import of this agent is running')
  await insertImport(db, agent, { id, dryRun: settings.dryRun, totalBytes: source.totalBytes, now: world.now() })
  const progress = progressOf(
    (soFar) => updateImport(db, agent, { id, status: 'running', now: world.now(), ...soFar }),
    world,
  )
  try {
    const act = () => takeRows(tx, agent, asked, { ...deps, progress })
    const { rows, counts, errors } = settings.dryRun ? await undone(tx, act) : await act()
    await progress.settled()
    const end = { status: 'done', readBytes: source.totalBytes, rows, counts, errors } as const
    await updateImport(tx, agent, { id, now: world.now(), ...end })
    return settings.dryRun ? { ...counts, errors, dryRun: true } : { importBatchId: id, ...counts, errors }
  } catch (error) {
    await progress.settled()
    await updateImport(db, agent, { id, status: 'failed', now: world.now(), error: reasonOf(error) }).catch(() => {})
    throw error
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Problem) return `${error.message}. Nothing was written.`
  const reason = isUnavailable(error) ? 'The database did not answer in time' : 'Something went wrong on our side'
  return `${reason}. Nothing was written; import the file again.`
}

type Tally = { rows: number; counts: Counts; errors: RowError[] }

/** Terms stand aside until so many people have come. */
const settledRows = 100_000

async function takeRows(
  tx: Db,
  agent: AgentKey,
  { batchId, source, settings }: Import,
  deps: Deps & { progress: Progress },
): Promise<Tally> {
  const { db, world, definitions, progress } = deps
  // Made in this transaction, it would keep others of the agent waiting for it.
  if (settings.channel) await saltOf(db, agent, world)
  const { peopleFields: fields } = await definitions.read(tx, agent)
  const how = { ...settings, batchId, fields, now: world.now(), named: new Map(), newId: () => world.newId('per') }
  const tally: Tally = { rows: 0, counts: { ...noCounts }, errors: [] }
  await stageTerms(tx)
  let storing: Promise<Written> = Promise.resolve({ keys: new Set(), rest: Promise.resolve(noRest) })
  try {
    for await (const batch of batchesOf(source, how)) {
      const before = await storing
      progress.note({ readBytes: batch.readBytes, ...tally })
      // Not waited for: while the database works, the next rows are read.
      storing = store(tx, agent, { batch, before, how, tally }, deps)
      storing.catch(() => {})
    }
  } finally {
    add(tally, await (await storing).rest)
  }
  await settleTerms(tx, agent)
  return tally
}

async function store(
  tx: Db,
  agent: AgentKey,
  { batch, before, how, tally }: { batch: Batch; before: Written; how: Circumstances; tally: Tally },
  deps: Deps,
): Promise<Written> {
  try {
    const { counts, errors, written } = await storeRows(tx, agent, { rows: batch.rows, how, before }, deps)
    add(tally, await before.rest)
    for (const kind of Object.keys(counts) as (keyof Counts)[]) tally.counts[kind] += counts[kind]
    tally.counts.failed += batch.failed
    const settle = Math.floor(batch.lastRow / settledRows) > Math.floor(tally.rows / settledRows)
    tally.rows = Math.max(tally.rows, batch.lastRow)
    note(tally, batch.errors.concat(errors))
    if (settle) await settleTerms(tx, agent)
    return written
  } catch (error) {
    // What fails after it only says that something has.
    await before.rest.catch((first) => {
      throw isAftermath(first) ? error : first
    })
    throw error
  }
}

function add(tally: Tally, { given, errors }: Rest): void {
  addRest(tally, { given, errors: [] })
  note(tally, errors)
}

function note(tally: Tally, more: readonly RowError[]): void {
  const room = Math.max(mostErrors - tally.errors.length, 0)
  tally.errors = tally.errors.concat(more.toSorted((one, other) => one.row - other.row).slice(0, room))
}
