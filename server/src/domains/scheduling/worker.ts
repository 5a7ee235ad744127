import type { freshWork } from '../../platform/work/index.ts'

/** The columns of a row of work: when it is due, and that nobody is at it. */
export type Due = ReturnType<typeof freshWork>
