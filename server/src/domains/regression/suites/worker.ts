import { freshWork, nextOccurrence } from '../../../platform/work/index.ts'

/** What schedules are counted by, wherever there are some. */
export const nextTime = nextOccurrence

/** The work columns of a suite: its next scheduled run, or none. */
export const scheduledWork = (nextRunAt: Date | undefined) => ({
  ...freshWork(nextRunAt ?? new Date(0)),
  due_at: nextRunAt ?? null,
})
