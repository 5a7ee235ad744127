import type { Selectable } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { Tables } from '../../../../platform/db/tables.generated.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'

export type DeadlineRow = Selectable<Tables['delivery_deadlines']>

export type NewDeadline = { messageId: string; channel: string; dueAt: Date }

/** A message has one deadline on each channel, however often it is recorded as sent there. */
export async function insertDeadlines(tx: Db, agent: AgentKey, deadlines: readonly NewDeadline[]): Promise<void> {
  if (deadlines.length === 0) return
  const rows = deadlines.map(({ messageId, channel, dueAt }) => ({
    agent_key: agent.key,
    message_id: messageId,
    channel,
    due_at: dueAt,
  }))
  await tx
    .insertInto('delivery_deadlines')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteDeadline(
  tx: Db,
  agent: AgentKey,
  { message_id, channel }: Pick<DeadlineRow, 'message_id' | 'channel'>,
): Promise<void> {
  await tx
    .deleteFrom('delivery_deadlines')
    .where('agent_key', '=', agent.key)
    .where('message_id', '=', message_id)
    .where('channel', '=', channel)
    .execute()
}
