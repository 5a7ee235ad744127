/** What is counted, in the order in which it is answered. */
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

/** People are no sum: whoever writes in two hours is one person, so that days have a count of their own. */
export type PeopleMeasure = 'peopleOfHour' | 'peopleOfDay'

export const createZeroTotals = (): MeasureTotals =>
  Object.fromEntries(measures.map((measure) => [measure, 0])) as MeasureTotals

export const isMeasure = (name: string): name is UsageMeasure => (measures as readonly string[]).includes(name)
