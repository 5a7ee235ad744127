import type { Db } from '../../../platform/db/database.ts'
import { forgetPulled } from '../media/queries.ts'
import { forgetConversationsOf, inTransaction, takeErased } from './queries.ts'

/** By then whatever had begun before somebody was erased has come to its end. */
const settledMilliseconds = 60_000

/** What was on its way when its person was erased, and was written after that, goes too. */
export async function forgetStragglers(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const erased = await takeErased(tx, new Date(now.getTime() - settledMilliseconds))
    for (const group of Map.groupBy(erased, ({ agent }) => agent.key).values()) {
      const [{ agent }] = group as [(typeof erased)[number]]
      const asids = group.map(({ asid }) => asid)
      await forgetPulled(tx, agent, await forgetConversationsOf(tx, agent, asids))
    }
  })
}
