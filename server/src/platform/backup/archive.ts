import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { StartupError } from '../errors.ts'
import { BackupManifest, manifestName, parseEntryName } from './manifest.ts'
import { InvalidTarError, readTarEntries, type TarEntry } from './tar.ts'
import type { BackupFile } from './write-backup.ts'

/** Larger than any PostgreSQL row can be. */
const maxEntryBytes = 1 << 30

export type VerifiedArchive = { manifest: BackupManifest; files: BackupFile[] }

/** Verifies the whole archive against its manifest and rejects anything missing or different. */
export async function verifyArchive(
  file: string,
  progress: (bytes: number) => void = () => {},
): Promise<VerifiedArchive> {
  const sums = createChecksums()
  const files: BackupFile[] = []
  let manifest: BackupManifest | undefined
  for await (const { name, content } of readArchive(file, progress)) {
    if (manifest) throw brokenArchiveError(file, 'there is data after its manifest')
    const entry = parseEntryName(name)
    if (name === manifestName) manifest = readManifest(file, content)
    else if (!entry) throw brokenArchiveError(file, `${name} does not belong in it`)
    else {
      sums.add(name.startsWith('tables/') ? `table ${(entry as { table: string }).table}` : name, content)
      if ('file' in entry) files.push({ name: entry.file, content: Buffer.from(content) })
    }
  }
  if (!manifest) throw brokenArchiveError(file, 'its manifest is missing')
  const wrong = sums.compare(manifest)
  if (wrong) throw brokenArchiveError(file, `${wrong} does not match its checksum`)
  return { manifest, files }
}

export async function* readArchive(
  file: string,
  progress: (bytes: number) => void = () => {},
): AsyncGenerator<TarEntry> {
  const packed = createReadStream(file)
  packed.on('data', () => progress(packed.bytesRead))
  const plain = packed.pipe(createGunzip())
  packed.on('error', (error) => plain.destroy(error))
  try {
    yield* readTarEntries(plain, maxEntryBytes)
  } catch (error) {
    throw explainReadError(file, error)
  } finally {
    packed.destroy()
  }
}

function explainReadError(file: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (error instanceof InvalidTarError) return brokenArchiveError(file, message)
  if (code?.startsWith('Z_'))
    return brokenArchiveError(file, code === 'Z_BUF_ERROR' ? 'it is truncated' : 'it cannot be unpacked')
  if (code === 'ENOENT') return new StartupError(`There is no file ${file}.`)
  return error
}

const brokenArchiveError = (file: string, why: string): StartupError =>
  new StartupError(`${file} is not a complete Parley backup: ${why}. Nothing was written; use another copy of it.`)

function readManifest(file: string, content: Buffer): BackupManifest {
  const read = BackupManifest.safeParse(parseJsonContent(content))
  if (read.success) return read.data
  const { format } = (parseJsonContent(content) ?? {}) as { format?: string }
  if (format?.startsWith('parley-backup/') && format !== 'parley-backup/1')
    throw new StartupError(`${file} was made by a newer Parley (${format}): restore it with that version.`)
  throw brokenArchiveError(file, 'its manifest cannot be parsed')
}

function parseJsonContent(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString())
  } catch {
    return undefined
  }
}

function createChecksums() {
  const hashes = new Map<string, { hash: Hash; bytes: number }>()
  return {
    add(name: string, content: Buffer): void {
      const sum = hashes.get(name) ?? { hash: createHash('sha256'), bytes: 0 }
      sum.hash.update(content)
      hashes.set(name, { hash: sum.hash, bytes: sum.bytes + content.length })
    },
    /** Returns the first difference. */
    compare({ tables, files }: BackupManifest): string | undefined {
      const expected = [
        ...tables.map((table) => ({ ...table, name: `table ${table.name}` })),
        ...files.map((file) => ({ ...file, name: `files/${file.name}` })),
      ]
      const known = new Set(expected.map(({ name }) => name))
      const stranger = [...hashes.keys()].find((name) => !known.has(name))
      const differs = expected.find(({ name, bytes, sha256 }) => {
        const { hash = createHash('sha256'), bytes: read = 0 } = hashes.get(name) ?? {}
        return read !== bytes || hash.digest('hex') !== sha256
      })
      return stranger ?? differs?.name
    },
  }
}
