import {
  type Adapter,
  type AdapterBinding,
  type AdapterSendResult,
  type AdapterTools,
  DispatchFailedError,
  type OutboundBubble,
} from '../../adapter.ts'
import { requireJsonAnswer } from '../call.ts'
import { readFields } from '../webhook-request.ts'
import { callTwilio, createBasicAuthHeader, findSent, twilioBaseUrl } from './api.ts'

import { buildTwilioForm, flattenRcsContent, resolveSender, resolveTwilioContent } from './send.ts'
import { parse, verify } from './webhook.ts'

/** https://www.twilio.com/docs/messaging/api/message-resource. A repeated request sends the message again. */
const shared = {
  provider: 'twilio',
  ignoresRepeats: false,
  acceptsClientIds: true,
  verify,
  parse,
  check,
  openMedia,
} satisfies Partial<Adapter>

/** Twilio queues messages beyond the rate of its numbers for hours; a higher rate would only fill that queue. */
const smsPerSecond = 10
const rcsPerSecond = 20

export const twilioSmsAdapter: Adapter = {
  ...shared,
  channel: 'sms',
  batchPerSecond: smsPerSecond,
  send: async (outgoing, binding, tools) => postMessage(outgoing, toSmsMessage(outgoing), { binding, tools }),
  findSent: async (wanted, binding, tools) => findSent(toSmsMessage(wanted), wanted, { binding, tools }),
}

export const twilioRcsAdapter: Adapter = {
  ...shared,
  channel: 'rcs',
  batchPerSecond: rcsPerSecond,
  send: async (outgoing, binding, tools) => postMessage(outgoing, toRcsMessage(outgoing), { binding, tools }),
  findSent: async (wanted, binding, tools) => findSent(toRcsMessage(wanted), wanted, { binding, tools }),
}

type TwilioMessage = { to: string; content: ReturnType<typeof resolveTwilioContent> }

const toSmsMessage = (outgoing: OutboundBubble): TwilioMessage => ({
  to: outgoing.to,
  content: resolveTwilioContent(outgoing),
})

/** The prefix keeps Twilio from falling back to SMS by itself: the gateway chooses the fallback. */
function toRcsMessage({ native, text, to }: OutboundBubble): TwilioMessage {
  const { contentMessage } = readFields(native)
  const body = contentMessage === undefined ? native : flattenRcsContent(readFields(contentMessage))
  return { to: `rcs:${to}`, content: resolveTwilioContent({ native: body, text }) }
}

async function postMessage(
  { channelMessageId }: OutboundBubble,
  { to, content }: TwilioMessage,
  at: { binding: AdapterBinding; tools: AdapterTools },
): Promise<AdapterSendResult> {
  const form = buildTwilioForm(content, to, { binding: at.binding, id: channelMessageId })
  const answer = await callTwilio('/Messages.json', form, at)
  // 201 comes from Twilio itself; any other unreadable response may come from a proxy.
  if (answer.status !== 201) requireJsonAnswer('Twilio', answer)
  return { channelMessageId }
}

async function check(binding: AdapterBinding, tools: AdapterTools): Promise<{ routingId: string }> {
  const [, sender] = resolveSender(binding)
  const { json } = await callTwilio('.json', undefined, { binding, tools })
  const { status } = readFields(json)
  if (status === undefined || status === 'active') return { routingId: sender }
  throw new DispatchFailedError('credentials', 'The Twilio account is not active')
}

/** Files require the account's credentials, which are sent only to Twilio. */
async function openMedia(reference: string, binding: AdapterBinding, tools: AdapterTools): Promise<Response> {
  const isTwilios = URL.canParse(reference) && new URL(reference).origin === new URL(twilioBaseUrl(tools)).origin
  const headers: Record<string, string> = isTwilios ? { authorization: createBasicAuthHeader(binding) } : {}
  return tools.fetch(reference, { headers, signal: tools.signal })
}
