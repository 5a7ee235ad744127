import { type Adapter, type AdapterBinding, type AdapterTools, DispatchFailedError } from '../../../adapter.ts'
import { callGraph, toPathSegment } from '../api.ts'
import { readMetaText, verify } from '../webhook.ts'
import { type SendApi, send, signal } from './send.ts'
import { createSendApiParser } from './webhook.ts'

/** https://developers.facebook.com/docs/messenger-platform */
export function createSendApiAdapter(api: SendApi): Adapter {
  return {
    provider: 'meta',
    channel: api.channel,
    ignoresRepeats: false,
    acceptsClientIds: false,
    // The limit is 300 calls a second with text, but 10 with audio or video; bulk senders of those get throttled.
    batchPerSecond: 100,
    verify,
    parse: createSendApiParser(api.object, api.accountField),
    send: (outgoing, binding, tools) => send(api, outgoing, { binding, tools }),
    signal: (outgoing, binding, tools) => signal(api, outgoing, { binding, tools }),
    check: (binding, tools) => check(api, binding, tools),
  }
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
  if (id !== own) throw new DispatchFailedError('credentials', `the access token does not belong to ${accountField}`)
  return { routingId: readMetaText(me[profile.shown]) ?? own }
}
