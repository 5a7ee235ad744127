import { setTimeout as wait } from 'node:timers/promises'
import { type Channel, type ChipKind, createPostback } from '@parley/amf'
import { type Adapter, type AdapterBinding, DispatchFailedError, type OutboundBubble } from '../../channels/index.ts'
import type { LabDeps } from '../deps.ts'
import { type HandsetAddress, labChannels, type SimulatedFailure } from '../handset.ts'
import { dispatchToHandset, isHandset, markRead, readBehavior } from '../queries.ts'
import { createReceiptQueue, type ReceiptQueue } from './receipts.ts'

/** Maps the simulated response as an adapter would map the provider's. */
function toDispatchFailure({ status, code }: SimulatedFailure): DispatchFailedError {
  const detail = `The handset lab returned ${status}${code ? ` (${code})` : ''}`
  if (status === 'timeout') {
    return new DispatchFailedError('timeout', 'The handset lab did not respond in time', { retry: 'unknown' })
  }
  if (status === 429) return new DispatchFailedError('rateLimited', detail, { retry: 'later' })
  if (status >= 500) return new DispatchFailedError('providerError', detail, { retry: 'later' })
  return new DispatchFailedError('rejected', detail)
}

const createUnreachableFailure = () => new DispatchFailedError('unreachable', 'This number cannot receive rcs')

const batchPerSecond = 100

/** The lab as the gateway sees it: one provider on every channel. */
export function createLabAdapters(deps: LabDeps, typing: TypingIndicators): Adapter[] {
  const line = createReceiptQueue(deps)
  return labChannels.map((channel) => createChannelAdapter(channel, deps, { typing, line }))
}

/** Web chat whose visitors may be handsets as well as browsers. */
export function createHandsetRouter(chat: Adapter, lab: readonly Adapter[], { db }: LabDeps): Adapter {
  const phone = lab.find(({ channel }) => channel === chat.channel) as Adapter
  const carrierOf = async ({ agentKey }: AdapterBinding, address: string) =>
    (await isHandset(db, { key: agentKey }, { channel: chat.channel, address })) ? phone : chat
  return {
    ...chat,
    send: async (outgoing, binding, tools) => (await carrierOf(binding, outgoing.to)).send(outgoing, binding, tools),
    signal: async (signal, binding, tools) => (await carrierOf(binding, signal.to)).signal?.(signal, binding, tools),
  }
}

/** The lab accepts any template; this one can be listed. */
const sampleTemplate = {
  name: 'hello_world',
  language: 'en_US',
  status: 'APPROVED',
  category: 'UTILITY',
  text: 'Hello {{1}}',
  variables: 1,
}

type CarrierDeps = { typing: TypingIndicators; line: ReceiptQueue }

function createChannelAdapter(channel: Channel, deps: LabDeps, { typing, line }: CarrierDeps): Adapter {
  return {
    provider: 'lab',
    channel,
    ignoresRepeats: true,
    acceptsClientIds: true,
    batchPerSecond,
    verify: () => 'The handset lab does not call webhooks',
    parse: () => ({ inbounds: [] }),
    async send(outgoing, binding, { signal }) {
      const at: HandsetAddress = { channel, address: outgoing.to }
      typing.stop(binding.agentKey, at)
      await dispatch(deps, { outgoing, binding, at, line, signal })
      return { channelMessageId: outgoing.channelMessageId }
    },
    ...(channel === 'rcs' && {
      capable: async (to, { agentKey }) =>
        (await readBehavior(deps.db, { key: agentKey }, { channel, address: to })).reachable,
    }),
    ...(channel === 'messengerA' && { listTemplates: async () => [sampleTemplate] }),
    async signal({ signal, to }, { agentKey }) {
      const at: HandsetAddress = { channel, address: to }
      if (signal === 'typing') typing.start(agentKey, at, deps.world.now())
      else await markRead(deps.db, { key: agentKey }, at)
    },
  }
}

type HandsetDispatchInput = {
  outgoing: OutboundBubble
  binding: AdapterBinding
  at: HandsetAddress
  line: ReceiptQueue
  signal?: AbortSignal
}

async function dispatch(deps: LabDeps, { outgoing, binding, at, line, signal }: HandsetDispatchInput): Promise<void> {
  const { messageId, channelMessageId: carrierId, native, text, view } = outgoing
  const chips = outgoing.chips.map(({ label, kind, tap }) => ({
    label,
    kind: kind as ChipKind,
    value: createPostback(messageId, tap),
  }))
  const bubble = { carrierId, messageId, native, text, chips, view, now: deps.world.now() }
  const { reachable, receipts, latencyMs, failure } = await dispatchToHandset(
    deps.db,
    { key: binding.agentKey },
    at,
    bubble,
  )
  if (latencyMs > 0) await answerAfter(latencyMs, signal)
  if (!reachable) throw createUnreachableFailure()
  if (failure) throw toDispatchFailure(failure)
  if (receipts === 'auto') line.enqueue({ bindingId: binding.id, at, carrierId })
}

/** A caller that stops waiting cannot know that the handset shows the message, so it gets a timeout. */
async function answerAfter(latencyMs: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(latencyMs, undefined, { signal })
  } catch {
    throw toDispatchFailure({ status: 'timeout' })
  }
}

const typingMs = 10_000
const evictionThreshold = 1000

/** The handsets that show the agent as typing. Stored in memory only: losing it does no harm. */
export type TypingIndicators = {
  start(agentKey: number, at: HandsetAddress, now: Date): void
  stop(agentKey: number, at: HandsetAddress): void
  isShown(agentKey: number, at: HandsetAddress, now: Date): boolean
}

export function createTypingIndicators(): TypingIndicators {
  const until = new Map<string, number>()
  return {
    start(agentKey, at, now) {
      if (until.size >= evictionThreshold) for (const [key, end] of until) if (end <= now.getTime()) until.delete(key)
      until.set(keyOf(agentKey, at), now.getTime() + typingMs)
    },
    stop: (agentKey, at) => void until.delete(keyOf(agentKey, at)),
    isShown: (agentKey, at, now) => (until.get(keyOf(agentKey, at)) ?? 0) > now.getTime(),
  }
}

const keyOf = (agentKey: number, { channel, address }: HandsetAddress): string => `${agentKey}\n${channel}\n${address}`
