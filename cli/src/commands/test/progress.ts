import { shortened } from '../../layout/width.ts'
import { durationOf } from '../../text/duration.ts'
import { counted, plain } from '../../text/plain.ts'
import { doneOf, type Run } from './run.ts'

const barWidth = 24
/** Before so many seconds have passed nobody can say how long it takes. */
const soonestGuess = 5

/** One line that is drawn anew whenever the run has changed. */
export function progressBar(run: Run, { columns, seconds }: { columns: number; seconds: number }): string {
  const { counts } = run
  const done = doneOf(counts)
  const filled = counts.total > 0 ? Math.floor((barWidth * done) / counts.total) : 0
  const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled)
  const now = run.status === 'running' ? (run.inFlight?.[0]?.title ?? '') : run.status
  const parts = [`${bar} ${tallyOf(run)}`, leftOf(run, seconds), plain(now)]
  return shortened(parts.filter(Boolean).join('  '), columns - 1)
}

/** `12 of 40, 1 failed`. */
export function tallyOf({ counts }: Run): string {
  const bad = (['failed', 'errored'] as const).filter((state) => counts[state] > 0)
  return [`${doneOf(counts)} of ${counts.total}`, ...bad.map((state) => `${counts[state]} ${state}`)].join(', ')
}

function leftOf({ counts }: Run, seconds: number): string {
  const done = doneOf(counts)
  if (done === 0 || done === counts.total || seconds < soonestGuess) return ''
  return `about ${durationOf((seconds / done) * (counts.total - done))} left`
}

export const startedLine = ({ id, counts, estimate }: Run): string =>
  `Run ${plain(id)}: ${counted(counts.total, 'case')} to play, about ${counted(estimate.units, 'unit')}`

/** Why nothing goes on; undefined where something does. */
export function pauseLine({ status, pauseReason }: Run): string | undefined {
  if (status !== 'paused') return undefined
  return pauseReason === 'quota'
    ? "The run is paused: today's test budget is used up. It goes on by itself after midnight UTC"
    : 'Somebody has paused the run; waiting until it is resumed'
}
