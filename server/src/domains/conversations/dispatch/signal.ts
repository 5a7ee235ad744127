import type { AgentKey } from '../../../platform/http/route.ts'
import type { Route } from '../messages/recipient.ts'
import type { DispatchDeps } from './deps.ts'
import { toolsOf } from './hand-over.ts'
import { lastInbound } from './queries/receipts.ts'

type Signal = (agent: AgentKey, route: Route, signal: 'typing' | 'read') => void

/** Typing indicators and read receipts leave at once, past all lines; one that fails is nothing to speak of. */
export function signallerOf(deps: DispatchDeps): Signal {
  async function pass(agent: AgentKey, { place, binding }: Route, signal: 'typing' | 'read'): Promise<void> {
    const adapter = deps.channels.adapterOf(binding)
    if (!adapter.signal) return
    const { inboundId: lastInboundId, conversationId } = (await lastInbound(deps.db, agent, place.asid)) ?? {}
    const outgoing = { signal, to: place.address, conversationId, lastInboundId, id: deps.world.newId('sig') }
    await adapter.signal(outgoing, binding, toolsOf({}, deps))
  }
  return (agent, route, signal) => {
    pass(agent, route, signal).catch((error) =>
      deps.log.debug({ err: error, agent: agent.id }, 'a signal was not passed on'),
    )
  }
}
