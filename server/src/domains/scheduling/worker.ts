import type { newWorkColumns } from '../../platform/work/index.ts'

export type DueColumns = ReturnType<typeof newWorkColumns>
