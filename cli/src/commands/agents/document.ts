import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { usageError } from '../../exit.ts'
import type { Io } from '../../io.ts'
import { toPrintable } from '../../text/printable.ts'

/** Parses a YAML or JSON file; `-` reads the standard input. */
export async function readDocumentFile(name: string, io: Pick<Io, 'workingDirectory' | 'streams'>): Promise<unknown> {
  const written = name === '-' ? await text(io.streams.input) : await readInput(resolve(io.workingDirectory, name))
  // Loaded on demand: other commands should not wait for this module.
  const { parseYaml } = await import('@parley/definition')
  const read = parseYaml(written)
  if (read.ok) return read.value
  const place = read.line === undefined ? '' : `:${read.line}:${read.column}`
  throw usageError(`${toPrintable(name)}${place} could not be parsed: ${toPrintable(read.message)}`)
}

function readInput(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw usageError(`${toPrintable(file)} could not be read: ${error.code === 'ENOENT' ? 'no such file' : error.code}`)
  })
}
