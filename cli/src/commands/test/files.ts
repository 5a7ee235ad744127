import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { AgentClient } from '@parley/sdk'
import { misused } from '../../exit.ts'
import type { Io } from '../../io.ts'
import { write } from '../../write.ts'
import type { Asked } from './arguments.ts'

type Wanted = Pick<Asked, 'junit' | 'report'>
type File = { file: string; format: 'junit' | 'json' }

const filesOf = ({ junit, report }: Wanted, folder: string): File[] => [
  ...(junit === undefined ? [] : [{ file: resolve(folder, junit), format: 'junit' as const }]),
  ...(report === undefined ? [] : [{ file: resolve(folder, report), format: 'json' as const }]),
]

/** Told before anything is started: a run whose report cannot be kept is in vain. */
export async function makeFolders(wanted: Wanted, { folder }: Pick<Io, 'folder'>): Promise<void> {
  for (const { file } of filesOf(wanted, folder)) {
    await mkdir(dirname(file), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      throw misused(`${file} cannot be written: ${error.code}`)
    })
  }
}

/** Answers the files. */
export async function writeReports(
  at: AgentClient,
  run: string,
  wanted: Wanted,
  { folder }: Pick<Io, 'folder'>,
): Promise<string[]> {
  const files = filesOf(wanted, folder)
  for (const { file, format } of files) {
    const report = await at.raw('GET', '/tests/runs/{run}/report', { path: { run }, query: { format } })
    await write(file, await report.bytes())
  }
  return files.map(({ file }) => file)
}
