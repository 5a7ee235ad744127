import { batch } from '../db/batch.ts'
import type { Db } from '../db/database.ts'
import { isUnavailable, retryWhileUnavailable } from '../db/errors.ts'

import { inTransaction } from '../db/transaction.ts'
import type { AttemptResult } from './attempt-result.ts'
import type { WorkLease } from './leases.ts'
import { type AttemptResultRow, type LeaseCheck, writeResultRows } from './result-queries.ts'
import { type ColumnTypes, createColumnTypesReader, pickKey, toJsonColumn } from './row-queries.ts'
import type { Task, TaskRow } from './task.ts'

export type FinishedAttempt = { lease: WorkLease; row: TaskRow; result: AttemptResult }

/** Writes the result of a row; returns false if the lease was lost, in which case nothing was written. */
export type WriteResult = (ended: FinishedAttempt) => Promise<boolean>

export function createResultWriter(db: Db, task: Task, leaseCheck: LeaseCheck): WriteResult {
  const plain = batch((batch: FinishedAttempt[]) => settleTogether(batch))
  const columnTypes = createColumnTypesReader(db, task.table)

  async function write(tx: Db, batch: FinishedAttempt[]): Promise<Set<number>> {
    const types = await columnTypes()
    const rows = batch.map((ended, n) => toResultRow(task, ended, { n, types }))
    const { result } = batch[0]!
    const isRelaxed = result.isIdempotent ?? false
    return writeResultRows(tx, { task, leaseCheck, types, rows, set: changedColumnsOf(result), isRelaxed })
  }

  /**
   * Rows that set the same columns share a statement. If it fails, the batch is halved until the failing row is
   * isolated.
   */
  async function settleTogether(batch: FinishedAttempt[]): Promise<PromiseSettledResult<boolean>[]> {
    const results = new Map<FinishedAttempt, PromiseSettledResult<boolean>>()
    for (const group of Map.groupBy(batch, ({ result }) => batchKeyOf(result)).values()) {
      for (const [ended, result] of await settleGroup(group)) results.set(ended, result)
    }
    return batch.map((ended) => results.get(ended)!)
  }

  async function settleGroup(group: FinishedAttempt[]): Promise<[FinishedAttempt, PromiseSettledResult<boolean>][]> {
    const [all] = await Promise.allSettled([write(db, group)])
    if (all.status === 'fulfilled') {
      return group.map((ended, n) => [ended, { status: 'fulfilled', value: all.value.has(n) }])
    }
    if (group.length === 1 || isUnavailable(all.reason)) return group.map((ended) => [ended, all])
    const halves = [group.slice(0, group.length / 2), group.slice(group.length / 2)]
    return (await Promise.all(halves.map(settleGroup))).flat()
  }

  async function settleWithMore(ended: FinishedAttempt): Promise<boolean> {
    const { result, row } = ended
    // Read before the first transaction: many concurrent transactions would hold all connections while each waits for
    // another one.
    await columnTypes()
    return inTransaction(db, async (tx) => {
      if (!(await write(tx, [ended])).has(0)) return false
      await result.write?.(tx)
      if (result.error) await task.giveUp?.(tx, row, result.error)
      return true
    })
  }

  async function settleOnce(ended: FinishedAttempt): Promise<boolean> {
    const { lease, result: settlement } = ended
    const isHeld = await settlement.writeBatched?.({ token: lease.token, columns: settlement.columns })
    if (isHeld !== undefined) return isHeld
    if (settlement.write || (settlement.error && task.giveUp)) return settleWithMore(ended)
    const result = await plain(ended)
    if (result.status === 'rejected') throw result.reason
    return result.value
  }

  return (ended) => retryWhileUnavailable(() => settleOnce(ended), ended.lease.signal)
}

const batchKeyOf = (settlement: AttemptResult): string =>
  `${settlement.isIdempotent ?? false} ${changedColumnsOf(settlement).join()}`

function changedColumnsOf({ set }: AttemptResult): string[] {
  return Object.keys(set)
    .filter((column) => set[column] !== undefined)
    .sort()
}

function toResultRow(
  task: Task,
  ended: FinishedAttempt,
  { n, types }: { n: number; types: ColumnTypes },
): AttemptResultRow {
  const { lease, row, result } = ended
  const settled: AttemptResultRow = {
    work_n: n,
    work_token: lease.token,
    work_lane: lease.lane,
    ...pickKey(task.key, row),
    ...result.columns,
  }
  for (const [column, value] of Object.entries(result.set)) settled[column] = toJsonColumn(value, types.get(column))
  return settled
}
