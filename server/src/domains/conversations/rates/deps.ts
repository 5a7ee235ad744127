import type { Channel } from '@parley/amf'
import type { AgentKey } from '../../../platform/http/route.ts'

/** How fast bulk messages may leave by the binding of a channel. */
export type Rates = {
  /** Undefined where nobody carries the channel. */
  find(agent: AgentKey, channel: Channel): Promise<ProviderRate | undefined>
  /**
   * Takes so many places in the rate of the provider: `at` is when they are free, never more than about two seconds ahead.
   * Where the next free place is further away none is taken, and `freeAt` says when it is. One clock for all processes.
   */
  acquire(agent: AgentKey, channel: Channel, slots: number): Promise<{ at: Date } | { freeAt: Date } | undefined>
  /** The provider asked for a pause: no place is free before that. */
  backOff(agent: AgentKey, channel: Channel, until: Date): Promise<void>
}

export type ProviderRate = { provider: string; status: string; perSecond: number }
