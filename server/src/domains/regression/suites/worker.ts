import { newWorkColumns, nextOccurrence } from '../../../platform/work/index.ts'

/** What schedules are counted by, wherever there are some. */
export const nextScheduledTime = nextOccurrence

/** The work columns of a suite: its next scheduled run, or none. */
export const createScheduleWork = (nextRunAt: Date | undefined) => ({
  ...newWorkColumns(nextRunAt ?? new Date(0)),
  due_at: nextRunAt ?? null,
})
