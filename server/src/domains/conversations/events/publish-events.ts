import type { World } from '../../../platform/world.ts'
import type { PublishEvents } from '../deps.ts'
import { insertEvents } from './queries.ts'
import { buildConversationLaneEntry, nudgeEvents } from './worker.ts'

/** Publishes events to the agent. Within a conversation they are ordered by commit. */
export function createPublishEvents({ world }: { world: World }): PublishEvents {
  return async (tx, agent, events) => {
    if (events.length === 0) return []
    const now = world.now()
    const named = events.map((event) => ({ ...event, id: world.newId('evt') }))
    const entry = buildConversationLaneEntry(agent, new Set(events.map(({ asid }) => asid)), now)
    await insertEvents(tx, agent, named, { entry, dueAt: now })
    nudgeEvents(tx)
    return named.map(({ id }) => id)
  }
}
