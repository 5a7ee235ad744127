import type { ExitCode } from '../../exit.ts'
import { collectFailures, formatFailure } from './failures.ts'
import { writeReports } from './report-files.ts'
import { readFailedResults } from './results.ts'
import { buildSummary, exitCodeOf, formatSummary } from './summary.ts'
import type { TestContext } from './test-context.ts'
import type { CliTestRun } from './test-run.ts'

/** Tells what came of a run that is over, what broke first; answers what that means for whoever started it. */
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
