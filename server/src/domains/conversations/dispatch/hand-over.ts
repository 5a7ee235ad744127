import { setTimeout as delay } from 'node:timers/promises'
import type { Rendered } from '@parley/amf'
import type { AgentKey } from '../../../platform/http/route.ts'
import { type Adapter, channelMessageIdOf, type LiveBinding, type Outgoing, type Tools } from '../../channels/index.ts'
import type { ConversationDeps } from '../deps.ts'
import { insertDispatches, noteBubbles, noteHanding } from './queries/hand-overs.ts'
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
}

/** The provider's ids of the bubbles, and of the thread, where it has one. */
export type Handed = { ids: string[]; conversationId?: string }

/**
 * Hands the bubbles of a message over, one after the other. Where the provider would take a repeat for a new message,
 * it is written down first that a bubble is on its way: after a crash it is not sent again.
 */
export async function handOver(job: Job, deps: ConversationDeps): Promise<Handed> {
  const { agent, row, rendered, adapter, binding } = job
  const bubbles = rendered.messages.length
  if (bubbles > 1 && adapter.takesOurIds) await announceBubbles(job, deps)
  const handed: Handed = { ids: [] }
  for (let bubble = row.handed; bubble < bubbles; bubble++) {
    if (bubble > row.handed && binding.minMessageDelayMs) await delay(binding.minMessageDelayMs)
    if (!adapter.ignoresRepeats) await noteHanding(deps.db, agent, { ...keyOf(row), handed: bubble })
    const sent = await adapter.send(outgoingOf(job, bubble), binding, toolsOf(job, deps))
    handed.ids.push(sent.channelMessageId)
    handed.conversationId ??= sent.conversationId
    if (!adapter.takesOurIds)
      await insertDispatches(deps.db, agent, [dispatchOf(job, bubble, sent.channelMessageId, deps)])
  }
  return handed
}

/** Receipts of a bubble may come before the hand-over is written down, and must find what they speak of. */
async function announceBubbles(job: Job, deps: ConversationDeps): Promise<void> {
  const { agent, row, rendered } = job
  const made = rendered.messages.map((_, bubble) => dispatchOf(job, bubble, channelMessageIdOf(row.id, bubble), deps))
  await insertDispatches(deps.db, agent, made)
  await noteBubbles(deps.db, agent, { ...keyOf(row), bubbles: made.length })
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
