import type { CaseChannel } from '@parley/testcase'
import type { TestSchedule } from './schedule.ts'

export type StoredSuite = {
  id: string
  name: string
  description?: string
  channel?: CaseChannel
  schedule?: TestSchedule
  nextRunAt?: Date
  lastScheduledRunId?: string
  /** Set for a system suite, which follows the Examples of that playbook. */
  playbookId?: string
  createdAt: Date
  updatedAt: Date
}
