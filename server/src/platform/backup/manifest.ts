import { z } from 'zod'

export const backupFormat = 'parley-backup/1'
export const manifestName = 'manifest.json'

const counted = { bytes: z.int(), sha256: z.string() }

export const BackedUpTable = z.strictObject({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  ...counted,
})
export type BackedUpTable = z.infer<typeof BackedUpTable>

/** Everything that an archive holds, so that it can be told whether all of it is there. */
export const Manifest = z.strictObject({
  format: z.literal(backupFormat),
  madeAt: z.iso.datetime(),
  parley: z.string(),
  postgres: z.string(),
  /** Which secret key seals what is sealed in it, without telling it; absent where Parley was never started. */
  secretKey: z.string().optional(),
  migrations: z.array(z.strictObject({ version: z.int(), name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(BackedUpTable),
  partitions: z.array(z.strictObject({ name: z.string(), of: z.string(), bounds: z.string() })),
  sequences: z.array(z.strictObject({ name: z.string(), value: z.string(), isUsed: z.boolean() })),
  files: z.array(z.strictObject({ name: z.string(), ...counted })),
})
export type Manifest = z.infer<typeof Manifest>

export const tableEntry = (table: string, number: number): string =>
  `tables/${table}/${String(number).padStart(6, '0')}.copy`
export const fileEntry = (name: string): string => `files/${name}`

/** What a name in an archive stands for; undefined for what has no business there. */
export function entryOf(name: string): { table: string } | { file: string } | undefined {
  const [, table] = /^tables\/([a-z_][a-z0-9_]*)\/\d{6,}\.copy$/.exec(name) ?? []
  if (table) return { table }
  const [, file] = /^files\/(.+)$/.exec(name) ?? []
  return file ? { file } : undefined
}
