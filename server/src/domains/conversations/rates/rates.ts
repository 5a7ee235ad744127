import type { LiveBinding } from '../../channels/index.ts'
import type { ConversationDeps } from '../deps.ts'
import type { Rates } from './deps.ts'
import { acquireRateSlots, delayRateSlots } from './queries.ts'

/** Whoever takes a place is to use it soon: what comes between would leave it empty. */
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
