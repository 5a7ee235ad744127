import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { misused } from '../../exit.ts'
import type { Io } from '../../io.ts'
import { plain } from '../../text/plain.ts'

/** The value of a document in YAML or JSON; `-` is the standard input. */
export async function readDocumentFile(name: string, io: Pick<Io, 'folder' | 'streams'>): Promise<unknown> {
  const written = name === '-' ? await text(io.streams.input) : await readNamed(resolve(io.folder, name))
  // Whoever asks for something else need not wait until all of this is loaded.
  const { readYaml } = await import('@parley/definition')
  const read = readYaml(written)
  if (read.ok) return read.value
  const place = read.line === undefined ? '' : `:${read.line}:${read.column}`
  throw misused(`${plain(name)}${place} cannot be read: ${plain(read.message)}`)
}

function readNamed(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw misused(`${plain(file)} cannot be read: ${error.code === 'ENOENT' ? 'there is no such file' : error.code}`)
  })
}
