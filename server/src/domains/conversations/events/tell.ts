import type { World } from '../../../platform/world.ts'
import type { Tell } from '../deps.ts'
import { insertEvents } from './queries.ts'
import { enterConversations } from './worker.ts'

/** Puts events before the agent. They stand in the order in which their transactions commit, conversation by conversation. */
export function tellerOf({ world }: { world: World }): Tell {
  return async (tx, agent, events) => {
    if (events.length === 0) return []
    const now = world.now()
    const named = events.map((event) => ({ ...event, id: world.newId('evt') }))
    await enterConversations(tx, agent, new Set(events.map(({ asid }) => asid)), now)
    await insertEvents(tx, agent, named, now)
    return named.map(({ id }) => id)
  }
}
