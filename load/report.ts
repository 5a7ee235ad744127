import { availableParallelism } from 'node:os'
import { alignColumns, formatNumber } from './align-columns.ts'
import { formatCeilingTarget, formatOperationCosts } from './cost-report.ts'
import type { Growth } from './judge/growth.ts'
import type { NewcomerVerdict } from './judge/newcomers.ts'
import { countBacklog, type SeriesVerdict } from './judge/series.ts'
import type { Percentiles } from './measure/histogram.ts'
import type { LoadSample } from './measure/sample.ts'
import type { LoadResult } from './run.ts'

const maxTables = 15

export function formatLoadReport(result: LoadResult): string {
  const { newcomers, costs, steps, ceiling, perSecond, first, last, verdicts, growth, errors, samples } = result
  const operations = samples.slice(1).reduce((sum, { measured }) => sum + measured.finished, 0)
  return [
    formatNewcomers(newcomers),
    costs ? formatOperationCosts(costs, availableParallelism()) : 'processor time by kind was not measured',
    `ceiling ${formatNumber(ceiling)} operations/s (${steps.map(formatStep).join(', ')}; ${formatCeilingTarget(ceiling)})`,
    `requested ${formatNumber(perSecond)} operations/s; ${operations} were done`,
    formatPercentiles(first, last),
    formatVerdicts(verdicts),
    formatGrowth(growth, samples),
    errors.count === 0 ? 'no errors' : [`${errors.count} ERRORS, the first of them:`, ...errors.examples].join('\n  '),
    formatConclusion(result),
  ].join('\n\n')
}

const formatStep = ({ callers, perSecond, failed }: LoadResult['steps'][number]) =>
  `${callers} callers: ${formatNumber(perSecond)}${failed > 0 ? `, ${failed} failed` : ''}`

function formatNewcomers({ verdict, longest, median, warmMedian, failures }: NewcomerVerdict): string {
  const waits = `longest ${formatNumber(longest)} ms, median ${formatNumber(median)} ms, median once warm ${formatNumber(warmMedian)} ms`
  const ratio = warmMedian > 0 ? `, longest is ${formatNumber(longest / warmMedian)} times that` : ''
  const line = `new people in the first seconds: ${verdict === 'slow' ? 'SLOW' : verdict} (${waits}${ratio})`
  return [line, ...failures].join('\n  ')
}

function formatConclusion({ newcomers, errors, verdicts }: LoadResult): string {
  if (!hasPassed({ newcomers, errors, verdicts })) return 'FAILED'
  const isShort = verdicts.some(({ verdict }) => verdict === 'too short')
  return isShort ? 'too short to say whether anything grows' : 'nothing grows without end'
}

export const hasPassed = ({
  newcomers,
  errors,
  verdicts,
}: Pick<LoadResult, 'newcomers' | 'errors' | 'verdicts'>): boolean =>
  newcomers.verdict === 'prompt' && errors.count === 0 && verdicts.every(({ verdict }) => verdict !== 'grows')

function formatPercentiles(first: LoadResult['first'], last: LoadResult['last']): string {
  const kinds = [...new Set([...Object.keys(first), ...Object.keys(last)])].sort()
  const cells = (percentiles?: Percentiles) =>
    percentiles
      ? [
          String(percentiles.count),
          ...[percentiles.p50, percentiles.p95, percentiles.p99, percentiles.max].map(formatNumber),
        ]
      : ['', '', '', '', '']
  const head = ['count', 'p50', 'p95', 'p99', 'max']
  return alignColumns([
    ['milliseconds', ...head.map((item) => `${item} 1/3`), ...head.map((item) => `${item} 3/3`)],
    ...kinds.map((kind) => [kind, ...cells(first[kind]), ...cells(last[kind])]),
  ])
}

function formatVerdicts(verdicts: readonly SeriesVerdict[]): string {
  return alignColumns([
    ['series', 'level', 'added per hour', 'verdict'],
    ...verdicts.map(({ name, unit, level, perHour, verdict }) => [
      name,
      `${formatNumber(level)} ${unit}`,
      `${perHour < 0 ? '-' : '+'}${formatNumber(Math.abs(perHour))} ${unit}`,
      verdict === 'grows' ? 'GROWS' : verdict,
    ]),
  ])
}

function formatGrowth(growth: readonly Growth[], samples: readonly LoadSample[]): string {
  const sizes = [samples[0], samples.at(-1)].map((item) => formatNumber((item?.database.bytes ?? 0) / 1e6))
  return alignColumns([
    [`database ${sizes.join(' to ')} MB`, 'growth', 'bytes per operation'],
    ...growth
      .slice(0, maxTables)
      .map(({ table, megabytes, bytesPerOperation }) => [
        table,
        `${formatNumber(megabytes)} MB`,
        formatNumber(bytesPerOperation),
      ]),
  ])
}

/** Formats one line about the last minute. */
export function formatProgress(sample: LoadSample): string {
  const { minute, seconds, measured, processes, database, errors } = sample
  const { p50, p95, p99 } = measured.all
  const memory = Object.entries(processes).map(([name, { megabytes }]) => `${name} ${Math.round(megabytes)}`)
  const descriptors = Object.values(processes).reduce((sum, item) => sum + item.descriptors, 0)
  return [
    `${minute.toFixed(1)} min`,
    `${formatNumber(measured.finished / seconds)}/s`,
    `p50 ${formatNumber(p50)} p95 ${formatNumber(p95)} p99 ${formatNumber(p99)} ms`,
    `errors ${errors}`,
    `MB: ${memory.join(' ')}`,
    `fds ${descriptors}`,
    `connections ${database.connections}`,
    `waiting ${countBacklog(sample)}`,
    `database ${Math.round(database.bytes / 1e6)} MB`,
  ].join('  ')
}
