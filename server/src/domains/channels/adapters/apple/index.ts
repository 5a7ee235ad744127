import { type Adapter, DispatchFailed } from '../../adapter.ts'
import { jsonIn } from '../read.ts'
import { parseAsking } from './large-answer.ts'
import { parse } from './parse.ts'
import { send, signal } from './send.ts'
import { askPlace, download, StoredFile } from './stored.ts'
import { verify } from './verify.ts'

/** Apple Messages for Business, as a messaging service provider speaks it. A person's address is an opaque id of Apple's. */
export const apple: Adapter = {
  provider: 'apple',
  channel: 'vendorMessages',
  // Apple does not say what becomes of an id that comes twice, and sends no receipts.
  ignoresRepeats: false,
  takesOurIds: false,
  batchPerSecond: 5,
  verify,
  parse,
  parseAsking,
  send,
  signal,
  async check(binding, tools) {
    await askPlace(1, binding, tools)
    return { routingId: binding.auth.businessId }
  },
  async openMedia(reference, binding, tools) {
    const { data: file } = StoredFile.safeParse(jsonIn(Buffer.from(reference)))
    if (!file) throw new DispatchFailed('rejected', 'This is no file at Apple')
    return download(file, binding, tools)
  },
}
