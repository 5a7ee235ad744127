import type { AgentKey } from '../../../platform/http/route.ts'
import type { DeliveryRoute } from '../messages/recipient.ts'
import type { DispatchDeps } from './deps.ts'
import { createAdapterTools } from './dispatch-bubble.ts'
import { findLastInbound } from './queries/receipts.ts'

type SendSignal = (agent: AgentKey, route: DeliveryRoute, signal: 'typing' | 'read') => void

/** Sends typing indicators and read receipts at once, bypassing all lanes; failures are ignored. */
export function createSendSignal(deps: DispatchDeps): SendSignal {
  async function pass(
    agent: AgentKey,
    { destination, binding }: DeliveryRoute,
    signal: 'typing' | 'read',
  ): Promise<void> {
    const adapter = deps.channels.requireAdapter(binding)
    if (!adapter.signal) return
    const { inboundId: lastInboundId, conversationId } = (await findLastInbound(deps.db, agent, destination.asid)) ?? {}
    const outgoing = { signal, to: destination.address, conversationId, lastInboundId, id: deps.world.newId('sig') }
    await adapter.signal(outgoing, binding, createAdapterTools({}, deps))
  }
  return (agent, route, signal) => {
    pass(agent, route, signal).catch((error) =>
      deps.log.debug({ err: error, agent: agent.id }, 'a signal was not forwarded'),
    )
  }
}
