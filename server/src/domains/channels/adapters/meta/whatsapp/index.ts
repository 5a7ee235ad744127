import { type Adapter, DispatchFailedError } from '../../../adapter.ts'
import { callGraph, createBearerHeader, toPathSegment } from '../api.ts'
import { readMetaText, verify } from '../webhook.ts'
import { listTemplates, send, signal } from './send.ts'
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
  send,
  signal,
  listTemplates,
  async check({ auth }, tools) {
    const path = `${toPathSegment(auth.phoneNumberId)}?fields=display_phone_number,verified_name`
    const { display_phone_number } = await callGraph({ path, token: auth.accessToken }, tools)
    const digits = readMetaText(display_phone_number)?.replaceAll(/\D/g, '')
    if (!digits)
      throw new DispatchFailedError('providerError', 'Meta did not return the phone number', { retry: 'later' })
    return { routingId: `+${digits}` }
  },
  async openMedia(reference, { auth }, tools) {
    const path = `${toPathSegment(reference, 'rejected')}?phone_number_id=${toPathSegment(auth.phoneNumberId)}`
    const address = readMetaText((await callGraph({ path, token: auth.accessToken }, tools)).url)
    if (address === undefined)
      throw new DispatchFailedError('providerError', 'Meta did not return the location of the file')
    return tools.fetch(address, { headers: createBearerHeader(auth.accessToken), signal: tools.signal })
  },
}
