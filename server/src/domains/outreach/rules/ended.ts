import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { SendState } from '../sends/send.ts'
import { endRows, type RowName } from './queries.ts'

export type SendEnd = { state: Exclude<SendState, 'queued' | 'sending'>; reason?: string }

/** Sends of rules have ended, in that transaction. */
export async function sendsEnded(
  tx: Db,
  agent: AgentKey,
  names: readonly RowName[],
  { state, reason }: SendEnd,
): Promise<void> {
  if (names.length === 0) return
  const end = state === 'sent' ? { state } : { state: 'failed' as const, reason: reason ?? state }
  await endRows(tx, agent, names, end)
}
