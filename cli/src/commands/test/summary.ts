import { type ExitCode, exitCodes } from '../../exit.ts'
import { formatSeconds } from '../../text/duration.ts'
import type { Paint } from '../../text/paint.ts'
import { formatCountOf, toPrintable } from '../../text/printable.ts'
import type { TestFailure } from './failures.ts'
import type { CliTestRun } from './test-run.ts'

/** What a run that is over comes to, for whoever started it. */
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
  return status === 'cancelled' ? 'CANCELLED' : `BROKEN OFF${failReason ? `: ${toPrintable(failReason)}` : ''}`
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
  return `Beside ${toPrintable(against)}: ${parts.join(', ')}`
}

/** What `--json` prints of a run that is over. */
export function buildSummary(run: CliTestRun, failures: readonly TestFailure[]): object {
  const { id: runId, status, failReason, counts, usage, diff, createdAt, startedAt, completedAt } = run
  return {
    exitCode: exitCodeOf(run),
    ...{ runId, status, failReason, counts, units: usage.units, diff, createdAt, startedAt, completedAt },
    failures,
  }
}
