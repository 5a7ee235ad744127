import type { LoadSample } from '../measure/sample.ts'

export type Growth = { table: string; megabytes: number; bytesPerOperation: number }

/** Returns the tables that have grown, the largest growth first. */
export function computeTableGrowth(samples: readonly LoadSample[]): Growth[] {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last) return []
  const operations = samples.slice(1).reduce((sum, { measured }) => sum + measured.finished, 0)
  return Object.entries(last.database.tables)
    .map(([table, { bytes }]) => ({ table, addedBytes: bytes - (first.database.tables[table]?.bytes ?? 0) }))
    .filter(({ addedBytes }) => addedBytes > 0)
    .map(({ table, addedBytes }) => ({
      table,
      megabytes: addedBytes / 1e6,
      bytesPerOperation: operations === 0 ? 0 : addedBytes / operations,
    }))
    .sort((first, second) => second.megabytes - first.megabytes)
}
