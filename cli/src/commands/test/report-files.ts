import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { AgentClient } from '@parley/sdk'
import { usageError } from '../../exit.ts'
import type { Io } from '../../io.ts'
import { writeOutputFile } from '../../write-file.ts'
import type { TestArguments } from './test-arguments.ts'

type ReportFiles = Pick<TestArguments, 'junit' | 'report'>
type File = { file: string; format: 'junit' | 'json' }

const reportFilesOf = ({ junit, report }: ReportFiles, folder: string): File[] => [
  ...(junit === undefined ? [] : [{ file: resolve(folder, junit), format: 'junit' as const }]),
  ...(report === undefined ? [] : [{ file: resolve(folder, report), format: 'json' as const }]),
]

/** Fails before the run starts: a run whose report cannot be written is wasted. */
export async function createReportFolders(
  wanted: ReportFiles,
  { workingDirectory }: Pick<Io, 'workingDirectory'>,
): Promise<void> {
  for (const { file } of reportFilesOf(wanted, workingDirectory)) {
    await mkdir(dirname(file), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      throw usageError(`${file} cannot be written: ${error.code}`)
    })
  }
}

/** Returns the paths of the written files. */
export async function writeReports(
  client: AgentClient,
  run: string,
  wanted: ReportFiles,
  { workingDirectory }: Pick<Io, 'workingDirectory'>,
): Promise<string[]> {
  const files = reportFilesOf(wanted, workingDirectory)
  for (const { file, format } of files) {
    const report = await client.raw('GET', '/tests/runs/{run}/report', { path: { run }, query: { format } })
    await writeOutputFile(file, await report.bytes())
  }
  return files.map(({ file }) => file)
}
