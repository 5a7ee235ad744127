import { createHash } from 'node:crypto'
import { type Adapter, type AdapterBinding, type AdapterTools, DispatchFailedError } from '../../adapter.ts'
import type { ProviderAnswer } from '../call.ts'
import { createRbmApi, rbmProviderName, readRbmError } from './api.ts'
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
    async send({ channelMessageId, to, native }, binding, tools) {
      const messageId = createStableUuid(binding, channelMessageId)
      const path = `/v1/phones/${normalizePhone(to)}/agentMessages`
      // 409: Google already has the message.
      const sent = { path, query: { messageId }, body: native, expects: [409], refine: toRefusal }
      await api(sent, binding, tools)
      return { channelMessageId: messageId }
    },
    idOf: (channelMessageId, binding) => createStableUuid(binding, channelMessageId),
    async signal({ signal, to, lastInboundId, id }, binding, tools) {
      if (signal === 'read' && lastInboundId === undefined) return
      const body = signal === 'read' ? { eventType: 'READ', messageId: lastInboundId } : { eventType: 'IS_TYPING' }
      const path = `/v1/phones/${normalizePhone(to)}/agentEvents`
      await api({ path, query: { eventId: createStableUuid(binding, id) }, body, refine: toRefusal }, binding, tools)
    },
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
 * Reserved by the numbering plan and assigned to nobody. No call reads the agent alone; asking for the capabilities of
 * this number is the cheapest call that distinguishes a bad key from a bad agent.
 */
const reservedNumber = '+12025550100'

type Api = ReturnType<typeof createRbmApi>

/** Google does not answer a request id that was used before. */
function askCapabilities(
  api: Api,
  phone: string,
  binding: AdapterBinding,
  tools: AdapterTools,
): Promise<ProviderAnswer> {
  const requestId = createStableUuid(binding, tools.world.newId('check'))
  return api({ path: `/v1/phones/${phone}/capabilities`, query: { requestId }, expects: [404] }, binding, tools)
}

function normalizePhone(to: string): string {
  const digits = to.replace(/[\s().-]/g, '')
  if (/^\+?[0-9]{5,15}$/.test(digits)) return digits.startsWith('+') ? digits : `+${digits}`
  throw new DispatchFailedError('invalidRecipient', 'The address is no phone number in international form')
}

function toRefusal(answer: ProviderAnswer): DispatchFailedError | undefined {
  if (answer.status === 404)
    return new DispatchFailedError('unreachable', `${rbmProviderName} does not reach this person by RCS (404)`)
  if (answer.status === 403) {
    const why = 'the agent is not launched on their network, or the service account may not use it'
    return new DispatchFailedError('unreachable', `${rbmProviderName} may not reach this person: ${why} (403)`)
  }
  if (answer.status === 400)
    return new DispatchFailedError('rejected', `${rbmProviderName} refused it (${readRbmError(answer) ?? 400})`)
  return undefined
}

/** Returns the same UUID (version 5) for the same name and agent, so that Google recognizes a repeat. */
function createStableUuid({ agentKey }: Pick<AdapterBinding, 'agentKey'>, name: string): string {
  const bytes = createHash('sha1').update(`parley:${agentKey}:${name}`).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
