import { writeFile } from 'node:fs/promises'
import { incompleteError } from './exit.ts'
import { toPrintable } from './text/printable.ts'

/** Writes a file that was asked for, or ends the command; a private one is readable by whoever asked alone. */
export async function writeOutputFile(
  file: string,
  content: string | Uint8Array,
  { isPrivate = false } = {},
): Promise<void> {
  await writeFile(file, content, isPrivate ? { mode: 0o600 } : {}).catch(({ code }: NodeJS.ErrnoException) => {
    throw incompleteError(`${toPrintable(file)} cannot be written: ${code}`)
  })
}
