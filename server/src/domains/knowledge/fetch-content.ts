import {
  OutboundBlockedError,
  OutboundFailedError,
  ResponseTooLargeError,
  readLimited,
} from '../../platform/outbound/index.ts'
import { SourceUnavailableError, UnreadableSourceError } from './errors.ts'
import { maxFileBytes } from './source.ts'

export type FetchedContent = { bytes: Buffer; header?: string }

const accept = 'text/html, text/markdown, text/plain, text/csv, application/pdf, */*;q=0.1'

/** What stands at an address. An answer that may be another one later is NotNow, any other failure is Unreadable. */
export async function fetchContent(
  fetch: typeof globalThis.fetch,
  url: string,
  signal: AbortSignal,
): Promise<FetchedContent> {
  try {
    const response = await fetch(url, { signal, headers: { accept, 'user-agent': 'Parley' } })
    if (!response.ok) {
      await response.body?.cancel()
      throw toFetchError(response.status)
    }
    const bytes = await readLimited(response, maxFileBytes)
    return { bytes, header: response.headers.get('content-type') ?? undefined }
  } catch (error) {
    throw signal.aborted ? signal.reason : describeFetchError(error)
  }
}

function toFetchError(status: number): Error {
  const said = `The address answered with status ${status}`
  return status >= 500 || status === 408 || status === 425 || status === 429
    ? new SourceUnavailableError(said)
    : new UnreadableSourceError(said)
}

function describeFetchError(error: unknown): Error {
  if (error instanceof SourceUnavailableError || error instanceof UnreadableSourceError) return error
  if (error instanceof OutboundBlockedError)
    return new UnreadableSourceError(`The address is not called: ${error.message}`)
  if (error instanceof ResponseTooLargeError)
    return new UnreadableSourceError('There are more than 20 MB at the address')
  const why = error instanceof OutboundFailedError ? error.message : 'the connection was cut'
  return new SourceUnavailableError(`The address could not be read: ${why}`)
}
