import type { Rendered } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import {
  type Adapter,
  channelMessageIdOf,
  DispatchFailed,
  type LiveBinding,
  type Outgoing,
  type Tools,
} from '../../channels/index.ts'
import type { ConversationDeps } from '../deps.ts'
import type { DispatchDeps } from './deps.ts'
import { sendUnlessStopped } from './last-hop.ts'
import { beginBubble, insertDispatches, type NewDispatch, setMessage } from './queries/hand-overs.ts'
import { keyOf, type MessageRow } from './queries/message-row.ts'
import type { Target } from './queries/targets.ts'

export type Job = {
  agent: AgentKey
  row: MessageRow
  target: Target
  binding: LiveBinding
  adapter: Adapter
  rendered: Rendered
  signal: AbortSignal
  /** It was written down before that it is on its way. */
  isBegun?: boolean
}

/** What the provider answered: its id of the thread, where it has one, and of the bubble, where that must be kept. */
export type Handed = { conversationId?: string; dispatch?: NewDispatch }

/**
 * Hands the next bubble of a message over; each is a turn of its own, so that pacing, STOP and a closed window count before
 * each. Where the provider would take a repeat for a new message, it is written down first that the bubble is on its
 * way: after a crash it is not sent again.
 */
export async function handOver(job: Job, deps: DispatchDeps): Promise<Handed> {
  const { agent, row, adapter, rendered, isBegun } = job
  const bubble = row.handed
  if (bubble === 0 && rendered.messages.length > 1 && adapter.takesOurIds) await announceBubbles(job, deps)
  if (!isBegun && !adapter.ignoresRepeats && !(await beginBubble(deps.db, agent, { ...keyOf(row), bubble }))) {
    throw new DispatchFailed('unknownOutcome', 'Another hand-over of the message has begun', { retry: 'unknown' })
  }
  const sent = await send(job, deps)
  const dispatch = adapter.takesOurIds ? undefined : dispatchOf(job, bubble, sent.channelMessageId, deps)
  return { conversationId: sent.conversationId, dispatch }
}

/** What an adapter throws that it should not may have come after the provider had taken the message. */
async function send(job: Job, deps: DispatchDeps) {
  const { binding, row } = job
  try {
    return await sendUnlessStopped(job, { outgoing: outgoingOf(job, row.handed), tools: toolsOf(job, deps) }, deps)
  } catch (error) {
    if (error instanceof DispatchFailed) throw error
    deps.log.error({ err: error, provider: binding.provider }, 'an adapter broke')
    throw new DispatchFailed('unknownOutcome', 'The hand-over broke off on our side', { retry: 'unknown' })
  }
}

/** Receipts of a bubble may come before the hand-over is written down, and must find what they speak of. */
async function announceBubbles(job: Job, deps: ConversationDeps): Promise<void> {
  const { agent, row, rendered } = job
  const made = rendered.messages.map((_, bubble) => dispatchOf(job, bubble, channelMessageIdOf(row.id, bubble), deps))
  await insertDispatches(deps.db, agent, made)
  await setMessage(deps.db, agent, keyOf(row), { bubbles: made.length })
}

export async function keepDispatch(tx: Db, agent: AgentKey, { dispatch }: Handed): Promise<void> {
  if (dispatch) await insertDispatches(tx, agent, [dispatch])
}

function dispatchOf({ row, binding }: Job, bubble: number, channelMessageId: string, { world }: ConversationDeps) {
  return { bindingKey: binding.bindingKey, channelMessageId, ...keyOf(row), bubble, now: world.now() }
}

function outgoingOf({ row, target, rendered }: Job, bubble: number): Outgoing {
  const { native, text, chips } = rendered.messages[bubble] as Rendered['messages'][number]
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

export function toolsOf({ signal }: { signal?: AbortSignal }, { fetch, call, apis, world }: ConversationDeps): Tools {
  return { fetch, call, apis, world, signal }
}
