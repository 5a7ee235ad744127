import type { Db } from '../../../platform/db/database.ts'
import type { DispatchDeps } from './deps.ts'
import { publishMessageStatus } from './message-status.ts'
import { recordConversationDispatch, storeIntents } from './queries/dispatches.ts'
import { type MessageColumns, messageKeyOf } from './queries/message-row.ts'
import { recordMessageState } from './queries/receipts.ts'
import { type BubbleJob, type ProviderResult, sendBubble, storeDispatch } from './send-bubble.ts'

/** A bubble that its channel has taken, and what is to be written down together. */
export type BubbleOutcome = {
  /** Of the message, which is handed over whole. */
  isLast: boolean
  at: Date
  response: ProviderResult
  set: MessageColumns
  /** Absent where the hand-over leaves nothing but its columns. */
  write?(tx: Db): Promise<void>
}

/** Hands the next bubble of a message over. */
export async function dispatchBubble(
  job: BubbleJob,
  wantsStatuses: boolean,
  deps: DispatchDeps,
): Promise<BubbleOutcome> {
  const { agent, row, target, binding, rendered } = job
  if (row.handed === 0 && rendered.intents.length > 0) {
    await storeIntents(deps.db, agent, { asid: target.asid, intents: rendered.intents })
  }
  const response = await sendBubble(job, deps)
  const at = deps.world.now()
  const isLast = row.handed + 1 >= rendered.messages.length
  const tells = isLast && wantsStatuses && !row.sent_at && row.origin === 'agent'
  const write = async (tx: Db) => {
    await storeDispatch(tx, agent, response)
    await recordConversationDispatch(tx, agent, { asid: target.asid, at, conversationId: response.conversationId })
    // A receipt may have been quicker.
    const isNew = tells && (await recordMessageState(tx, agent, { ...messageKeyOf(row), state: 'sent', at }))
    if (isNew) await publishMessageStatus(tx, agent, { row, state: 'sent', provider: binding.provider }, deps)
  }
  const columns = columnsOf(job, response)
  const set = isLast && !tells ? { ...columns, sent_at: row.sent_at ?? at } : columns
  return { isLast, at, response, set, ...((tells || touchesConversation(job, response)) && { write }) }
}

function columnsOf({ row, target, binding, rendered }: BubbleJob, { dispatch }: ProviderResult): MessageColumns {
  return {
    ...(dispatch && row.handed === 0 && { channel_message_id: dispatch.channelMessageId }),
    provider: binding.provider,
    locale: target.locale ?? null,
    reached: target.asid === row.asid ? null : target.asid,
    handed: row.handed + 1,
    handing: false,
    bubbles: rendered.messages.length,
    text: rendered.messages.map((shown) => shown.text).join('\n'),
  }
}

/** Most hand-overs leave nothing in the conversation, and so are written down together. */
function touchesConversation({ binding, target }: BubbleJob, { conversationId, dispatch }: ProviderResult): boolean {
  const moved = conversationId !== undefined && conversationId !== target.conversationId
  return moved || dispatch !== undefined || binding.minMessageDelayMs !== undefined
}
