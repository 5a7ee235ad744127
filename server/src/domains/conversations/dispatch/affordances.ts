import type { Affordance, Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { readDispatchedMessage } from './queries/receipts.ts'
import { renderForTarget } from './render.ts'

/** What could be tapped in a message: rendered anew, since the same message always renders the same. */
export async function readAffordances(
  db: Db,
  agent: AgentKey,
  messageId: string,
): Promise<{ asid: string; channel: Channel; affordances: Affordance[] } | undefined> {
  const row = await readDispatchedMessage(db, agent, messageId)
  if (!row) return undefined
  const channel = row.channel as Channel
  const { affordances } = renderForTarget(row, { channel, locale: row.locale ?? undefined })
  return { asid: row.asid, channel, affordances }
}
