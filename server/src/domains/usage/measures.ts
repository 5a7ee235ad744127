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
export type Measure = (typeof measures)[number]
export type Totals = Record<Measure, number>

/** People are no sum: whoever writes in two hours is one person, so that days have a count of their own. */
export type PeopleMeasure = 'peopleOfHour' | 'peopleOfDay'

export const zeros = (): Totals => Object.fromEntries(measures.map((measure) => [measure, 0])) as Totals

export const isMeasure = (name: string): name is Measure => (measures as readonly string[]).includes(name)
