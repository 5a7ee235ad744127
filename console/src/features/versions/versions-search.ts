export const replayVerdicts = ['changed', 'error', 'same'] as const
export type VerdictFilter = (typeof replayVerdicts)[number]
export type ReplaySearch = { verdict?: VerdictFilter | 'all' | undefined }

/** Without a verdict, the page shows the changed conversations. */
export function readReplaySearch({ verdict }: Record<string, unknown>): ReplaySearch {
  const known = ([...replayVerdicts, 'all'] as const).find((one) => one === verdict)
  return known === undefined ? {} : { verdict: known }
}

export const comparisonSpans = ['1', '7', '30', '90'] as const
export type ComparisonSpan = (typeof comparisonSpans)[number]
export const defaultComparisonSpan: ComparisonSpan = '7'

export function readComparisonSearch({ days }: Record<string, unknown>): { days?: ComparisonSpan | undefined } {
  const known = comparisonSpans.find((span) => span === String(days))
  return known === undefined ? {} : { days: known }
}
