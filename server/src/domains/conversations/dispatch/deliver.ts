import type { Db } from '../../../platform/db/database.ts'
import type { DispatchDeps } from './deps.ts'
import { type Handed, handOver, type Job, keepDispatch } from './hand-over.ts'
import { noteHandedOver, noteIntents } from './queries/hand-overs.ts'
import { keyOf, type MessageColumns } from './queries/message-row.ts'
import { noteState } from './queries/receipts.ts'
import { tell } from './told.ts'

/** A bubble that its channel has taken, and what is to be written down together. */
export type Delivered = {
  /** Of the message, which is handed over whole. */
  isLast: boolean
  at: Date
  handed: Handed
  set: MessageColumns
  /** Absent where the hand-over leaves nothing but its columns. */
  write?(tx: Db): Promise<void>
}

/** Hands the next bubble of a message over. */
export async function deliver(job: Job, hearsStatuses: boolean, deps: DispatchDeps): Promise<Delivered> {
  const { agent, row, target, binding, rendered } = job
  if (row.handed === 0 && rendered.intents.length > 0) {
    await noteIntents(deps.db, agent, { asid: target.asid, intents: rendered.intents })
  }
  const handed = await handOver(job, deps)
  const at = deps.world.now()
  const isLast = row.handed + 1 >= rendered.messages.length
  const tells = isLast && hearsStatuses && !row.sent_at && row.origin === 'agent'
  const write = async (tx: Db) => {
    await keepDispatch(tx, agent, handed)
    await noteHandedOver(tx, agent, { asid: target.asid, at, conversationId: handed.conversationId })
    // A receipt may have been quicker.
    const isNew = tells && (await noteState(tx, agent, { ...keyOf(row), state: 'sent', at }))
    if (isNew) await tell(tx, agent, { row, state: 'sent', provider: binding.provider }, deps)
  }
  const columns = columnsOf(job, handed)
  const set = isLast && !tells ? { ...columns, sent_at: row.sent_at ?? at } : columns
  return { isLast, at, handed, set, ...((tells || leavesTraces(job, handed)) && { write }) }
}

function columnsOf({ row, target, binding, rendered }: Job, { dispatch }: Handed): MessageColumns {
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
function leavesTraces({ binding, target }: Job, { conversationId, dispatch }: Handed): boolean {
  const moved = conversationId !== undefined && conversationId !== target.conversationId
  return moved || dispatch !== undefined || binding.minMessageDelayMs !== undefined
}
