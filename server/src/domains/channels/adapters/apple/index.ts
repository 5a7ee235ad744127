import { type Adapter, DispatchFailedError } from '../../adapter.ts'
import { parseJsonBytes } from '../webhook-request.ts'
import { AppleFile, downloadFile, requestUploadSlot } from './files.ts'

import { send, signal } from './send.ts'

import { parse, parseLargeReply, verify } from './webhook.ts'

/**
 * Apple Messages for Business, in the role of a messaging service provider. A person's address is an opaque id from
 * Apple.
 */
export const appleAdapter: Adapter = {
  provider: 'apple',
  channel: 'vendorMessages',
  // Apple does not document what happens to a repeated id, and sends no receipts.
  ignoresRepeats: false,
  acceptsClientIds: false,
  batchPerSecond: 5,
  verify,
  parse,
  parseAsking: parseLargeReply,
  send,
  signal,
  async check(binding, tools) {
    await requestUploadSlot(1, binding, tools)
    return { routingId: binding.auth.businessId }
  },
  async openMedia(reference, binding, tools) {
    const { data: file } = AppleFile.safeParse(parseJsonBytes(Buffer.from(reference)))
    if (!file) throw new DispatchFailedError('rejected', 'This is not a file stored at Apple')
    return downloadFile(file, binding, tools)
  },
}
