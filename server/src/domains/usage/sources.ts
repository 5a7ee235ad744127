import type { Db } from '../../platform/db/database.ts'
import type { UsageCount, UsageSpan } from '../../platform/usage.ts'
import { traffic } from '../conversations/index.ts'
import { countSendsForUsage } from '../outreach/index.ts'
import { countTestUsage } from '../regression/index.ts'
import { turns } from '../runtime/index.ts'
import type { PeopleMeasure, UsageMeasure } from './measures.ts'

export type UsageSource = {
  measures: readonly (UsageMeasure | PeopleMeasure)[]
  /** How long an hour may still change after its end; it is rolled up again until then. */
  settlesHours: number
  count(db: Db, agentKeys: readonly number[], span: UsageSpan): Promise<UsageCount[]>
}

/** Covers rows that were in progress at the end of the hour or arrive late. */
const settleHours = 3

export const sendSource: UsageSource = {
  measures: ['sends'],
  // Sends count by acceptance time, but may wait for allowed hours or be retried.
  settlesHours: 26,
  count: countSendsForUsage,
}

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
