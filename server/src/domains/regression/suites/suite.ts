import type { CaseChannel } from '@parley/testcase'
import type { TestSchedule } from './schedule.ts'

/** A suite as the program holds one. */
export type StoredSuite = {
  id: string
  name: string
  description?: string
  channel?: CaseChannel
  schedule?: TestSchedule
  nextRunAt?: Date
  lastScheduledRunId?: string
  /** Kept in step with the Examples of that playbook: a system suite. */
  playbookId?: string
  createdAt: Date
  updatedAt: Date
}
