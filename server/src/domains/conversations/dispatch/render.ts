import { type Affordance, type Channel, type ContentMessage, type RenderResult, render } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { readDispatchedMessage } from './queries/receipts.ts'
import type { DispatchTarget } from './queries/targets.ts'

type RenderableMessage = { id: string; message: unknown }

export function renderForTarget(
  { id, message }: RenderableMessage,
  { channel, locale }: Pick<DispatchTarget, 'channel' | 'locale'>,
): RenderResult {
  return render(message as ContentMessage, { channel, messageId: id, locale })
}

/** The tappable items of a sent message, in the order of their taps. */
export type SentAffordances = { asid: string; channel: Channel; affordances: Affordance[] }

/** Returns the tappable items of a message by rendering it again, which always gives the same result. */
export async function readAffordances(
  db: Db,
  agent: AgentKey,
  messageId: string,
): Promise<SentAffordances | undefined> {
  const row = await readDispatchedMessage(db, agent, messageId)
  if (!row) return undefined
  const channel = row.channel as Channel
  const { affordances } = renderForTarget(row, { channel, locale: row.locale ?? undefined })
  return { asid: row.asid, channel, affordances }
}
