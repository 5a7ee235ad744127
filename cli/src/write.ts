import { writeFile } from 'node:fs/promises'
import { undone } from './exit.ts'
import { plain } from './text/plain.ts'

/** Writes a file that was asked for, or ends the command. */
export async function write(file: string, content: string | Uint8Array): Promise<void> {
  await writeFile(file, content).catch(({ code }: NodeJS.ErrnoException) => {
    throw undone(`${plain(file)} cannot be written: ${code}`)
  })
}
