import type { Affordance } from '@parley/amf'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { World } from '../../platform/world.ts'
import type { Channels } from '../channels/index.ts'
import type { Receive } from '../conversations/index.ts'

export type LabDeps = {
  db: Db
  world: World
  log: { warn(about: object, words: string): void }
  channels: Pick<Channels, 'findById' | 'findByChannel'>
  receive: Receive
  /** Returns the tappable items of a sent message, in the order of their taps. */
  readAffordances(agent: AgentKey, messageId: string): Promise<{ affordances: readonly Affordance[] } | undefined>
}
