import { type Adapter, type AdapterBinding, type AdapterTools, DispatchFailedError } from '../../adapter.ts'
import { readFields } from '../webhook-request.ts'
import { callTwilio, createBasicAuthHeader, findSent, twilioBaseUrl } from './api.ts'

import { postMessage, resolveSender, toRcsMessage, toSmsMessage } from './send.ts'
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
