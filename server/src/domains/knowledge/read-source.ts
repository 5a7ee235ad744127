import { charsetOf, type Told, typeOf } from './content-type.ts'
import { type Entry, entriesOfPassages } from './entry.ts'
import { fetchContent } from './fetch-content.ts'
import { readApart } from './readers/read-apart.ts'
import { Unreadable } from './unreadable.ts'

export type ReadableSource = { id: string; name: string; url?: string; contentType?: string; bytes?: Buffer }
export type Reading = { fetch: typeof fetch; signal: AbortSignal }

/** The entries that a source makes, from its bytes or from what stands at its address now. */
export async function readSource(source: ReadableSource, { fetch, signal }: Reading): Promise<Entry[]> {
  const { url, contentType } = source
  const content = source.bytes ? { bytes: source.bytes } : await fetchContent(fetch, url ?? '', signal)
  const told: Told = {
    header: undefined,
    ...content,
    given: contentType,
    name: url ? new URL(url).pathname : source.name,
  }
  const type = typeOf(told, content.bytes)
  if (!type) throw new Unreadable('It is neither HTML, Markdown, plain text, CSV nor PDF')
  const passages = await readApart({ type, bytes: content.bytes, charset: charsetOf(told) }, signal)
  return entriesOfPassages(source, passages)
}
