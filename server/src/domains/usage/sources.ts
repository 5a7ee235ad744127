import type { Db } from '../../platform/db/database.ts'
import type { UsageCount, UsageSpan } from '../../platform/usage.ts'
import { traffic } from '../conversations/index.ts'
import { countSendsForUsage } from '../outreach/index.ts'
import { countTestUsage } from '../regression/index.ts'
import { turns } from '../runtime/index.ts'
import type { PeopleMeasure, UsageMeasure } from './measures.ts'

/** Where counts come from: one for each domain that has something to count. */
export type UsageSource = {
  measures: readonly (UsageMeasure | PeopleMeasure)[]
  /** For how long an hour that is over may still change; it is folded anew until then. */
  settlesHours: number
  count(db: Db, agentKeys: readonly number[], span: UsageSpan): Promise<UsageCount[]>
}

/** What was on its way when its hour ended, or comes late. */
const settleHours = 3

export const sendSource: UsageSource = {
  measures: ['sends'],
  // Counted by when they were accepted; they may wait for the hours of day, or be tried again.
  settlesHours: 26,
  count: countSendsForUsage,
}

/** Goals among them. */
export const turnSource: UsageSource = {
  measures: ['turns', 'inputTokens', 'outputTokens', 'cacheReadTokens', 'modelMilliseconds', 'goalsReached'],
  settlesHours: settleHours,
  count: turns.count,
}

export const usageSources: readonly UsageSource[] = [
  {
    measures: [
      ...(['messagesIn', 'messagesOut', 'delivered', 'read', 'failed', 'conversations'] as const),
      ...(['peopleOfHour', 'peopleOfDay'] as const),
    ],
    settlesHours: settleHours,
    count: traffic.count,
  },
  turnSource,
  sendSource,
  { measures: ['testRuns', 'testUnits'], settlesHours: settleHours, count: countTestUsage },
]
