import { writeFile } from 'node:fs/promises'
import { createIncompleteError } from './exit.ts'
import { toPrintable } from './text/printable.ts'

/** Writes an output file or ends the command; a private file is readable only by its owner. */
export async function writeOutputFile(
  file: string,
  content: string | Uint8Array,
  { isPrivate = false } = {},
): Promise<void> {
  await writeFile(file, content, isPrivate ? { mode: 0o600 } : {}).catch(({ code }: NodeJS.ErrnoException) => {
    throw createIncompleteError(`${toPrintable(file)} could not be written: ${code}`)
  })
}
