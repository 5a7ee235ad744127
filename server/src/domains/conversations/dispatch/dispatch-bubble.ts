import type { RenderResult } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import {
  type Adapter,
  type AdapterTools,
  channelMessageIdOf,
  DispatchFailedError,
  type LiveBinding,
  type OutboundBubble,
} from '../../channels/index.ts'
import type { ConversationDeps } from '../deps.ts'
import type { DispatchDeps } from './deps.ts'
import {
  insertDispatches,
  markDispatching,
  type NewDispatch,
  recordConversationDispatch,
  storeIntents,
  updateMessage,
} from './queries/dispatches.ts'
import { type MessageColumns, type MessageRow, messageKeyOf } from './queries/message-row.ts'
import { recordMessageState } from './queries/receipts.ts'
import type { DispatchTarget } from './queries/targets.ts'
import type { DispatchRendering } from './render.ts'
import { sendUnlessStopped } from './send-unless-stopped.ts'
import { publishMessageStatus } from './status.ts'
import { deadlineOf } from './undelivered/policy.ts'
import { insertDeadlines } from './undelivered/queries.ts'

/** A bubble that its channel accepted, with the writes to commit together. */
export type BubbleOutcome = {
  /** Last bubble of the message: the whole message is dispatched. */
  isLastBubble: boolean
  at: Date
  response: ProviderResult
  set: MessageColumns
  /** Absent if the dispatch changes only its own columns. */
  write?(tx: Db): Promise<void>
}

export async function dispatchBubble(
  job: BubbleJob,
  wantsStatuses: boolean,
  deps: DispatchDeps,
): Promise<BubbleOutcome> {
  const { agent, row, target, binding, rendered } = job
  if (row.dispatched_bubbles === 0 && rendered.intents.length > 0) {
    await storeIntents(deps.db, agent, { asid: target.asid, intents: rendered.intents })
  }
  const response = await sendBubble(job, deps)
  const at = deps.world.now()
  const isLastBubble = row.dispatched_bubbles + 1 >= rendered.messages.length
  const tells = isLastBubble && wantsStatuses && !row.sent_at && row.origin === 'agent'
  const deadline = isLastBubble ? deadlineOf(row, at) : undefined
  const write = async (tx: Db) => {
    await storeDispatch(tx, agent, response)
    await recordConversationDispatch(tx, agent, { asid: target.asid, at, conversationId: response.conversationId })
    // A receipt may have been faster.
    const isNew = tells && (await recordMessageState(tx, agent, { ...messageKeyOf(row), state: 'sent', at }))
    if (isNew) await publishMessageStatus(tx, agent, { row, state: 'sent', provider: binding.provider }, deps)
    if (deadline) await insertDeadlines(tx, agent, [deadline])
  }
  const columns = columnsOf(job, response)
  const set = isLastBubble && !tells ? { ...columns, sent_at: row.sent_at ?? at } : columns
  return {
    isLastBubble,
    at,
    response,
    set,
    ...((tells || deadline || touchesConversation(job, response)) && { write }),
  }
}

function columnsOf(
  { row, target, binding, rendered, sentContent }: BubbleJob,
  { dispatch }: ProviderResult,
): MessageColumns {
  return {
    ...(sentContent && { message: JSON.stringify(sentContent) }),
    ...(dispatch && row.dispatched_bubbles === 0 && { channel_message_id: dispatch.channelMessageId }),
    provider: binding.provider,
    locale: target.locale ?? null,
    dispatched_asid: target.asid === row.asid ? null : target.asid,
    dispatched_bubbles: row.dispatched_bubbles + 1,
    dispatching: false,
    bubbles: rendered.messages.length,
    text: rendered.messages.map((message) => message.text).join('\n'),
  }
}

/** Most dispatches change nothing in the conversation, so they can be recorded in a batch. */
function touchesConversation({ binding, target }: BubbleJob, { conversationId, dispatch }: ProviderResult): boolean {
  const moved = conversationId !== undefined && conversationId !== target.conversationId
  return moved || dispatch !== undefined || binding.minMessageDelayMs !== undefined
}

