import type { Db } from '../../platform/db/database.ts'
import type { Count, Span } from '../../platform/usage.ts'
import { traffic } from '../conversations/index.ts'
import { countSends } from '../outreach/index.ts'
import { countTests } from '../regression/index.ts'
import { turns } from '../runtime/index.ts'
import type { Measure, PeopleMeasure } from './measures.ts'

/** Where counts come from: one for each domain that has something to count. */
export type Source = {
  measures: readonly (Measure | PeopleMeasure)[]
  /** For how long an hour that is over may still change; it is folded anew until then. */
  settlesHours: number
  count(db: Db, agentKeys: readonly number[], span: Span): Promise<Count[]>
}

/** What was on its way when its hour ended, or comes late. */
const late = 3

export const sendSource: Source = {
  measures: ['sends'],
  // Counted by when they were accepted; they may wait for the hours of day, or be tried again.
  settlesHours: 26,
  count: countSends,
}

/** Goals among them. */
export const turnSource: Source = {
  measures: ['turns', 'inputTokens', 'outputTokens', 'cacheReadTokens', 'modelMilliseconds', 'goalsReached'],
  settlesHours: late,
  count: turns.count,
}

export const sources: readonly Source[] = [
  {
    measures: [
      ...(['messagesIn', 'messagesOut', 'delivered', 'read', 'failed', 'conversations'] as const),
      ...(['peopleOfHour', 'peopleOfDay'] as const),
    ],
    settlesHours: late,
    count: traffic.count,
  },
  turnSource,
  sendSource,
  { measures: ['testRuns', 'testUnits'], settlesHours: late, count: countTests },
]
