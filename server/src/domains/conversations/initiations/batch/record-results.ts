import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { BubbleOutcome } from '../../dispatch/dispatch-bubble.ts'
import { publishMessageStatus } from '../../dispatch/message-status.ts'
import type { InitiationDeps, InitiationResult } from '../deps.ts'
import { type InitiationContext, recordDispatchResult } from '../dispatch.ts'
import type { DispatchedInitiation } from './dispatch.ts'
import { inTransaction, isConcurrencyConflict, retryWhileUnavailable } from './queries/insert-messages.ts'
import { type RecordedSend, recordSentInitiations, type SentInitiation } from './queries/record-sent.ts'

export type ConfirmedDispatch = DispatchedInitiation & { outcome: BubbleOutcome }

type RecordCall = { agent: AgentKey; signal: AbortSignal }

/** Writes down together what has left, and alone what somebody was quicker with; answered in the order given. */
export async function recordBatchResults(
  call: RecordCall,
  arrived: readonly ConfirmedDispatch[],
  deps: InitiationDeps,
): Promise<Promise<InitiationResult>[]> {
  if (arrived.length === 0) return []
  const { agent } = call
  const noted = await retryWhileUnavailable(() => recordBatch(agent, arrived, deps), call.signal).catch(
    (error: unknown) => {
      if (isConcurrencyConflict(error)) return new Map<number, RecordedSend>()
      throw error
    },
  )
  return arrived.map(async (one): Promise<InitiationResult> => {
    const { row, outcome } = one
    const written = noted.get(row.message_key)
    if (!written) return recordDispatchResult(toInitiationContext(call, one), outcome, deps)
    return { kind: 'handed', messageId: row.id, text: outcome.set.text ?? '', at: written.sentAt }
  })
}

export function toInitiationContext(
  { agent, signal }: RecordCall,
  { opening, row, begunAt }: DispatchedInitiation,
): InitiationContext {
  return { ...opening, agent, row, signal, begunAt }
}

async function recordBatch(
  agent: AgentKey,
  arrived: readonly ConfirmedDispatch[],
  deps: InitiationDeps,
): Promise<Map<number, RecordedSend>> {
  const gone = arrived.map(toSentInitiation)
  const hears = (await deps.findAgent(agent.key))?.wantsStatuses
  if (!hears) return recordSentInitiations(deps.db, agent, gone)
  return inTransaction(deps.db, async (tx) => {
    const noted = await recordSentInitiations(tx, agent, gone)
    await publishSentStatuses(tx, agent, { arrived, noted }, deps)
    return noted
  })
}

type SentStatuses = { arrived: readonly ConfirmedDispatch[]; noted: Map<number, RecordedSend> }

/** In the order of the asids, like everybody who holds several conversations. */
async function publishSentStatuses(
  tx: Db,
  agent: AgentKey,
  { arrived, noted }: SentStatuses,
  deps: InitiationDeps,
): Promise<void> {
  const inOrder = arrived.toSorted((one, other) => (one.row.asid < other.row.asid ? -1 : 1))
  for (const { row, binding } of inOrder) {
    if (!noted.get(row.message_key)?.isNew) continue
    await publishMessageStatus(tx, agent, { row, state: 'sent', provider: binding.provider }, deps)
  }
}

function toSentInitiation({ opening, row, begunAt, outcome }: ConfirmedDispatch): SentInitiation {
  const { at, set, response } = outcome
  return {
    asid: row.asid,
    messageKey: row.message_key,
    provider: set.provider as string,
    locale: set.locale ?? null,
    text: set.text ?? '',
    at,
    since: begunAt,
    openedBy: opening.openedBy ?? null,
    conversationId: response.conversationId ?? null,
    bindingKey: response.dispatch?.bindingKey ?? null,
    channelMessageId: response.dispatch?.channelMessageId ?? null,
  }
}
