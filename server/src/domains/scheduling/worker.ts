import type { NewWorkColumns } from '../../platform/work/index.ts'

export type DueColumns = NewWorkColumns
