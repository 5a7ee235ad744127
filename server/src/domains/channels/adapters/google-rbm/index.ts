import { type Adapter, type Bound, DispatchFailed, type Tools } from '../../adapter.ts'
import type { ProviderAnswer } from '../call.ts'
import { createRbmApi, provider, rbmErrorOf } from './api.ts'
import { uuidOf } from './ids.ts'
import { parse, verify } from './webhook.ts'

/** RCS for Business, by Google. https://developers.google.com/business-communications/rcs-business-messaging */
export function googleRbm(): Adapter {
  const api = createRbmApi()
  return {
    provider: 'google-rbm',
    channel: 'rcs',
    ignoresRepeats: true,
    // Google takes nothing but UUIDs for ids.
    takesOurIds: false,
    batchPerSecond: 50,
    verify,
    parse,
    async send({ channelMessageId, to, native }, binding, tools) {
      const messageId = uuidOf(binding, channelMessageId)
      const path = `/v1/phones/${phoneOf(to)}/agentMessages`
      // 409: it has the message already.
      const sent = { path, query: { messageId }, body: native, expects: [409], refine: refusalOf }
      await api(sent, binding, tools)
      return { channelMessageId: messageId }
    },
    idOf: (channelMessageId, binding) => uuidOf(binding, channelMessageId),
    async signal({ signal, to, lastInboundId, id }, binding, tools) {
      if (signal === 'read' && lastInboundId === undefined) return
      const body = signal === 'read' ? { eventType: 'READ', messageId: lastInboundId } : { eventType: 'IS_TYPING' }
      const path = `/v1/phones/${phoneOf(to)}/agentEvents`
      await api({ path, query: { eventId: uuidOf(binding, id) }, body, refine: refusalOf }, binding, tools)
    },
    async capable(to, binding, tools) {
      // 404: not by RCS, or not in the network that the agent is launched on.
      const { status } = await askCapabilities(api, phoneOf(to), binding, tools)
      return status !== 404
    },
    async check(binding, tools) {
      await askCapabilities(api, nobody, binding, tools)
      return { routingId: binding.auth.agentId ?? '' }
    },
  }
}

/**
 * Kept free by the numbering plan: nobody is at the other end. No call reads the agent alone; to ask what nobody's phone
 * can do is the cheapest that tells key and agent apart.
 */
const nobody = '+12025550100'

type Api = ReturnType<typeof createRbmApi>

/** A request id that was used before would not be answered. */
function askCapabilities(api: Api, phone: string, binding: Bound, tools: Tools): Promise<ProviderAnswer> {
  const requestId = uuidOf(binding, tools.world.newId('check'))
  return api({ path: `/v1/phones/${phone}/capabilities`, query: { requestId }, expects: [404] }, binding, tools)
}

function phoneOf(to: string): string {
  const digits = to.replace(/[\s().-]/g, '')
  if (/^\+?[0-9]{5,15}$/.test(digits)) return digits.startsWith('+') ? digits : `+${digits}`
  throw new DispatchFailed('invalidRecipient', 'The address is no phone number in international form')
}

/** Of a message or a signal to one person. */
function refusalOf(answer: ProviderAnswer): DispatchFailed | undefined {
  if (answer.status === 404)
    return new DispatchFailed('unreachable', `${provider} does not reach this person by RCS (404)`)
  if (answer.status === 403) {
    const why = 'the agent is not launched on their network, or the service account may not use it'
    return new DispatchFailed('unreachable', `${provider} may not reach this person: ${why} (403)`)
  }
  if (answer.status === 400)
    return new DispatchFailed('rejected', `${provider} refused it (${rbmErrorOf(answer) ?? 400})`)
  return undefined
}
