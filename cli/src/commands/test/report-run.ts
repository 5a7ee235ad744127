import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { AgentClient } from '@parley/sdk'
import { collectItems } from '../../connection/connect.ts'
import { type ExitCode, exitCodes, usageError } from '../../exit.ts'
import { type Io, writeOutputFile } from '../../io.ts'
import type { Paint } from '../../text/paint.ts'
import { formatCountOf, formatSeconds, toPrintable } from '../../text/printable.ts'
import { collectFailures, formatFailure, type TestFailure } from './failures.ts'
import type { TestArguments } from './test-arguments.ts'
import type { CliTestResult, CliTestRun, TestContext } from './test-run.ts'

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
      throw usageError(`${file} could not be written: ${error.code}`)
    })
  }
}

/** Returns the paths of the written files. */
async function writeReports(
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

/** Returns the results that did not pass, in run order. */
async function readFailedResults(client: AgentClient, run: string): Promise<CliTestResult[]> {
  return [...(await readResultsInState(client, run, 'failed')), ...(await readResultsInState(client, run, 'errored'))]
}

const readResultsInState = (client: AgentClient, run: string, state: 'failed' | 'errored'): Promise<CliTestResult[]> =>
  collectItems(client.each('/tests/runs/{run}/results', { path: { run }, query: { state, limit: 200 } }))

/** Reports a finished run, new failures first; returns the exit code. */
export async function reportRun(session: TestContext, run: CliTestRun): Promise<ExitCode> {
  const { client, testArguments, io, print, paint, json } = session
  const suites = new Map(session.suites.map(({ id, name }) => [id, name]))
  const failures = collectFailures(await readFailedResults(client, run.id), { run, suites })
  for (const failure of failures) print(`\n${formatFailure(failure, paint).join('\n')}`)
  if (failures.length > 0) print('')
  for (const line of formatSummary(run, paint)) print(line)
  for (const file of await writeReports(client, run.id, testArguments, io)) print(`Written: ${file}`)
  json(buildSummary(run, failures))
  return exitCodeOf(run)
}

export function exitCodeOf({ status, counts }: CliTestRun): ExitCode {
  if (status !== 'completed') return exitCodes.noVerdict
  return counts.failed + counts.errored > 0 ? exitCodes.failed : exitCodes.passed
}

export function formatSummary(run: CliTestRun, paint: Paint): string[] {
  const { status, counts, diff } = run
  const isGood = exitCodeOf(run) === exitCodes.passed
  const states = (['passed', 'failed', 'errored', 'skipped'] as const).filter(
    (state) => state === 'passed' || counts[state] > 0,
  )
  const counted = states.map((state) => `${counts[state]} ${state}`).join(', ')
  const word = isGood ? paint('green', 'PASSED') : status === 'completed' ? paint('red', 'FAILED') : formatOutcome(run)
  const costs = [formatDuration(run), formatCountOf(run.usage.units, 'unit')].filter(Boolean).join(', ')
  return [
    `${word}  ${formatCountOf(counts.total, 'case')}: ${counted} (${costs})  ${toPrintable(run.id)}`,
    ...(diff ? [formatChanges(diff)] : []),
  ]
}

function formatOutcome({ status, failReason }: CliTestRun): string {
  return status === 'cancelled' ? 'CANCELLED' : `ABORTED${failReason ? `: ${toPrintable(failReason)}` : ''}`
}

function formatDuration({ startedAt, createdAt, completedAt }: CliTestRun): string {
  if (!completedAt) return ''
  return formatSeconds((Date.parse(completedAt) - Date.parse(startedAt ?? createdAt)) / 1000)
}

function formatChanges({ against, newlyFailing, newlyPassing, stillFailing }: NonNullable<CliTestRun['diff']>): string {
  const parts = [
    `${newlyFailing.length} newly failing`,
    `${newlyPassing.length} newly passing`,
    `${stillFailing.length} still failing`,
  ]
  return `Compared with ${toPrintable(against)}: ${parts.join(', ')}`
}

/** The `--json` output for a finished run. */
function buildSummary(run: CliTestRun, failures: readonly TestFailure[]): object {
  const { id: runId, status, failReason, counts, usage, diff, createdAt, startedAt, completedAt } = run
  return {
    exitCode: exitCodeOf(run),
    ...{ runId, status, failReason, counts, units: usage.units, diff, createdAt, startedAt, completedAt },
    failures,
  }
}
