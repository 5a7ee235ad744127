import type { AgentKey } from '../../../platform/http/route.ts'
import type { OutboundCall } from '../../../platform/outbound/index.ts'
import {
  type Adapter,
  type AdapterTools,
  DispatchFailedError,
  type LiveBinding,
  type OutboundBubble,
} from '../../channels/index.ts'
import type { OptOutFence } from '../compliance/opt-out-fence/opt-out-fence.ts'
import { heldDetail, isSilenced } from './check-dispatchable.ts'
import type { MessageRow } from './queries/message-row.ts'
import type { DispatchTarget, FindTarget } from './queries/targets.ts'

export type OptOutFenceDeps = { optOutFence: Pick<OptOutFence, 'isClear' | 'join'>; findTarget: FindTarget }

type GuardedSend = {
  agent: AgentKey
  row: Pick<MessageRow, 'asid' | 'channel' | 'origin' | 'author'>
  target: DispatchTarget
  binding: LiveBinding
  adapter: Pick<Adapter, 'send'>
  respectsHold?: boolean
}

/**
 * Sends one bubble through its adapter, unless a STOP has arrived, or a member took the conversation, since its target was read. Each request of the
 * adapter is checked once the connection is open, right before the first byte.
 */
export async function sendUnlessStopped(
  leaving: GuardedSend,
  { outgoing, tools }: { outgoing: OutboundBubble; tools: AdapterTools },
  deps: OptOutFenceDeps,
): ReturnType<Adapter['send']> {
  const { row, binding, adapter } = leaving
  // The person asked for confirmations and help.
  if (row.origin === 'platform') return adapter.send(outgoing, binding, tools)
  const clearance = createSendClearance(leaving, deps)
  await clearance.renew()
  return adapter.send(outgoing, binding, { ...tools, guardedCall: guardCall(tools.call, clearance) })
}

type SendClearance = {
  holds(): boolean
  /**
   * Reads the STOP list again unless the clearance is still valid. Throws DispatchFailedError if the person has opted
   * out.
   */
  renew(): Promise<void>
}

function createSendClearance({ agent, row, target, respectsHold }: GuardedSend, deps: OptOutFenceDeps): SendClearance {
  let { readAt } = target
  const holds = () => deps.optOutFence.isClear(agent, target, readAt)
  return {
    holds,
    async renew() {
      if (holds()) return
      const now = await joinAndReadTarget(agent, row, deps)
      if (now?.stopped) throw new DispatchFailedError('optedOut', 'The person has opted out')
      if (now && respectsHold && isSilenced(row, now)) throw new DispatchFailedError('heldByHuman', heldDetail)
      if (now?.asid !== target.asid || now.address !== target.address) {
        throw new DispatchFailedError('providerError', 'The person changed while the message was being sent', {
          retry: 'later',
        })
      }
      readAt = now.readAt
    },
  }
}

async function joinAndReadTarget(agent: AgentKey, { asid, channel }: GuardedSend['row'], deps: OptOutFenceDeps) {
  try {
    await deps.optOutFence.join()
    return await deps.findTarget({ agentKey: agent.key, asid, channel })
  } catch {
    throw new DispatchFailedError('providerError', 'The STOP list could not be read', { retry: 'later' })
  }
}

/**
 * A connection that takes longer to open than a clearance lasts is reused by the next attempt, so this many attempts
 * are more than enough.
 */
const maxAttempts = 5

/** If the clearance has expired when the connection opens, that costs one more read; nothing has been sent yet. */
function guardCall(call: OutboundCall, clearance: SendClearance): OutboundCall {
  return async (url, init) => {
    for (let tries = 0; tries < maxAttempts; tries++) {
      await clearance.renew()
      let isHeld = false
      const beforeWrite = () => {
        if (clearance.holds()) return
        isHeld = true
        throw new Error('The STOP list must be read again')
      }
      try {
        return await call(url, { ...init, beforeWrite })
      } catch (error) {
        if (!isHeld) throw error
      }
    }
    throw new DispatchFailedError('providerError', 'The provider could not be reached in time', { retry: 'later' })
  }
}
