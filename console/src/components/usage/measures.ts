import type { Schema } from '@parley/sdk'

export type Usage = Schema<'Usage'>
export type UsageDataPoint = Usage['data'][number]
export type UsageMetric = keyof Usage['totals']

const shades = (name: string, light: number, dark: number) =>
  `light-dark(var(--mantine-color-${name}-${light}), var(--mantine-color-${name}-${dark}))`
const [main, second, third, bad] = [
  shades('harbour', 8, 4),
  shades('indigo', 4, 3),
  shades('gray', 5, 6),
  shades('red', 7, 6),
]

type Kind = { id: string; measures: readonly UsageMetric[]; colors: readonly string[] }

/** Metrics that share a chart. */
export const usageCharts = [
  { id: 'messages', measures: ['messagesIn', 'messagesOut'], colors: [main, second] },
  { id: 'delivery', measures: ['delivered', 'failed'], colors: [main, bad] },
  { id: 'conversations', measures: ['conversations'], colors: [main] },
  { id: 'goals', measures: ['goalsReached'], colors: [main] },
  { id: 'sends', measures: ['sends'], colors: [main] },
  { id: 'tokens', measures: ['inputTokens', 'cacheReadTokens', 'outputTokens'], colors: [main, third, second] },
] as const satisfies readonly Kind[]
export type UsageChartId = (typeof usageCharts)[number]['id']

export const tableMeasures: readonly UsageMetric[] = usageCharts.flatMap(({ measures }) => [...measures])

/** Share of messages with a known outcome that were delivered; undefined if there are none. */
export function deliveryRate({ delivered, failed }: { delivered: number; failed: number }): number | undefined {
  return delivered + failed > 0 ? delivered / (delivered + failed) : undefined
}

export const hasNoUsage = (totals: Usage['totals']): boolean => tableMeasures.every((measure) => totals[measure] === 0)
