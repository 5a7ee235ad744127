import type { Db } from '../../../platform/db/database.ts'
import { notFound, Problem, problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { TooBusy, takingTurns } from '../../../platform/thread/turns.ts'
import type { World } from '../../../platform/world.ts'
import type { PeopleDeps } from '../deps.ts'
import { saltOf } from '../identities/stop-list/stop-list.ts'
import { settleTerms, stageTerms } from '../person/queries/terms.ts'
import { type Counts, type ImportAnswer, mostErrors, noCounts, type RowError, type Settings } from './import.ts'
import { type Progress, progressOf } from './progress.ts'
import { insertImport, isAftermath, keepAgent, takeTurn, undone, updateImport } from './queries.ts'
import { type Batch, batchesOf, type Source } from './rows.ts'
import type { Circumstances } from './stage.ts'
import { storeRows, type Written } from './store.ts'

export type Import = { batchId: string; source: Source; settings: Settings }
type Deps = PeopleDeps & { world: World }

/** Each holds a connection for as long as it takes; the others shall not run out of them. */
const inTurn = takingTurns(3, 3)

/** Brings people in, inside the transaction of the caller: it may be run again, and then begins again. */
export async function importPeople(tx: Db, agent: AgentKey, asked: Import, deps: Deps): Promise<ImportAnswer> {
  try {
    return await inTurn(() => watched(tx, agent, asked, deps))
  } catch (error) {
    if (!(error instanceof TooBusy)) throw error
    throw problem('service.unavailable', 503, { detail: 'Other imports are running' }, { 'retry-after': '10' })
  }
}

/** How far it has come is told outside the transaction, and what came of it inside: that is true only if it is kept. */
async function watched(tx: Db, agent: AgentKey, asked: Import, deps: Deps): Promise<ImportAnswer> {
  const { batchId: id, source, settings } = asked
  const { db, world } = deps
  if (!(await keepAgent(tx, agent))) throw notFound()
  await insertImport(db, agent, { id, dryRun: settings.dryRun, totalBytes: source.totalBytes, now: world.now() })
  const progress = progressOf(
    (soFar) => updateImport(db, agent, { id, status: 'running', now: world.now(), ...soFar }),
    world,
  )
  try {
    await takeTurn(tx, agent)
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
  const reason = error instanceof Problem && error.status < 500 ? error.message : 'Something went wrong on our side'
  return `${reason}. Nothing was written.`
}

type Tally = { rows: number; counts: Counts; errors: RowError[] }

/** Terms stand aside until so many people have come. */
const settledRows = 50_000

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
  const how = { ...settings, batchId, fields, now: world.now(), newId: () => world.newId('per') }
  const tally: Tally = { rows: 0, counts: { ...noCounts }, errors: [] }
  await stageTerms(tx)
  let storing: Promise<Written> = Promise.resolve({ keys: new Set(), rest: Promise.resolve([]) })
  try {
    for await (const batch of batchesOf(source, how)) {
      const before = await storing
      progress.note({ readBytes: batch.readBytes, ...tally })
      // Not waited for: while the database works, the next rows are read.
      storing = store(tx, agent, { batch, before, how, tally }, deps)
      storing.catch(() => {})
    }
  } finally {
    await finished(await storing, tally)
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
    await finished(before, tally)
    for (const kind of Object.keys(counts) as (keyof Counts)[]) tally.counts[kind] += counts[kind]
    tally.counts.failed += batch.failed
    const settle = Math.floor(batch.lastRow / settledRows) > Math.floor(tally.rows / settledRows)
    tally.rows = Math.max(tally.rows, batch.lastRow)
    note(tally, [...batch.errors, ...errors])
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

async function finished({ rest }: Written, tally: Tally): Promise<void> {
  note(tally, await rest)
}

function note({ errors }: Tally, more: RowError[]): void {
  const room = mostErrors - errors.length
  errors.push(...more.sort((one, other) => one.row - other.row).slice(0, Math.max(room, 0)))
}
