import {
  OutboundBlockedError,
  OutboundFailedError,
  ResponseTooLargeError,
  readLimited,
} from '../../platform/outbound/index.ts'
import { type ContentHints, charsetOf, detectContentType } from './content-type.ts'
import { type KnowledgeEntry, toPassageEntries } from './entry.ts'
import { readInThread } from './readers/read-in-thread.ts'
import { SourceUnavailableError, UnreadableSourceError } from './readers/reader.ts'
import { maxFileBytes } from './source.ts'

type FetchedContent = { bytes: Buffer; header?: string }

const accept = 'text/html, text/markdown, text/plain, text/csv, application/pdf, */*;q=0.1'

/**
 * Fetches the content at a URL. Throws SourceUnavailableError for a response that may change later and
 * UnreadableSourceError for any other failure.
 */
async function fetchContent(fetch: typeof globalThis.fetch, url: string, signal: AbortSignal): Promise<FetchedContent> {
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
  const detail = `The address returned status ${status}`
  return status >= 500 || status === 408 || status === 425 || status === 429
    ? new SourceUnavailableError(detail)
    : new UnreadableSourceError(detail)
}

function describeFetchError(error: unknown): Error {
  if (error instanceof SourceUnavailableError || error instanceof UnreadableSourceError) return error
  if (error instanceof OutboundBlockedError)
    return new UnreadableSourceError(`The address was not called: ${error.message}`)
  if (error instanceof ResponseTooLargeError)
    return new UnreadableSourceError('The content at the address is larger than 20 MB')
  const why = error instanceof OutboundFailedError ? error.message : 'the connection was closed'
  return new SourceUnavailableError(`The address could not be read: ${why}`)
}

export type ReadableSource = { id: string; name: string; url?: string; contentType?: string; bytes?: Buffer }
export type SourceReadOptions = { fetch: typeof fetch; signal: AbortSignal }

export async function readSource(
  source: ReadableSource,
  { fetch, signal }: SourceReadOptions,
): Promise<KnowledgeEntry[]> {
  const { url, contentType } = source
  const content = source.bytes ? { bytes: source.bytes } : await fetchContent(fetch, url ?? '', signal)
  const hints: ContentHints = {
    header: undefined,
    ...content,
    given: contentType,
    name: url ? new URL(url).pathname : source.name,
  }
  const type = detectContentType(hints, content.bytes)
  if (!type) throw new UnreadableSourceError('It is not HTML, Markdown, plain text, CSV or PDF')
  const passages = await readInThread({ type, bytes: content.bytes, charset: charsetOf(hints) }, signal)
  return toPassageEntries(source, passages)
}
