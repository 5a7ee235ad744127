import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { SendState } from '../sends/send.ts'
import { endRuleRows, type RuleRowKey } from './queries.ts'

export type SendOutcome = { state: Exclude<SendState, 'queued' | 'sending'>; reason?: string }

/** Records the outcomes of rule sends, in the transaction that ends them. */
export async function recordSendOutcomes(
  tx: Db,
  agent: AgentKey,
  names: readonly RuleRowKey[],
  { state, reason }: SendOutcome,
): Promise<void> {
  if (names.length === 0) return
  const end = state === 'sent' ? { state } : { state: 'failed' as const, reason: reason ?? state }
  await endRuleRows(tx, agent, names, end)
}
