import type {
  AdapterBinding,
  AdapterSendResult,
  AdapterTools,
  OutboundBubble,
  OutboundSignal,
} from '../../../adapter.ts'
import type { Fields } from '../../webhook-request.ts'
import { callGraph, type GraphCall, requireMessageId, requireNativeBody, toPathSegment } from '../api.ts'

/** The differences between Messenger and Instagram. */
export type SendApi = {
  channel: 'messengerB' | 'socialC'
  host: NonNullable<GraphCall['host']>
  /** The `object` field of its webhooks. */
  object: string
  accountField: string
  tokenField: string
  /** Default fields of every message. */
  envelope: Fields
  /** The fields requested from `/me`. */
  profile: { fields: string; id: string; shown: string }
}

type SendContext = { binding: AdapterBinding; tools: AdapterTools }

export async function send(
  api: SendApi,
  { native, to }: OutboundBubble,
  context: SendContext,
): Promise<AdapterSendResult> {
  const body = { ...api.envelope, ...requireNativeBody(native), recipient: { id: to } }
  const { message_id } = await post(api, body, context)
  return { channelMessageId: requireMessageId(message_id) }
}

export async function signal(api: SendApi, { signal, to }: OutboundSignal, context: SendContext): Promise<void> {
  const action = signal === 'typing' ? 'typing_on' : 'mark_seen'
  await post(api, { recipient: { id: to }, sender_action: action }, context)
}

function post({ host, accountField, tokenField }: SendApi, body: Fields, { binding: { auth }, tools }: SendContext) {
  return callGraph(
    { host, path: `${toPathSegment(auth[accountField])}/messages`, token: auth[tokenField], body },
    tools,
  )
}
