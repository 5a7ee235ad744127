import { type Adapter, type AdapterBinding, type AdapterTools, DispatchFailedError } from '../../../adapter.ts'
import type { Fields } from '../../webhook-request.ts'
import { callGraph, type GraphCall, requireMessageId, requireNativeBody, toPathSegment } from '../api.ts'

import { readMetaText, verify } from '../webhook.ts'
import { createSendApiParser } from './webhook.ts'

/** The differences between Messenger and Instagram. */
type SendApi = {
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

/** https://developers.facebook.com/docs/messenger-platform */
export function createSendApiAdapter(api: SendApi): Adapter {
  const { envelope } = api
  return {
    provider: 'meta',
    channel: api.channel,
    ignoresRepeats: false,
    acceptsClientIds: false,
    // The limit is 300 calls a second with text, but 10 with audio or video; bulk senders of those get throttled.
    batchPerSecond: 100,
    verify,
    parse: createSendApiParser(api.object, api.accountField),
    async send({ native, to }, binding, tools) {
      const body = { ...envelope, ...requireNativeBody(native), recipient: { id: to } }
      const { message_id } = await post(api, body, binding, tools)
      return { channelMessageId: requireMessageId(message_id) }
    },
    async signal({ signal, to }, binding, tools) {
      const action = signal === 'typing' ? 'typing_on' : 'mark_seen'
      await post(api, { recipient: { id: to }, sender_action: action }, binding, tools)
    },
    check: (binding, tools) => check(api, binding, tools),
  }
}

function post(
  { host, accountField, tokenField }: SendApi,
  body: Fields,
  { auth }: AdapterBinding,
  tools: AdapterTools,
) {
  return callGraph(
    { host, path: `${toPathSegment(auth[accountField])}/messages`, token: auth[tokenField], body },
    tools,
  )
}

/** Checks that the token belongs to the account that the binding names. */
async function check(
  { host, accountField, tokenField, profile }: SendApi,
  { auth }: AdapterBinding,
  tools: AdapterTools,
) {
  const own = toPathSegment(auth[accountField])
  const me = await callGraph({ host, path: `me?fields=${profile.fields}`, token: auth[tokenField] }, tools)
  const id = readMetaText(me[profile.id])
  if (id === undefined)
    throw new DispatchFailedError('providerError', 'Meta does not say whose token it is', { retry: 'later' })
  if (id !== own) throw new DispatchFailedError('credentials', `the access token is not that of ${accountField}`)
  return { routingId: readMetaText(me[profile.shown]) ?? own }
}
