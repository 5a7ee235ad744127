import { type Adapter, type Bound, DispatchFailed, type Outgoing, type Sent, type Tools } from '../../adapter.ts'
import { refuseGarbage } from '../call.ts'
import { fieldsOf } from '../read.ts'
import { authorizationOf, callTwilio, twilioApi } from './api.ts'
import { findSent } from './find-sent.ts'
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
  send: async (outgoing, binding, tools) => hand(outgoing, textLetterOf(outgoing), { binding, tools }),
  findSent: async (wanted, binding, tools) => findSent(textLetterOf(wanted), wanted, { binding, tools }),
}

export const twilioRcs: Adapter = {
  ...shared,
  channel: 'rcs',
  batchPerSecond: rcsPerSecond,
  send: async (outgoing, binding, tools) => hand(outgoing, rcsLetterOf(outgoing), { binding, tools }),
  findSent: async (wanted, binding, tools) => findSent(rcsLetterOf(wanted), wanted, { binding, tools }),
}

type Letter = { to: string; content: ReturnType<typeof contentOf> }

const textLetterOf = (outgoing: Outgoing): Letter => ({ to: outgoing.to, content: contentOf(outgoing) })

/** The prefix keeps Twilio from falling back to SMS by itself: what follows a failure is the gateway's to choose. */
function rcsLetterOf({ native, text, to }: Outgoing): Letter {
  const { contentMessage } = fieldsOf(native)
  const body = contentMessage === undefined ? native : rcsContentOf(fieldsOf(contentMessage))
  return { to: `rcs:${to}`, content: contentOf({ native: body, text }) }
}

async function hand(
  { channelMessageId }: Outgoing,
  { to, content }: Letter,
  at: { binding: Bound; tools: Tools },
): Promise<Sent> {
  const form = formOf(content, to, { binding: at.binding, id: channelMessageId })
  const answer = await callTwilio('/Messages.json', form, at)
  // 201 is Twilio's own word; anything else that cannot be read may be that of somebody on the way.
  if (answer.status !== 201) refuseGarbage('Twilio', answer)
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
