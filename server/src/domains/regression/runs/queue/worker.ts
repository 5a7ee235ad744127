import type { Db } from '../../../../platform/db/database.ts'
import { nudge } from '../../../../platform/work/index.ts'

export const resultQueue = { kind: 'tests.results', table: 'test_results', key: ['agent_key', 'id'] } as const

export function nudgeResults(tx: Db): void {
  nudge(tx, resultQueue.kind)
}
