import { type Exit, exits } from '../../exit.ts'
import { durationOf } from '../../text/duration.ts'
import type { Paint } from '../../text/paint.ts'
import { counted, plain } from '../../text/plain.ts'
import type { Failure } from './failures.ts'
import type { Run } from './run.ts'

/** What a run that is over comes to, for whoever started it. */
export function exitOf({ status, counts }: Run): Exit {
  if (status !== 'completed') return exits.noVerdict
  return counts.failed + counts.errored > 0 ? exits.failed : exits.passed
}

export function summaryLines(run: Run, paint: Paint): string[] {
  const { status, counts, diff } = run
  const isGood = exitOf(run) === exits.passed
  const states = (['passed', 'failed', 'errored', 'skipped'] as const).filter(
    (state) => state === 'passed' || counts[state] > 0,
  )
  const told = states.map((state) => `${counts[state]} ${state}`).join(', ')
  const word = isGood ? paint('green', 'PASSED') : status === 'completed' ? paint('red', 'FAILED') : endOf(run)
  const costs = [timeOf(run), counted(run.usage.units, 'unit')].filter(Boolean).join(', ')
  return [
    `${word}  ${counted(counts.total, 'case')}: ${told} (${costs})  ${plain(run.id)}`,
    ...(diff ? [newsOf(diff)] : []),
  ]
}

function endOf({ status, failReason }: Run): string {
  return status === 'cancelled' ? 'CANCELLED' : `BROKEN OFF${failReason ? `: ${plain(failReason)}` : ''}`
}

function timeOf({ startedAt, createdAt, completedAt }: Run): string {
  if (!completedAt) return ''
  return durationOf((Date.parse(completedAt) - Date.parse(startedAt ?? createdAt)) / 1000)
}

function newsOf({ against, newlyFailing, newlyPassing, stillFailing }: NonNullable<Run['diff']>): string {
  const parts = [
    `${newlyFailing.length} newly failing`,
    `${newlyPassing.length} newly passing`,
    `${stillFailing.length} still failing`,
  ]
  return `Beside ${plain(against)}: ${parts.join(', ')}`
}

/** What `--json` prints of a run that is over. */
export function summaryOf(run: Run, failures: readonly Failure[]): object {
  const { id: runId, status, failReason, counts, usage, diff, createdAt, startedAt, completedAt } = run
  return {
    exitCode: exitOf(run),
    ...{ runId, status, failReason, counts, units: usage.units, diff, createdAt, startedAt, completedAt },
    failures,
  }
}