export type BubbleJob = DispatchRendering & {
  agent: AgentKey
  row: MessageRow
  target: DispatchTarget
  binding: LiveBinding
  adapter: Adapter
  signal: AbortSignal
  /** See `checkDispatchable`. */
  respectsHold?: boolean
  /** The row is already marked as dispatching. */
  isMarkedDispatching?: boolean
}

/** The provider's response: its id of the thread, if any, and its id of the bubble, if that must be stored. */
type ProviderResult = { conversationId?: string; dispatch?: NewDispatch }

/**
 * Sends the next bubble of a message. Each bubble is a separate attempt, so that pacing, STOP and a closed window are
 * checked before each. If the provider would treat a repeat as a new message, the row is first marked as dispatching:
 * after a crash the bubble is not sent again.
 */
async function sendBubble(job: BubbleJob, deps: DispatchDeps): Promise<ProviderResult> {
  const { agent, row, adapter, rendered, isMarkedDispatching } = job
  const bubble = row.dispatched_bubbles
  if (bubble === 0 && rendered.messages.length > 1 && adapter.acceptsClientIds) await registerBubbles(job, deps)
  if (
    !isMarkedDispatching &&
    !adapter.ignoresRepeats &&
    !(await markDispatching(deps.db, agent, { ...messageKeyOf(row), bubble }))
  ) {
    throw new DispatchFailedError('unknownOutcome', 'Another dispatch of the message has begun', { retry: 'unknown' })
  }
  const sent = await sendOrUnknown(job, deps)
  const dispatch = adapter.acceptsClientIds ? undefined : toDispatch(job, bubble, sent.channelMessageId, deps)
  return { conversationId: sent.conversationId, dispatch }
}

/** An unexpected error in an adapter may occur after the provider accepted the message. */
async function sendOrUnknown(job: BubbleJob, deps: DispatchDeps) {
  const { binding, row } = job
  try {
    return await sendUnlessStopped(
      job,
      { outgoing: toOutboundBubble(job, row.dispatched_bubbles), tools: createAdapterTools(job, deps) },
      deps,
    )
  } catch (error) {
    if (error instanceof DispatchFailedError) throw error
    deps.log.error({ err: error, provider: binding.provider }, 'an adapter crashed')
    throw new DispatchFailedError('unknownOutcome', 'The dispatch was interrupted by an internal error', {
      retry: 'unknown',
    })
  }
}

/** Receipts may arrive before the dispatch is recorded, and must find their bubble. */
async function registerBubbles(job: BubbleJob, deps: ConversationDeps): Promise<void> {
  const { agent, row, rendered } = job
  const made = rendered.messages.map((_, bubble) => toDispatch(job, bubble, channelMessageIdOf(row.id, bubble), deps))
  await insertDispatches(deps.db, agent, made)
  await updateMessage(deps.db, agent, messageKeyOf(row), { bubbles: made.length })
}

async function storeDispatch(tx: Db, agent: AgentKey, { dispatch }: ProviderResult): Promise<void> {
  if (dispatch) await insertDispatches(tx, agent, [dispatch])
}

function toDispatch(
  { row, binding }: BubbleJob,
  bubble: number,
  channelMessageId: string,
  { world }: ConversationDeps,
) {
  return { bindingKey: binding.bindingKey, channelMessageId, ...messageKeyOf(row), bubble, now: world.now() }
}

function toOutboundBubble({ row, target, rendered }: BubbleJob, bubble: number): OutboundBubble {
  const message = rendered.messages[bubble] as RenderResult['messages'][number]
  return {
    messageId: row.id,
    bubble,
    channelMessageId: channelMessageIdOf(row.id, bubble),
    to: target.address,
    conversationId: target.conversationId,
    native: message.native,
    text: message.text,
    chips: message.chips,
    get view() {
      return message.view
    },
    ...(row.sandbox && { sandbox: true }),
  }
}

export function createAdapterTools(
  { signal }: { signal?: AbortSignal },
  { fetch, call, apis, world }: ConversationDeps,
): AdapterTools {
  return { fetch, call, apis, world, signal }
}
