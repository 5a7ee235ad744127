import { z } from 'zod'

export const backupFormat = 'parley-backup/1'
export const manifestName = 'manifest.json'

const digestFields = { bytes: z.int(), sha256: z.string() }

export const TableManifest = z.strictObject({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  ...digestFields,
})
export type TableManifest = z.infer<typeof TableManifest>

/** Lists everything in an archive, so that a restore can verify that it is complete. */
export const BackupManifest = z.strictObject({
  format: z.literal(backupFormat),
  madeAt: z.iso.datetime(),
  parley: z.string(),
  postgres: z.string(),
  /** Fingerprint of the secret key that encrypts the archive's secrets; absent if Parley was never started. */
  secretKey: z.string().optional(),
  migrations: z.array(z.strictObject({ version: z.int(), name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(TableManifest),
  partitions: z.array(z.strictObject({ name: z.string(), of: z.string(), bounds: z.string() })),
  sequences: z.array(z.strictObject({ name: z.string(), value: z.string(), isUsed: z.boolean() })),
  files: z.array(z.strictObject({ name: z.string(), ...digestFields })),
})
export type BackupManifest = z.infer<typeof BackupManifest>

export const buildTableEntryName = (table: string, number: number): string =>
  `tables/${table}/${String(number).padStart(6, '0')}.copy`
export const buildFileEntryName = (name: string): string => `files/${name}`

/** Returns what an entry name refers to, or undefined for an entry that does not belong in an archive. */
export function parseEntryName(name: string): { table: string } | { file: string } | undefined {
  const [, table] = /^tables\/([a-z_][a-z0-9_]*)\/\d{6,}\.copy$/.exec(name) ?? []
  if (table) return { table }
  const [, file] = /^files\/(.+)$/.exec(name) ?? []
  return file ? { file } : undefined
}
