import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { forgetSaid } from './forget.ts'
import { inTransaction, takeErased } from './queries.ts'

/** By then whatever had begun before somebody was erased has come to its end: a turn has two minutes. */
const settledMilliseconds = 180_000

type ForgetOthers = (tx: Db, agent: AgentKey, asids: readonly string[]) => Promise<void>

/** What was on its way when its person was erased, and was written after that, goes too; with what others keep of it. */
export async function forgetStragglers(db: Db, now: Date, forgetOthers: ForgetOthers): Promise<void> {
  await inTransaction(db, async (tx) => {
    const erased = await takeErased(tx, new Date(now.getTime() - settledMilliseconds))
    for (const group of Map.groupBy(erased, ({ agent }) => agent.key).values()) {
      const [{ agent }] = group as [(typeof erased)[number]]
      const asids = group.map(({ asid }) => asid)
      await forgetSaid(tx, agent, asids, now)
      await forgetOthers(tx, agent, asids)
    }
  })
}
