import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { deleteCallsAbout } from '../events/relay/queries.ts'
import { deleteFetchedMedia, findUnsharedMedia } from '../media/queries.ts'
import { claimErasedConversations, deletePersonConversations, inTransaction } from './queries.ts'

/** By then whatever had begun before somebody was erased has come to its end: a turn has two minutes. */
const graceMilliseconds = 180_000

type DeleteOtherData = (tx: Db, agent: AgentKey, asids: readonly string[]) => Promise<void>

/** What was on its way when its person was erased, and was written after that, goes too; with what others keep of it. */
export async function deleteLateWrites(db: Db, now: Date, forgetOthers: DeleteOtherData): Promise<void> {
  await inTransaction(db, async (tx) => {
    const erased = await claimErasedConversations(tx, new Date(now.getTime() - graceMilliseconds))
    for (const group of Map.groupBy(erased, ({ agent }) => agent.key).values()) {
      const [{ agent }] = group as [(typeof erased)[number]]
      const asids = group.map(({ asid }) => asid)
      await deletePersonConversationData(tx, agent, asids, now)
      await forgetOthers(tx, agent, asids)
    }
  })
}

/** What was said by and to somebody who is erased, with their files, and what is on its way to a developer's machine. */
export async function deletePersonConversationData(
  tx: Db,
  agent: AgentKey,
  asids: readonly string[],
  now: Date,
): Promise<void> {
  const { sent, shown } = await deletePersonConversations(tx, agent, asids)
  await deleteFetchedMedia(tx, agent, [...sent, ...(await findUnsharedMedia(tx, agent, shown, now))])
  await deleteCallsAbout(tx, agent, asids)
}
