import { setTimeout as wait } from 'node:timers/promises'
import { type Channel, type ChipKind, postbackOf } from '@parley/amf'
import type { Adapter, Bound, Outgoing } from '../../channels/index.ts'
import type { LabDeps } from '../deps.ts'
import { type HandsetPlace, labChannels } from '../handset.ts'
import { handOver, isHandset, noteRead, readBehaviour } from '../queries.ts'
import { cannotReceive, dispatchFailure } from './failure.ts'
import { type ReceiptLine, receiptLine } from './receipts.ts'
import type { Typing } from './typing.ts'

const batchPerSecond = 100

/** The lab as the gateway sees it: one provider on every channel. */
export function labAdapters(deps: LabDeps, typing: Typing): Adapter[] {
  const line = receiptLine(deps)
  return labChannels.map((channel) => adapterOn(channel, deps, { typing, line }))
}

/** Web chat whose visitors may be handsets as well as browsers. */
export function besideHandsets(chat: Adapter, lab: readonly Adapter[], { db }: LabDeps): Adapter {
  const phone = lab.find(({ channel }) => channel === chat.channel) as Adapter
  const carrierOf = async ({ agentKey }: Bound, address: string) =>
    (await isHandset(db, { key: agentKey }, { channel: chat.channel, address })) ? phone : chat
  return {
    ...chat,
    send: async (outgoing, binding, tools) => (await carrierOf(binding, outgoing.to)).send(outgoing, binding, tools),
    signal: async (signal, binding, tools) => (await carrierOf(binding, signal.to)).signal?.(signal, binding, tools),
  }
}

type Shared = { typing: Typing; line: ReceiptLine }

function adapterOn(channel: Channel, deps: LabDeps, { typing, line }: Shared): Adapter {
  return {
    provider: 'lab',
    channel,
    ignoresRepeats: true,
    takesOurIds: true,
    batchPerSecond,
    verify: () => 'The handset lab calls nobody',
    parse: () => ({ inbounds: [] }),
    async send(outgoing, binding, { signal }) {
      const at: HandsetPlace = { channel, address: outgoing.to }
      typing.end(binding.agentKey, at)
      await dispatch(deps, { outgoing, binding, at, line, signal })
      return { channelMessageId: outgoing.channelMessageId }
    },
    ...(channel === 'rcs' && {
      capable: async (to, { agentKey }) =>
        (await readBehaviour(deps.db, { key: agentKey }, { channel, address: to })).reachable,
    }),
    async signal({ signal, to }, { agentKey }) {
      const at: HandsetPlace = { channel, address: to }
      if (signal === 'typing') typing.begin(agentKey, at, deps.world.now())
      else await noteRead(deps.db, { key: agentKey }, at)
    },
  }
}

type Dispatch = { outgoing: Outgoing; binding: Bound; at: HandsetPlace; line: ReceiptLine; signal?: AbortSignal }

async function dispatch(deps: LabDeps, { outgoing, binding, at, line, signal }: Dispatch): Promise<void> {
  const { messageId, channelMessageId: carrierId, native, text } = outgoing
  const chips = outgoing.chips.map(({ label, kind, tap }) => ({
    label,
    kind: kind as ChipKind,
    value: postbackOf(messageId, tap),
  }))
  const bubble = { carrierId, messageId, native, text, chips, now: deps.world.now() }
  const { reachable, receipts, latencyMs, failure } = await handOver(deps.db, { key: binding.agentKey }, at, bubble)
  if (latencyMs > 0) await answerAfter(latencyMs, signal)
  if (!reachable) throw cannotReceive()
  if (failure) throw dispatchFailure(failure)
  if (receipts === 'auto') line.add({ bindingId: binding.id, at, carrierId })
}

/** Whoever gives up waiting cannot know that the handset shows it. */
async function answerAfter(latencyMs: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(latencyMs, undefined, { signal })
  } catch {
    throw dispatchFailure({ status: 'timeout' })
  }
}
