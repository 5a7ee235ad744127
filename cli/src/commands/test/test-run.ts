import type { runStatuses } from '@parley/definition/vocabulary'
import type { AgentClient } from '@parley/sdk'
import type { CommandCall } from '../../command.ts'
import { truncateToWidth } from '../../layout/width.ts'
import { formatCountOf, formatSeconds, toPrintable } from '../../text/printable.ts'
import type { SuiteRef } from './run-selection.ts'
import type { TestArguments } from './test-arguments.ts'

/** The fields of the API's test runs and results that the CLI uses. */

export type TestRunCounts = { total: number; passed: number; failed: number; errored: number; skipped: number }

export type CliTestRun = {
  id: string
  status: (typeof runStatuses)[number]
  pauseReason?: 'operator' | 'quota'
  failReason?: string
  counts: TestRunCounts
  estimate: { units: number }
  usage: { units: number }
  diff?: { against: string; newlyFailing: string[]; newlyPassing: string[]; stillFailing: string[] }
  inFlight?: { title: string }[]
  createdAt: string
  startedAt?: string
  completedAt?: string
}

export type CliTestResult = {
  id: string
  suiteId: string
  caseId: string
  caseKey?: string
  caseTitle: string
  sample: number
  state: string
  checks?: { key: string; pass: boolean; detail: string }[]
  judge?: { criteria: { id: string; pass: boolean; reason: string; evidence: string }[] }
  error?: { stage: string; message: string }
}

export const isTestRunOver = ({ status }: CliTestRun): boolean =>
  status === 'completed' || status === 'cancelled' || status === 'failed'

export const countDecided = ({ passed, failed, errored, skipped }: TestRunCounts): number =>
  passed + failed + errored + skipped

const barWidth = 24
/** No time estimate is shown before this many seconds. */
const minSecondsBeforeEstimate = 5

/** One line, redrawn whenever the run changes. */
export function drawRunBar(run: CliTestRun, { columns, seconds }: { columns: number; seconds: number }): string {
  const { counts } = run
  const done = countDecided(counts)
  const filled = counts.total > 0 ? Math.floor((barWidth * done) / counts.total) : 0
  const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled)
  const now = run.status === 'running' ? (run.inFlight?.[0]?.title ?? '') : run.status
  const parts = [`${bar} ${formatRunCounts(run)}`, estimateSecondsLeft(run, seconds), toPrintable(now)]
  return truncateToWidth(parts.filter(Boolean).join('  '), columns - 1)
}

/** Formats as `12 of 40, 1 failed`. */
export function formatRunCounts({ counts }: CliTestRun): string {
  const bad = (['failed', 'errored'] as const).filter((state) => counts[state] > 0)
  return [`${countDecided(counts)} of ${counts.total}`, ...bad.map((state) => `${counts[state]} ${state}`)].join(', ')
}

function estimateSecondsLeft({ counts }: CliTestRun, seconds: number): string {
  const done = countDecided(counts)
  if (done === 0 || done === counts.total || seconds < minSecondsBeforeEstimate) return ''
  return `about ${formatSeconds((seconds / done) * (counts.total - done))} left`
}

export const formatStarted = ({ id, counts, estimate }: CliTestRun): string =>
  `Run ${toPrintable(id)}: ${formatCountOf(counts.total, 'case')} to play, about ${formatCountOf(estimate.units, 'unit')}`

/** Returns why it is not making progress, or undefined if it is. */
export function formatPause({ status, pauseReason }: CliTestRun): string | undefined {
  if (status !== 'paused') return undefined
  return pauseReason === 'quota'
    ? "The run is paused: today's test budget is used up. It continues automatically after midnight UTC"
    : 'The run is paused; waiting until someone resumes it'
}

export type TestContext = Pick<CommandCall, 'io' | 'print' | 'paint' | 'json'> & {
  client: AgentClient
  testArguments: TestArguments
  suites: readonly SuiteRef[]
}
