import type { AgentKey } from '../../../platform/http/route.ts'
import type { OutboundCall } from '../../../platform/outbound/index.ts'
import { type Adapter, DispatchFailed, type LiveBinding, type Outgoing, type Tools } from '../../channels/index.ts'
import type { LastHop } from '../compliance/last-hop/last-hop.ts'
import type { MessageRow } from './queries/message-row.ts'
import type { FindTarget, Target } from './queries/targets.ts'

export type LastHopDeps = { lastHop: Pick<LastHop, 'isClear' | 'join'>; findTarget: FindTarget }

type Leaving = {
  agent: AgentKey
  row: Pick<MessageRow, 'asid' | 'channel' | 'origin'>
  target: Target
  binding: LiveBinding
  adapter: Pick<Adapter, 'send'>
}

/**
 * Hands one bubble to its adapter, unless a STOP has come since its target was read. For each request of the adapter that is
 * decided when the connection stands, right before the first byte.
 */
export async function sendUnlessStopped(
  leaving: Leaving,
  { outgoing, tools }: { outgoing: Outgoing; tools: Tools },
  deps: LastHopDeps,
): ReturnType<Adapter['send']> {
  const { row, binding, adapter } = leaving
  // Confirmations and help are what the person asked for.
  if (row.origin === 'platform') return adapter.send(outgoing, binding, tools)
  const clearance = clearanceOf(leaving, deps)
  await clearance.renew()
  return adapter.send(outgoing, binding, { ...tools, guardedCall: guarded(tools.call, clearance) })
}

type Clearance = {
  holds(): boolean
  /** Reads the STOP list again, unless it holds. Throws DispatchFailed where the person has opted out. */
  renew(): Promise<void>
}

function clearanceOf({ agent, row, target }: Leaving, deps: LastHopDeps): Clearance {
  let { readAt } = target
  const holds = () => deps.lastHop.isClear(agent, target, readAt)
  return {
    holds,
    async renew() {
      if (holds()) return
      const now = await joinAndRead(agent, row, deps)
      if (now?.stopped) throw new DispatchFailed('optedOut', 'The person has opted out')
      if (now?.asid !== target.asid || now.address !== target.address) {
        throw new DispatchFailed('providerError', 'The person has changed while the message left', { retry: 'later' })
      }
      readAt = now.readAt
    },
  }
}

async function joinAndRead(agent: AgentKey, { asid, channel }: Leaving['row'], deps: LastHopDeps) {
  try {
    await deps.lastHop.join()
    return await deps.findTarget({ agentKey: agent.key, asid, channel })
  } catch {
    throw new DispatchFailed('providerError', 'The STOP list could not be read', { retry: 'later' })
  }
}

/** A connection that takes longer than a clearance lasts serves the next try; so many are more than enough. */
const mostTries = 5

/** A clearance that has run out when the connection stands costs one more read, and nothing has left. */
function guarded(call: OutboundCall, clearance: Clearance): OutboundCall {
  return async (url, init) => {
    for (let tries = 0; tries < mostTries; tries++) {
      await clearance.renew()
      let isHeld = false
      const beforeWrite = () => {
        if (clearance.holds()) return
        isHeld = true
        throw new Error('The STOP list is to be read again')
      }
      try {
        return await call(url, { ...init, beforeWrite })
      } catch (error) {
        if (!isHeld) throw error
      }
    }
    throw new DispatchFailed('providerError', 'The provider could not be reached soon enough', { retry: 'later' })
  }
}
