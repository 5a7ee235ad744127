import type { ContentType } from '../content-type.ts'
import type { Passage } from '../entry.ts'
import { splitIntoPassages } from '../passages.ts'
import { type Reader, type ReaderContent, UnreadableSourceError } from './reader.ts'

/** Loaded on demand: a thread that reads plain text does not need the PDF library. */
const readers: Record<ContentType, () => Promise<Reader>> = {
  html: async () => (await import('./html.ts')).readHtmlContent,
  markdown: async () => (await import('./markdown.ts')).readMarkdownContent,
  text: async () => (await import('./text.ts')).readTextContent,
  csv: async () => (await import('./csv.ts')).readCsvContent,
  pdf: async () => (await import('./pdf.ts')).readPdfContent,
}

export type ReaderInput = ReaderContent & { type: ContentType }

export async function readPassages({ type, ...content }: ReaderInput): Promise<Passage[]> {
  const reader = await readers[type]()
  const passages = splitIntoPassages(await reader(content))
  if (passages.length > 0) return passages
  throw new UnreadableSourceError(
    type === 'pdf' ? 'It contains no text: a scanned PDF cannot be read' : 'It contains no text',
  )
}
