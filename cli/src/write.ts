import { writeFile } from 'node:fs/promises'
import { undone } from './exit.ts'
import { plain } from './text/plain.ts'

/** Writes a file that was asked for, or ends the command; a private one is readable by whoever asked alone. */
export async function write(file: string, content: string | Uint8Array, { isPrivate = false } = {}): Promise<void> {
  await writeFile(file, content, isPrivate ? { mode: 0o600 } : {}).catch(({ code }: NodeJS.ErrnoException) => {
    throw undone(`${plain(file)} cannot be written: ${code}`)
  })
}
