import { type Adapter, type Bound, DispatchFailed, type Outgoing, type Sent, type Tools } from '../../adapter.ts'
import { fieldsOf } from '../read.ts'
import { authorizationOf, callTwilio, twilioApi } from './api.ts'
import { contentOf, formOf, senderOf } from './form.ts'
import { rcsContentOf } from './rcs-content.ts'
import { parse, verify } from './webhook.ts'

/** https://www.twilio.com/docs/messaging/api/message-resource. A message that is sent again goes out again. */
const shared = {
  provider: 'twilio',
  ignoresRepeats: false,
  takesOurIds: true,
  verify,
  parse,
  check,
  openMedia,
} satisfies Partial<Adapter>

/** Twilio queues what its numbers cannot send yet, for hours; more than this at once would only fill that queue. */
const smsPerSecond = 10
const rcsPerSecond = 20

export const twilioSms: Adapter = {
  ...shared,
  channel: 'sms',
  batchPerSecond: smsPerSecond,
  async send(outgoing, binding, tools) {
    return hand(outgoing, { to: outgoing.to, content: contentOf(outgoing) }, { binding, tools })
  },
}

export const twilioRcs: Adapter = {
  ...shared,
  channel: 'rcs',
  batchPerSecond: rcsPerSecond,
  async send(outgoing, binding, tools) {
    const { contentMessage } = fieldsOf(outgoing.native)
    const native = contentMessage === undefined ? outgoing.native : rcsContentOf(fieldsOf(contentMessage))
    const content = contentOf({ native, text: outgoing.text })
    // The prefix keeps Twilio from falling back to SMS by itself: what follows a failure is the gateway's to choose.
    return hand(outgoing, { to: `rcs:${outgoing.to}`, content }, { binding, tools })
  },
}

type Letter = { to: string; content: ReturnType<typeof contentOf> }

async function hand(
  { channelMessageId }: Outgoing,
  { to, content }: Letter,
  at: { binding: Bound; tools: Tools },
): Promise<Sent> {
  await callTwilio('/Messages.json', formOf(content, to, { binding: at.binding, id: channelMessageId }), at)
  return { channelMessageId }
}

async function check(binding: Bound, tools: Tools): Promise<{ routingId: string }> {
  const [, sender] = senderOf(binding)
  const { json } = await callTwilio('.json', undefined, { binding, tools })
  const { status } = fieldsOf(json)
  if (status === undefined || status === 'active') return { routingId: sender }
  throw new DispatchFailed('credentials', 'The Twilio account is not active')
}

/** Files lie behind the account's own credentials, which are shown to Twilio and nobody else. */
async function openMedia(reference: string, binding: Bound, tools: Tools): Promise<Response> {
  const isTwilios = URL.canParse(reference) && new URL(reference).origin === new URL(twilioApi(tools)).origin
  const headers: Record<string, string> = isTwilios ? { authorization: authorizationOf(binding) } : {}
  return tools.fetch(reference, { headers, signal: tools.signal })
}
