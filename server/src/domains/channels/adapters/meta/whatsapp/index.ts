import {
  type Adapter,
  type AdapterBinding,
  type AdapterTools,
  DispatchFailedError,
  type OutboundSignal,
} from '../../../adapter.ts'
import type { Fields } from '../../webhook-request.ts'
import { callGraph, createBearerHeader, requireMessageId, requireNativeBody, toPathSegment } from '../api.ts'

import { readFieldsList, readMetaText, verify } from '../webhook.ts'
import { parse } from './webhook.ts'

/** https://developers.facebook.com/docs/whatsapp/cloud-api */
export const whatsappAdapter: Adapter = {
  provider: 'meta',
  channel: 'messengerA',
  ignoresRepeats: false,
  acceptsClientIds: false,
  // A number handles 80 messages a second in both directions together; the rest is reserved for conversations.
  batchPerSecond: 60,
  verify,
  parse,
  async send({ native, to, channelMessageId }, binding, tools) {
    // Status webhooks return it, even for a message whose response was lost.
    const ours = { biz_opaque_callback_data: channelMessageId }
    const body = { ...requireNativeBody(native), ...product, recipient_type: 'individual', ...recipientOf(to), ...ours }
    const { messages } = await post(body, binding, tools)
    return { channelMessageId: requireMessageId(readFieldsList(messages)[0]?.id) }
  },
  async signal(signal, binding, tools) {
    const body = signalOf(signal)
    if (body) await post(body, binding, tools)
  },
  async check({ auth }, tools) {
    const path = `${toPathSegment(auth.phoneNumberId)}?fields=display_phone_number,verified_name`
    const { display_phone_number } = await callGraph({ path, token: auth.accessToken }, tools)
    const digits = readMetaText(display_phone_number)?.replaceAll(/\D/g, '')
    if (!digits) throw new DispatchFailedError('providerError', 'Meta does not show the number', { retry: 'later' })
    return { routingId: `+${digits}` }
  },
  async openMedia(reference, { auth }, tools) {
    const path = `${toPathSegment(reference, 'rejected')}?phone_number_id=${toPathSegment(auth.phoneNumberId)}`
    const address = readMetaText((await callGraph({ path, token: auth.accessToken }, tools)).url)
    if (address === undefined) throw new DispatchFailedError('providerError', 'Meta does not say where the file is')
    return tools.fetch(address, { headers: createBearerHeader(auth.accessToken), signal: tools.signal })
  },
}

const product = { messaging_product: 'whatsapp' }

function post(body: Fields, { auth }: AdapterBinding, tools: AdapterTools): Promise<Fields> {
  return callGraph({ path: `${toPathSegment(auth.phoneNumberId)}/messages`, token: auth.accessToken, body }, tools)
}

/** People who hide their number are addressed by their id, in a separate field. */
function recipientOf(address: string): Fields {
  const [, digits] = /^\+?(\d+)$/.exec(address) ?? []
  return digits ? { to: digits, recipient: undefined } : { to: undefined, recipient: address }
}

/** Both signals must name a message of the person; typing also marks it as read. */
function signalOf({ signal, lastInboundId }: OutboundSignal): Fields | undefined {
  if (lastInboundId === undefined) return undefined
  const read = { ...product, status: 'read', message_id: lastInboundId }
  return signal === 'typing' ? { ...read, typing_indicator: { type: 'text' } } : read
}
