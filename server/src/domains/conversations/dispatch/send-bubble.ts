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
import { insertDispatches, markDispatching, type NewDispatch, updateMessage } from './queries/dispatches.ts'
import { type MessageRow, messageKeyOf } from './queries/message-row.ts'
import type { DispatchTarget } from './queries/targets.ts'
import { sendUnlessStopped } from './send-unless-stopped.ts'

export type BubbleJob = {
  agent: AgentKey
  row: MessageRow
  target: DispatchTarget
  binding: LiveBinding
  adapter: Adapter
  rendered: RenderResult
  signal: AbortSignal
  /** It was written down before that it is on its way. */
  isBegun?: boolean
}

/** What the provider answered: its id of the thread, where it has one, and of the bubble, where that must be kept. */
export type ProviderResult = { conversationId?: string; dispatch?: NewDispatch }

/**
 * Hands the next bubble of a message over; each is a turn of its own, so that pacing, STOP and a closed window count before
 * each. Where the provider would take a repeat for a new message, it is written down first that the bubble is on its
 * way: after a crash it is not sent again.
 */
export async function sendBubble(job: BubbleJob, deps: DispatchDeps): Promise<ProviderResult> {
  const { agent, row, adapter, rendered, isBegun } = job
  const bubble = row.handed
  if (bubble === 0 && rendered.messages.length > 1 && adapter.acceptsClientIds) await registerBubbles(job, deps)
  if (
    !isBegun &&
    !adapter.ignoresRepeats &&
    !(await markDispatching(deps.db, agent, { ...messageKeyOf(row), bubble }))
  ) {
    throw new DispatchFailedError('unknownOutcome', 'Another hand-over of the message has begun', { retry: 'unknown' })
  }
  const sent = await sendOrUnknown(job, deps)
  const dispatch = adapter.acceptsClientIds ? undefined : toDispatch(job, bubble, sent.channelMessageId, deps)
  return { conversationId: sent.conversationId, dispatch }
}

/** What an adapter throws that it should not may have come after the provider had taken the message. */
async function sendOrUnknown(job: BubbleJob, deps: DispatchDeps) {
  const { binding, row } = job
  try {
    return await sendUnlessStopped(
      job,
      { outgoing: toOutboundBubble(job, row.handed), tools: createAdapterTools(job, deps) },
      deps,
    )
  } catch (error) {
    if (error instanceof DispatchFailedError) throw error
    deps.log.error({ err: error, provider: binding.provider }, 'an adapter broke')
    throw new DispatchFailedError('unknownOutcome', 'The hand-over broke off on our side', { retry: 'unknown' })
  }
}

/** Receipts of a bubble may come before the hand-over is written down, and must find what they speak of. */
async function registerBubbles(job: BubbleJob, deps: ConversationDeps): Promise<void> {
  const { agent, row, rendered } = job
  const made = rendered.messages.map((_, bubble) => toDispatch(job, bubble, channelMessageIdOf(row.id, bubble), deps))
  await insertDispatches(deps.db, agent, made)
  await updateMessage(deps.db, agent, messageKeyOf(row), { bubbles: made.length })
}

export async function storeDispatch(tx: Db, agent: AgentKey, { dispatch }: ProviderResult): Promise<void> {
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
  const { native, text, chips } = rendered.messages[bubble] as RenderResult['messages'][number]
  return {
    messageId: row.id,
    bubble,
    channelMessageId: channelMessageIdOf(row.id, bubble),
    to: target.address,
    conversationId: target.conversationId,
    native,
    text,
    chips,
    ...(row.sandbox && { sandbox: true }),
  }
}

export function createAdapterTools(
  { signal }: { signal?: AbortSignal },
  { fetch, call, apis, world }: ConversationDeps,
): AdapterTools {
  return { fetch, call, apis, world, signal }
}
