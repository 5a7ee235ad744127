import type { Db } from '../db/database.ts'
import { isUnavailable } from '../db/errors.ts'
import { gather } from '../db/gather.ts'
import { inTransaction } from '../db/transaction.ts'
import { untilAvailable } from '../db/until-available.ts'
import type { Hold } from './holds.ts'
import { asJson, type ColumnTypes, columnTypesOnce, keyOf } from './records.ts'
import { type Settled, settleRows, type Tenure } from './settle-queries.ts'
import type { Settlement } from './settlement.ts'
import type { Task, TaskRow } from './task.ts'

/** A row that ended, under the lease it was worked with. */
export type Ended = { hold: Hold; row: TaskRow; settlement: Settlement }

/** Writes what became of a row; false when the lease was lost, and then nothing was written. */
export type Settler = (ended: Ended) => Promise<boolean>

export function createSettler(db: Db, task: Task, tenure: Tenure): Settler {
  const plain = gather((batch: Ended[]) => settleTogether(batch))
  const columnTypes = columnTypesOnce(db, task.table)

  async function write(tx: Db, batch: Ended[]): Promise<Set<number>> {
    const types = await columnTypes()
    const rows = batch.map((ended, n) => asSettled(task, ended, { n, types }))
    const { settlement } = batch[0]!
    const loose = settlement.harmless ?? false
    return settleRows(tx, { task, tenure, types, rows, set: columnsSet(settlement), loose })
  }

  /** Rows that set the same columns share a statement. A row that makes its statement fail is then found alone. */
  async function settleTogether(batch: Ended[]): Promise<PromiseSettledResult<boolean>[]> {
    const results = new Map<Ended, PromiseSettledResult<boolean>>()
    for (const group of Map.groupBy(batch, ({ settlement }) => kindOf(settlement)).values()) {
      for (const [ended, result] of await settleGroup(group)) results.set(ended, result)
    }
    return batch.map((ended) => results.get(ended)!)
  }

  async function settleGroup(group: Ended[]): Promise<[Ended, PromiseSettledResult<boolean>][]> {
    const [all] = await Promise.allSettled([write(db, group)])
    if (all.status === 'fulfilled') {
      return group.map((ended, n) => [ended, { status: 'fulfilled', value: all.value.has(n) }])
    }
    if (group.length === 1 || isUnavailable(all.reason)) return group.map((ended) => [ended, all])
    const halves = [group.slice(0, group.length / 2), group.slice(group.length / 2)]
    return (await Promise.all(halves.map(settleGroup))).flat()
  }

  async function settleWithMore(ended: Ended): Promise<boolean> {
    const { settlement, row } = ended
    // Read before the first transaction: many that begin at once would wait for a connection that none of them leaves.
    await columnTypes()
    return inTransaction(db, async (tx) => {
      if (!(await write(tx, [ended])).has(0)) return false
      await settlement.write?.(tx)
      if (settlement.error) await task.giveUp?.(tx, row, settlement.error)
      return true
    })
  }

  async function settleOnce(ended: Ended): Promise<boolean> {
    const { settlement } = ended
    if (settlement.write || (settlement.error && task.giveUp)) return settleWithMore(ended)
    const result = await plain(ended)
    if (result.status === 'rejected') throw result.reason
    return result.value
  }

  return (ended) => untilAvailable(() => settleOnce(ended), ended.hold.signal)
}

/** Those of one kind can share a statement. */
const kindOf = (settlement: Settlement): string => `${settlement.harmless ?? false} ${columnsSet(settlement).join()}`

function columnsSet({ set }: Settlement): string[] {
  return Object.keys(set)
    .filter((column) => set[column] !== undefined)
    .sort()
}

function asSettled(task: Task, ended: Ended, { n, types }: { n: number; types: ColumnTypes }): Settled {
  const { hold, row, settlement } = ended
  const settled: Settled = {
    work_n: n,
    work_token: hold.token,
    work_lane: hold.lane,
    ...keyOf(task.key, row),
    ...settlement.columns,
  }
  for (const [column, value] of Object.entries(settlement.set)) settled[column] = asJson(value, types.get(column))
  return settled
}
