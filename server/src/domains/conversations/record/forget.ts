import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { forgetCallsOf } from '../events/relay/queries.ts'
import { forgetPulled, unsharedOf } from '../media/queries.ts'
import { forgetConversationsOf } from './queries.ts'

/** What was said by and to somebody who is erased, with their files, and what is on its way to a developer's machine. */
export async function forgetSaid(tx: Db, agent: AgentKey, asids: readonly string[], now: Date): Promise<void> {
  const { sent, shown } = await forgetConversationsOf(tx, agent, asids)
  await forgetPulled(tx, agent, [...sent, ...(await unsharedOf(tx, agent, shown, now))])
  await forgetCallsOf(tx, agent, asids)
}
