import type {
  AdapterBinding,
  AdapterSendResult,
  AdapterTools,
  OutboundBubble,
  OutboundSignal,
} from '../../../adapter.ts'
import type { Fields } from '../../webhook-request.ts'
import { callGraph, requireMessageId, requireNativeBody, toPathSegment } from '../api.ts'
import { readFieldsList } from '../webhook.ts'

export async function send(
  { native, to, channelMessageId }: OutboundBubble,
  binding: AdapterBinding,
  tools: AdapterTools,
): Promise<AdapterSendResult> {
  // Status webhooks return it, even for a message whose response was lost.
  const ours = { biz_opaque_callback_data: channelMessageId }
  const body = { ...requireNativeBody(native), ...product, recipient_type: 'individual', ...recipientOf(to), ...ours }
  const { messages } = await post(body, binding, tools)
  return { channelMessageId: requireMessageId(readFieldsList(messages)[0]?.id) }
}

export async function signal(outgoing: OutboundSignal, binding: AdapterBinding, tools: AdapterTools): Promise<void> {
  const body = signalOf(outgoing)
  if (body) await post(body, binding, tools)
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
