import type { newWorkColumns } from '../../platform/work/index.ts'

/** The columns of a row of work: when it is due, and that nobody is at it. */
export type DueColumns = ReturnType<typeof newWorkColumns>
