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
