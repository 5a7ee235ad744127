import { type ContentHints, charsetOf, detectContentType } from './content-type.ts'
import { type KnowledgeEntry, toPassageEntries } from './entry.ts'
import { UnreadableSourceError } from './errors.ts'
import { fetchContent } from './fetch-content.ts'
import { readInThread } from './readers/read-in-thread.ts'

export type ReadableSource = { id: string; name: string; url?: string; contentType?: string; bytes?: Buffer }
export type SourceReadOptions = { fetch: typeof fetch; signal: AbortSignal }

/** The entries that a source makes, from its bytes or from what stands at its address now. */
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
  if (!type) throw new UnreadableSourceError('It is neither HTML, Markdown, plain text, CSV nor PDF')
  const passages = await readInThread({ type, bytes: content.bytes, charset: charsetOf(hints) }, signal)
  return toPassageEntries(source, passages)
}
