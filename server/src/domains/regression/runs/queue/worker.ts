import type { Db } from '../../../../platform/db/database.ts'
import { nudge } from '../../../../platform/work/index.ts'

/** The results that wait to be played. */
export const resultQueue = { kind: 'tests.results', table: 'test_results', key: ['agent_key', 'id'] } as const

/** Some are due now. */
export function nudgeResults(tx: Db): void {
  nudge(tx, resultQueue.kind)
}
