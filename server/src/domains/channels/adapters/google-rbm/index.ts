import type { Adapter } from '../../adapter.ts'
import { createRbmApi } from './api.ts'
import { askCapabilities, createStableUuid, normalizePhone, revoke, send, signal } from './send.ts'
import { parse, verify } from './webhook.ts'

/** RCS for Business, by Google. https://developers.google.com/business-communications/rcs-business-messaging */
export function createGoogleRbmAdapter(): Adapter {
  const api = createRbmApi()
  return {
    provider: 'google-rbm',
    channel: 'rcs',
    ignoresRepeats: true,
    // Google accepts only UUIDs as ids.
    acceptsClientIds: false,
    batchPerSecond: 50,
    verify,
    parse,
    send: (outgoing, binding, tools) => send(api, outgoing, { binding, tools }),
    idOf: (channelMessageId, binding) => createStableUuid(binding, channelMessageId),
    revoke: (sent, binding, tools) => revoke(api, sent, { binding, tools }),
    signal: (outgoing, binding, tools) => signal(api, outgoing, { binding, tools }),
    async capable(to, binding, tools) {
      // 404: the phone has no RCS, or is outside the networks where the agent has launched.
      const { status } = await askCapabilities(api, normalizePhone(to), binding, tools)
      return status !== 404
    },
    async check(binding, tools) {
      await askCapabilities(api, reservedNumber, binding, tools)
      return { routingId: binding.auth.agentId ?? '' }
    },
  }
}

/**
 * Reserved by the numbering plan and never assigned. No call reads the agent alone; asking for the capabilities of
 * this number is the cheapest call that distinguishes a bad key from a bad agent.
 */
const reservedNumber = '+12025550100'
