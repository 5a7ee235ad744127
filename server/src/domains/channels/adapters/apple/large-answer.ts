import { z } from 'zod'
import { readAtMost } from '../../../../platform/outbound/index.ts'
import { type Bound, DispatchFailed, type Parsed, type ProviderCall, type Tools } from '../../adapter.ts'
import { addressOf, ownHeaders } from './api.ts'
import { inboundsOf, type Message, parse, readMessage } from './parse.ts'
import { download, fetchFrom, StoredFile } from './stored.ts'

const answerMaxBytes = 16_000_000

/** An answer that echoes pictures is too large for a call: Apple keeps it as a file, in a form that it alone can read. */
export async function parseAsking(call: ProviderCall, binding: Bound, tools: Tools): Promise<Parsed> {
  const message = readMessage(call)
  const { data: file } = StoredFile.and(z.object({ bid: z.string() })).safeParse(message?.interactiveDataRef)
  if (!message || !file) return parse(call)
  const interactiveData = await decode(file, binding, tools)
  return { inbounds: inboundsOf(call, { ...message, interactiveData }) }
}

async function decode(
  file: StoredFile & { bid: string },
  binding: Bound,
  tools: Tools,
): Promise<Message['interactiveData']> {
  try {
    const body = await readAtMost(await download(file, binding, tools), answerMaxBytes)
    const headers = { ...(await ownHeaders(binding, tools)), bid: file.bid }
    const decoded = await fetchFrom(addressOf('decodePayload', tools), { method: 'POST', headers, body }, tools)
    const { interactiveData } = JSON.parse((await readAtMost(decoded, answerMaxBytes)).toString())
    return interactiveData
  } catch (error) {
    if (error instanceof DispatchFailed) throw error
    throw new DispatchFailed('providerError', 'Apple did not give the whole answer', { retry: 'later' })
  }
}
