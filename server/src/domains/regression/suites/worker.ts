import { newWorkColumns, nextOccurrence } from '../../../platform/work/index.ts'

export const nextScheduledTime = nextOccurrence

/** Work columns of a suite: due at its next scheduled run, or not at all. */
export const createScheduleWork = (nextRunAt: Date | undefined) => ({
  ...newWorkColumns(nextRunAt ?? new Date(0)),
  due_at: nextRunAt ?? null,
})
