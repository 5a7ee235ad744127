import {
  OutboundBlockedError,
  OutboundFailedError,
  ResponseTooLargeError,
  readLimited,
} from '../../../platform/outbound/index.ts'
import { fileNameFromUrl, invalidMediaContent, maxMediaBytes, type UploadedFile } from './media.ts'

/** Fetches what an address holds; whatever goes wrong there is told as a problem of the field `url`. */
export async function downloadMedia(url: string, fetch: typeof globalThis.fetch): Promise<UploadedFile> {
  const answered = await fetch(url).catch(throwUrlProblem)
  if (!answered.ok) {
    await answered.body?.cancel()
    throw invalidMediaContent('url', `must be there for everybody to fetch; its server answered ${answered.status}`)
  }
  return { name: fileNameFromUrl(url), bytes: await readLimited(answered, maxMediaBytes).catch(throwUrlProblem) }
}

function throwUrlProblem(error: Error): never {
  if (error instanceof ResponseTooLargeError)
    throw invalidMediaContent('url', `must hold at most ${maxMediaBytes / 1024 / 1024} MB`)
  const told = error instanceof OutboundFailedError || error instanceof OutboundBlockedError
  throw invalidMediaContent('url', `could not be fetched: ${told ? error.message : 'the connection was cut'}`)
}
