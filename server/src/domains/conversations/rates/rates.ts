import type { LiveBinding } from '../../channels/index.ts'
import type { ConversationDeps } from '../deps.ts'
import type { Rates } from './deps.ts'
import { holdPlaces, takePlaces } from './queries.ts'

/** Whoever takes a place is to use it soon: what comes between would leave it empty. */
const furthestMilliseconds = 2_000

export function ratesOf({ db, channels, world }: Pick<ConversationDeps, 'db' | 'channels' | 'world'>): Rates {
  const carried: (...given: Parameters<Rates['of']>) => Promise<Carried | undefined> = async (agent, channel) => {
    const binding = await channels.on(agent, channel)
    const adapter = binding && channels.adapterFor(binding)
    return adapter && { binding, perSecond: channels.rateOf(adapter) }
  }
  return {
    async of(agent, channel) {
      const found = await carried(agent, channel)
      if (!found) return undefined
      const { provider, status } = found.binding
      return { provider, status, perSecond: found.perSecond }
    },
    async take(agent, channel, places) {
      const found = await carried(agent, channel)
      if (!found) return undefined
      const { binding, perSecond } = found
      const now = world.now()
      const notAfter = new Date(now.getTime() + furthestMilliseconds)
      const taken = await takePlaces(db, agent, { bindingKey: binding.bindingKey, perSecond, places, now, notAfter })
      return 'freeAt' in taken ? taken : { at: taken.from }
    },
    backOff: (agent, channel, until) => holdPlaces(db, agent, { channel, until }),
  }
}

type Carried = { binding: LiveBinding; perSecond: number }
