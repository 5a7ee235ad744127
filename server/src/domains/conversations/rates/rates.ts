import type { Channel } from '@parley/amf'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { LiveBinding } from '../../channels/index.ts'
import type { ConversationDeps } from '../deps.ts'
import { acquireRateSlots, delayRateSlots } from './queries.ts'

/**
 * Slots are acquired only shortly before use: a slot reserved further ahead could stay empty if something intervenes.
 */
const maxAheadMilliseconds = 2_000

export function createRates({ db, channels, world }: Pick<ConversationDeps, 'db' | 'channels' | 'world'>): Rates {
  const carried: (...given: Parameters<Rates['find']>) => Promise<BoundRate | undefined> = async (agent, channel) => {
    const binding = await channels.findByChannel(agent, channel)
    const adapter = binding && channels.findAdapter(binding)
    return adapter && { binding, perSecond: channels.batchRateOf(adapter) }
  }
  return {
    async find(agent, channel) {
      const found = await carried(agent, channel)
      if (!found) return undefined
      const { provider, status } = found.binding
      return { provider, status, perSecond: found.perSecond }
    },
    async acquire(agent, channel, slots) {
      const found = await carried(agent, channel)
      if (!found) return undefined
      const { binding, perSecond } = found
      const now = world.now()
      const notAfter = new Date(now.getTime() + maxAheadMilliseconds)
      const acquired = await acquireRateSlots(db, agent, {
        bindingKey: binding.bindingKey,
        perSecond,
        slots,
        now,
        notAfter,
      })
      return 'freeAt' in acquired ? acquired : { at: acquired.from }
    },
    backOff: (agent, channel, until) => delayRateSlots(db, agent, { channel, until }),
  }
}

type BoundRate = { binding: LiveBinding; perSecond: number }

/** Rate limits for bulk messages, per binding. */
export type Rates = {
  /** Undefined if the channel has no adapter. */
  find(agent: AgentKey, channel: Channel): Promise<ProviderRate | undefined>
  /**
   * Acquires this many slots in the provider's rate. `at` is when they are free, never more than about two seconds
   * ahead. If the next free slot is later, acquires none and returns its time as `freeAt`. All processes share one
   * clock.
   */
  acquire(agent: AgentKey, channel: Channel, slots: number): Promise<{ at: Date } | { freeAt: Date } | undefined>
  /** The provider asked for a pause: no slot is free before that time. */
  backOff(agent: AgentKey, channel: Channel, until: Date): Promise<void>
}

type ProviderRate = { provider: string; status: string; perSecond: number }
