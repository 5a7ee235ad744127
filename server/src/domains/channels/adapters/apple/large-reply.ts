import { z } from 'zod'
import { readLimited } from '../../../../platform/outbound/index.ts'
import {
  type AdapterBinding,
  type AdapterTools,
  DispatchFailedError,
  type ParsedCall,
  type ProviderCall,
} from '../../adapter.ts'
import { buildAppleHeaders, buildAppleUrl } from './api.ts'
import { AppleFile, downloadFile, fetchAppleFile } from './files.ts'
import { type AppleMessage, parse, readAppleMessage, toAppleInbounds } from './webhook.ts'

const answerMaxBytes = 16_000_000

/** An answer that echoes pictures is too large for a call: Apple keeps it as a file, in a form that it alone can read. */
export async function parseLargeReply(
  call: ProviderCall,
  binding: AdapterBinding,
  tools: AdapterTools,
): Promise<ParsedCall> {
  const message = readAppleMessage(call)
  const { data: file } = AppleFile.and(z.object({ bid: z.string() })).safeParse(message?.interactiveDataRef)
  if (!message || !file) return parse(call)
  const interactiveData = await decodeReply(file, binding, tools)
  return { inbounds: toAppleInbounds(call, { ...message, interactiveData }) }
}

async function decodeReply(
  file: AppleFile & { bid: string },
  binding: AdapterBinding,
  tools: AdapterTools,
): Promise<AppleMessage['interactiveData']> {
  try {
    const body = await readLimited(await downloadFile(file, binding, tools), answerMaxBytes)
    const headers = { ...(await buildAppleHeaders(binding, tools)), bid: file.bid }
    const decoded = await fetchAppleFile(
      buildAppleUrl('decodePayload', tools),
      { method: 'POST', headers, body },
      tools,
    )
    const { interactiveData } = JSON.parse((await readLimited(decoded, answerMaxBytes)).toString())
    return interactiveData
  } catch (error) {
    if (error instanceof DispatchFailedError) throw error
    throw new DispatchFailedError('providerError', 'Apple did not give the whole answer', { retry: 'later' })
  }
}
