import { truncateToWidth } from '../../layout/width.ts'
import { formatSeconds } from '../../text/duration.ts'
import { formatCountOf, toPrintable } from '../../text/printable.ts'
import { type CliTestRun, countDecided } from './test-run.ts'

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
    ? "The run is paused: today's test budget is used up. It goes on by itself after midnight UTC"
    : 'Somebody has paused the run; waiting until it is resumed'
}
