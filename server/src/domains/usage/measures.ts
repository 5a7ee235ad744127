import type { UsageSum } from './queries/hours.ts'
import type { Usage, UsagePoint } from './schemas.ts'
import type { UsageWindow } from './window.ts'

/** All measures, in response order. */
export const measures = [
  'messagesIn',
  'messagesOut',
  'delivered',
  'read',
  'failed',
  'conversations',
  'goalsReached',
  'turns',
  'inputTokens',
  'outputTokens',
  'cacheReadTokens',
  'modelMilliseconds',
  'sends',
  'testRuns',
  'testUnits',
] as const
export type UsageMeasure = (typeof measures)[number]
export type MeasureTotals = Record<UsageMeasure, number>

/** People cannot be summed: a person who writes in two hours is one person, so days have their own count. */
export type PeopleMeasure = 'peopleOfHour' | 'peopleOfDay'

export const createZeroTotals = (): MeasureTotals =>
  Object.fromEntries(measures.map((measure) => [measure, 0])) as MeasureTotals

export const isMeasure = (name: string): name is UsageMeasure => (measures as readonly string[]).includes(name)

type UsageCut = { window: UsageWindow; timeZone: string; isZoneOfOrg: boolean }

/** Serializes sums with every interval, zero where there was nothing. */
export function serializeUsage(sums: readonly UsageSum[], { window, timeZone, isZoneOfOrg }: UsageCut): Usage {
  const { interval, starts, end } = window
  const people = interval === 'hour' ? 'peopleOfHour' : isZoneOfOrg ? 'peopleOfDay' : undefined
  const data: UsagePoint[] = starts.map((at) => ({
    at: at.toISOString(),
    ...createZeroTotals(),
    ...(people && { peopleWriting: 0 }),
  }))
  for (const { place, measure, value } of sums) {
    const point = data[place]
    if (!point) continue
    if (isMeasure(measure)) point[measure] += value
    else if (measure === people) point.peopleWriting = (point.peopleWriting ?? 0) + value
  }
  const byDetail = (measure: string) => sumByDetail(sums, measure)
  return {
    start: (starts[0] as Date).toISOString(),
    end: end.toISOString(),
    interval,
    timeZone,
    data,
    failures: byDetail('failed').map(([reason, count]) => ({ reason, count })),
    goals: byDetail('goalsReached').map(([goalId, count]) => ({ goalId, count })),
    sendStates: byDetail('sends').map(([state, count]) => ({ state, count })),
    totals: sumMeasureTotals(sums),
  }
}

export function sumMeasureTotals(sums: readonly UsageSum[]): MeasureTotals {
  const totals = createZeroTotals()
  for (const { measure, value } of sums) if (isMeasure(measure)) totals[measure] += value
  return totals
}

export function sumMessages(sums: readonly UsageSum[], { starts }: UsageWindow): number[] {
  const messages = starts.map(() => 0)
  for (const { place, measure, value } of sums) {
    if (measure === 'messagesIn' || measure === 'messagesOut') messages[place] = (messages[place] ?? 0) + value
  }
  return messages
}

/** Highest count first. */
export function sumByDetail(sums: readonly UsageSum[], wanted: string): [detail: string, count: number][] {
  const counts = new Map<string, number>()
  for (const { measure, detail, value } of sums) {
    if (measure === wanted) counts.set(detail, (counts.get(detail) ?? 0) + value)
  }
  return [...counts].sort(([one, count], [other, more]) => more - count || one.localeCompare(other))
}
