import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { deleteCallsAbout } from '../events/relay/queries.ts'
import { deleteFetchedMedia, findUnsharedMedia } from '../media/queries.ts'
import { claimErasedConversations, deletePersonConversations, inTransaction } from './queries.ts'

/** By then everything that started before the erasure has ended: a turn has two minutes. */
const graceMilliseconds = 180_000

type DeleteOtherData = (tx: Db, agent: AgentKey, asids: readonly string[]) => Promise<void>

/**
 * Deletes data that was in flight when its person was erased and was written afterwards, along with the copies in other
 * domains.
 */
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

/** Deletes the messages and files of an erased person, and the relay calls in flight to a developer's machine. */
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
