import type { ContentType } from '../content-type.ts'
import type { Passage } from '../entry.ts'
import { passagesOf } from '../passages.ts'
import { Unreadable } from '../unreadable.ts'
import type { Content, Reader } from './reader.ts'

/** Each is loaded when it is needed: a thread that reads a text has no use for what reads a PDF. */
const readers: Record<ContentType, () => Promise<Reader>> = {
  html: async () => (await import('./html.ts')).readHtml,
  markdown: async () => (await import('./markdown.ts')).readMarkdown,
  text: async () => (await import('./text.ts')).readText,
  csv: async () => (await import('./csv.ts')).readCsv,
  pdf: async () => (await import('./pdf.ts')).readPdf,
}

export type Given = Content & { type: ContentType }

export async function read({ type, ...content }: Given): Promise<Passage[]> {
  const reader = await readers[type]()
  const passages = passagesOf(await reader(content))
  if (passages.length > 0) return passages
  throw new Unreadable(
    type === 'pdf' ? 'There is no text in it: a scanned PDF cannot be read' : 'There is no text in it',
  )
}
