import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { deleteCallsAbout } from '../events/relay/queries.ts'
import { deleteFetchedMedia, findUnsharedMedia } from '../media/queries.ts'
import { deletePersonConversations } from './queries.ts'

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
