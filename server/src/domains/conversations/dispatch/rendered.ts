import type { Affordance, Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { readHandedOver } from './queries/receipts.ts'
import { renderedFor } from './render.ts'

/** What could be tapped in a message: rendered anew, since the same message always renders the same. */
export async function affordancesOf(
  db: Db,
  agent: AgentKey,
  messageId: string,
): Promise<{ asid: string; channel: Channel; affordances: Affordance[] } | undefined> {
  const row = await readHandedOver(db, agent, messageId)
  if (!row) return undefined
  const channel = row.channel as Channel
  const { affordances } = renderedFor(row, { channel, locale: row.locale ?? undefined })
  return { asid: row.asid, channel, affordances }
}
