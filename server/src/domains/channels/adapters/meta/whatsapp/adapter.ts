import { type Adapter, type Bound, DispatchFailed, type OutgoingSignal, type Tools } from '../../../adapter.ts'
import type { Fields } from '../../read.ts'
import { bearer, callGraph, idIn, segment } from '../graph.ts'
import { listOf, textOf } from '../json.ts'
import { bodyOf } from '../native.ts'
import { verify } from '../webhook.ts'
import { parse } from './parse.ts'

/** https://developers.facebook.com/docs/whatsapp/cloud-api */
export const whatsapp: Adapter = {
  provider: 'meta',
  channel: 'messengerA',
  ignoresRepeats: false,
  takesOurIds: false,
  // A number takes 80 messages a second, both ways together: conversations need room beside the bulk.
  batchPerSecond: 60,
  verify,
  parse,
  async send({ native, to, channelMessageId }, binding, tools) {
    // Statuses give it back, also of a message whose answer got lost.
    const ours = { biz_opaque_callback_data: channelMessageId }
    const body = { ...bodyOf(native), ...product, recipient_type: 'individual', ...recipientOf(to), ...ours }
    const { messages } = await post(body, binding, tools)
    return { channelMessageId: idIn(listOf(messages)[0]?.id) }
  },
  async signal(signal, binding, tools) {
    const body = signalOf(signal)
    if (body) await post(body, binding, tools)
  },
  async check({ auth }, tools) {
    const path = `${segment(auth.phoneNumberId)}?fields=display_phone_number,verified_name`
    const { display_phone_number } = await callGraph({ path, token: auth.accessToken }, tools)
    const digits = textOf(display_phone_number)?.replaceAll(/\D/g, '')
    if (!digits) throw new DispatchFailed('providerError', 'Meta does not show the number', { retry: 'later' })
    return { routingId: `+${digits}` }
  },
  async openMedia(reference, { auth }, tools) {
    const path = `${segment(reference, 'rejected')}?phone_number_id=${segment(auth.phoneNumberId)}`
    const address = textOf((await callGraph({ path, token: auth.accessToken }, tools)).url)
    if (address === undefined) throw new DispatchFailed('providerError', 'Meta does not say where the file is')
    return tools.fetch(address, { headers: bearer(auth.accessToken), signal: tools.signal })
  },
}

const product = { messaging_product: 'whatsapp' }

function post(body: Fields, { auth }: Bound, tools: Tools): Promise<Fields> {
  return callGraph({ path: `${segment(auth.phoneNumberId)}/messages`, token: auth.accessToken, body }, tools)
}

/** Those who show no number are written to by their id, in a field of its own. */
function recipientOf(address: string): Fields {
  const [, digits] = /^\+?(\d+)$/.exec(address) ?? []
  return digits ? { to: digits, recipient: undefined } : { to: undefined, recipient: address }
}

/** Both hang on a message of the person's; typing marks it as read as well. */
function signalOf({ signal, lastInboundId }: OutgoingSignal): Fields | undefined {
  if (lastInboundId === undefined) return undefined
  const read = { ...product, status: 'read', message_id: lastInboundId }
  return signal === 'typing' ? { ...read, typing_indicator: { type: 'text' } } : read
}
