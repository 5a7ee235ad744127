import { maxImportErrors, type RowError } from '../../../platform/csv/import-request.ts'
import type { Db } from '../../../platform/db/database.ts'
import { isAbortedTransaction, isUnavailable } from '../../../platform/db/errors.ts'
import { runWithDefaultCountry } from '../../../platform/default-country.ts'
import { createFairSlots, NoSlotError } from '../../../platform/fairness/slots.ts'
import { currentTenant } from '../../../platform/fairness/tenant.ts'
import { notFound, Problem, problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { PeopleDeps } from '../deps.ts'
import { ensureSalt } from '../identities/stop-list/stop-list.ts'
import { createSearchKeyStaging, flushStagedSearchKeys } from '../person/queries/search-keys.ts'
import { type ImportBatch, type ImportSource, readImportBatches } from './batches.ts'
import { type ImportCounts, type ImportResultResponse, type PeopleImportSettings, zeroImportCounts } from './import.ts'
import {
  acquireImportLock,
  type ImportProgress,
  insertImport,
  lockAgentForImport,
  runAndRollBack,
  updateImport,
} from './queries.ts'
import type { ImportContext } from './stage.ts'
import { addDeferredResult, type DeferredResult, emptyDeferredResult, type PendingWrite, storeRows } from './store.ts'
import { createUnderstandingRecorder, type UnderstandingRecorder } from './understanding.ts'

type ProgressReporter = {
  /** Reports the progress, unless it was reported a moment ago. */
  report(soFar: ImportProgress): void
  /** Waits for a report in flight. */
  flush(): Promise<void>
}

const intervalMilliseconds = 500

/** Progress is written outside the import's transaction; a failure to write it does not affect the import. */
function createProgressReporter(tell: (soFar: ImportProgress) => Promise<void>, world: World): ProgressReporter {
  let telling: Promise<void> | undefined
  let toldAt = world.now().getTime()
  return {
    report(soFar) {
      const now = world.now().getTime()
      if (telling || now - toldAt < intervalMilliseconds) return
      toldAt = now
      telling = tell(soFar)
        .catch(() => {})
        .finally(() => {
          telling = undefined
        })
    },
    async flush() {
      await telling
    },
  }
}

export type ImportRequest = { batchId: string; source: ImportSource; settings: PeopleImportSettings }
type ImportDeps = PeopleDeps & { world: World }

/**
 * Each import occupies a connection for its whole duration, and JSON occupies memory; other requests must not run out
 * of either.
 */
const slots = createFairSlots({ slots: 3, reserve: 1, maxWaiting: 3 })

/** Waits for an import slot, which is released when the request ends. Holds no resources while waiting. */
export async function acquireImportSlot(over: Promise<void>): Promise<void> {
  try {
    const release = await slots.acquire({ tenant: currentTenant() })
    void over.then(release)
  } catch (error) {
    throw error instanceof NoSlotError ? busy('Other imports are running') : error
  }
}

const busy = (detail: string): Problem => problem('service.unavailable', 503, { detail }, { 'retry-after': '10' })

/**
 * Imports people inside the caller's transaction, which may be retried from the start. Writes progress outside the
 * transaction and the result inside, because the result is true only if the transaction commits.
 */
export async function importPeople(
  tx: Db,
  agent: AgentKey,
  request: ImportRequest,
  deps: ImportDeps,
): Promise<ImportResultResponse> {
  const { batchId: id, source, settings } = request
  const { db, world } = deps
  if (!(await lockAgentForImport(tx, agent))) throw notFound()
  if (!(await acquireImportLock(tx, agent))) throw busy('Another import of this agent is running')
  await insertImport(db, agent, { id, dryRun: settings.dryRun, totalBytes: source.totalBytes, now: world.now() })
  const progress = createProgressReporter(
    (soFar) => updateImport(db, agent, { id, status: 'running', now: world.now(), ...soFar }),
    world,
  )
  try {
    const understanding = settings.dryRun ? createUnderstandingRecorder() : undefined
    const act = () =>
      runWithDefaultCountry(settings.country, () =>
        importRows(tx, agent, request, { ...deps, progress, ...(understanding && { understanding }) }),
      )
    const { rows, counts, errors } = settings.dryRun ? await runAndRollBack(tx, act) : await act()
    await progress.flush()
    const end = { status: 'done', readBytes: source.totalBytes, rows, counts, errors } as const
    await updateImport(tx, agent, { id, now: world.now(), ...end })
    if (!understanding) return { importBatchId: id, ...counts, errors }
    const understood = understanding.result()
    return { ...counts, errors, dryRun: true, ...(understood && { understood }) }
  } catch (error) {
    await progress.flush()
    await updateImport(db, agent, { id, status: 'failed', now: world.now(), error: describeImportError(error) }).catch(
      () => {},
    )
    throw error
  }
}

function describeImportError(error: unknown): string {
  if (error instanceof Problem) return `${error.message}. Nothing was written.`
  const reason = isUnavailable(error) ? 'The database did not respond in time' : 'An internal error occurred'
  return `${reason}. Nothing was written; import the file again.`
}

type ImportTotals = { rows: number; counts: ImportCounts; errors: RowError[] }

/** Search keys are staged and flushed after this many rows. */
const rowsPerKeyFlush = 100_000

async function importRows(
  tx: Db,
  agent: AgentKey,
  { batchId, source, settings }: ImportRequest,
  deps: ImportDeps & { progress: ProgressReporter; understanding?: UnderstandingRecorder },
): Promise<ImportTotals> {
  const { db, world, definitions, progress, understanding } = deps
  // Creating the salt in this transaction would make the agent's other requests wait for it.
  if (settings.channel) await ensureSalt(db, agent, world)
  const { peopleFields: fields } = await definitions.read(tx, agent)
  const how = { ...settings, batchId, fields, now: world.now(), named: new Map(), newId: () => world.newId('per') }
  const totals: ImportTotals = { rows: 0, counts: { ...zeroImportCounts }, errors: [] }
  await createSearchKeyStaging(tx)
  let storing: Promise<PendingWrite> = Promise.resolve({ keys: new Set(), rest: Promise.resolve(emptyDeferredResult) })
  try {
    for await (const batch of readImportBatches(source, { ...how, ...(understanding && { understanding }) })) {
      const before = await storing
      progress.report({ readBytes: batch.readBytes, ...totals })
      // Not awaited: the next rows are parsed while the database works.
      storing = storeBatch(tx, agent, { batch, before, how, tally: totals }, deps)
      storing.catch(() => {})
    }
  } finally {
    addDeferred(totals, await (await storing).rest)
  }
  await flushStagedSearchKeys(tx, agent)
  return totals
}

async function storeBatch(
  tx: Db,
  agent: AgentKey,
  {
    batch,
    before,
    how,
    tally: totals,
  }: { batch: ImportBatch; before: PendingWrite; how: ImportContext; tally: ImportTotals },
  deps: ImportDeps,
): Promise<PendingWrite> {
  try {
    const { counts, errors, written } = await storeRows(tx, agent, { rows: batch.rows, how, before }, deps)
    addDeferred(totals, await before.rest)
    for (const kind of Object.keys(counts) as (keyof ImportCounts)[]) totals.counts[kind] += counts[kind]
    totals.counts.failed += batch.failed
    const settle = Math.floor(batch.lastRow / rowsPerKeyFlush) > Math.floor(totals.rows / rowsPerKeyFlush)
    totals.rows = Math.max(totals.rows, batch.lastRow)
    addErrors(totals, batch.errors.concat(errors))
    if (settle) await flushStagedSearchKeys(tx, agent)
    return written
  } catch (error) {
    // Prefers the first error: later statements only report that the transaction is aborted.
    await before.rest.catch((first) => {
      throw isAbortedTransaction(first) ? error : first
    })
    throw error
  }
}

function addDeferred(totals: ImportTotals, { given, errors }: DeferredResult): void {
  addDeferredResult(totals, { given, errors: [] })
  addErrors(totals, errors)
}

function addErrors(totals: ImportTotals, more: readonly RowError[]): void {
  const room = Math.max(maxImportErrors - totals.errors.length, 0)
  totals.errors = totals.errors.concat(more.toSorted((one, other) => one.row - other.row).slice(0, room))
}
