import type { Exit } from '../../exit.ts'
import { paintOf } from '../../text/paint.ts'
import { failureLines, failuresOf } from './failures.ts'
import { writeReports } from './files.ts'
import { unpassed } from './results.ts'
import type { Run } from './run.ts'
import { pathOf, type Session } from './session.ts'
import { exitOf, summaryLines, summaryOf } from './summary.ts'

/** Tells what came of a run that is over, what broke first; answers what that means for whoever started it. */
export async function report(session: Session, run: Run): Promise<Exit> {
  const { api, asked, io, say } = session
  const path = pathOf(session, run)
  const suites = new Map(session.suites.map(({ id, name }) => [id, name]))
  const failures = failuresOf(await unpassed(api, path), { run, suites })
  const paint = paintOf(io.colours && !asked.json)
  for (const failure of failures) say(`\n${failureLines(failure, paint).join('\n')}`)
  if (failures.length > 0) say('')
  for (const line of summaryLines(run, paint)) say(line)
  for (const file of await writeReports(api, path, asked, io)) say(`Written: ${file}`)
  if (asked.json) io.out(`${JSON.stringify(summaryOf(run, failures), undefined, 2)}\n`)
  return exitOf(run)
}
