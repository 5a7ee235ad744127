import { alignColumns, formatNumber } from './align-columns.ts'
import { type OperationCosts, type ProcessTimes, sumTimes } from './measure/operation-costs.ts'

/** What the mix should cost at most, and the rate that two processors should reach. */
const maxMeanMilliseconds = 8
const minCeiling = 380

/** Formats the processor time of each kind, the most expensive in the mix first. */
export function formatOperationCosts({ idlePerSecond, kinds, mean }: OperationCosts, processors: number): string {
  const weights = kinds.reduce((sum, { weight }) => sum + weight, 0)
  const total = sumTimes(mean)
  const format = (name: string, weight: number, times: ProcessTimes) => [
    name,
    String(weight),
    ...[times.api, times.gateway, times.worker, times.postgres, sumTimes(times)].map(formatNumber),
    `${Math.round((sumTimes(times) * weight * 100) / (total * weights))} %`,
  ]
  const sorted = kinds.toSorted(
    (first, second) => second.weight * sumTimes(second.times) - first.weight * sumTimes(first.times),
  )
  const table = alignColumns([
    ['ms of processor time', 'weight', 'api', 'gateway', 'worker', 'postgres', 'sum', 'share'],
    ...sorted.map(({ name, weight, times }) => format(name, weight, times)),
    format('mean of the mix', weights, mean),
  ])
  const limit = `limit ${formatNumber(maxMeanMilliseconds)}${total > maxMeanMilliseconds ? ': MISSED' : ''}`
  return [
    table,
    `mean ${formatNumber(total)} ms an operation (${limit}), which allows ` +
      `${formatNumber((processors * 1000) / total)} operations/s on ${processors} processors; ` +
      `idle processes use ${formatNumber(sumTimes(idlePerSecond))} ms a second`,
  ].join('\n')
}

export const formatCeilingTarget = (ceiling: number): string =>
  `target on two processors: at least ${minCeiling}${ceiling < minCeiling ? ', MISSED' : ''}`
