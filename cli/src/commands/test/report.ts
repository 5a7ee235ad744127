import type { Exit } from '../../exit.ts'
import { failureLines, failuresOf } from './failures.ts'
import { writeReports } from './files.ts'
import { unpassed } from './results.ts'
import type { Run } from './run.ts'
import type { Session } from './session.ts'
import { exitOf, summaryLines, summaryOf } from './summary.ts'

/** Tells what came of a run that is over, what broke first; answers what that means for whoever started it. */
export async function report(session: Session, run: Run): Promise<Exit> {
  const { at, asked, io, say, paint, json } = session
  const suites = new Map(session.suites.map(({ id, name }) => [id, name]))
  const failures = failuresOf(await unpassed(at, run.id), { run, suites })
  for (const failure of failures) say(`\n${failureLines(failure, paint).join('\n')}`)
  if (failures.length > 0) say('')
  for (const line of summaryLines(run, paint)) say(line)
  for (const file of await writeReports(at, run.id, asked, io)) say(`Written: ${file}`)
  json(summaryOf(run, failures))
  return exitOf(run)
}
