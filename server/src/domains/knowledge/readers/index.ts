import type { ContentType } from '../content-type.ts'
import type { Passage } from '../entry.ts'
import { passagesOf } from '../passages.ts'
import { Unreadable } from '../unreadable.ts'
import { readCsv } from './csv.ts'
import { readHtml } from './html.ts'
import { readMarkdown } from './markdown.ts'
import { readPdf } from './pdf.ts'
import type { Content, Reader } from './reader.ts'
import { readText } from './text.ts'

const readers: Record<ContentType, Reader> = {
  html: readHtml,
  markdown: readMarkdown,
  text: readText,
  csv: readCsv,
  pdf: readPdf,
}

export type Given = Content & { type: ContentType }

export async function read({ type, ...content }: Given): Promise<Passage[]> {
  const passages = passagesOf(await readers[type](content))
  if (passages.length > 0) return passages
  throw new Unreadable(
    type === 'pdf' ? 'There is no text in it: a scanned PDF cannot be read' : 'There is no text in it',
  )
}
