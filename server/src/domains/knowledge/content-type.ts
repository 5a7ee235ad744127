export const sourceContentTypes = ['html', 'markdown', 'text', 'csv', 'pdf'] as const
export type ContentType = (typeof sourceContentTypes)[number]

const byMediaType: Record<string, ContentType> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
  'text/plain': 'text',
  'text/csv': 'csv',
  'application/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'application/pdf': 'pdf',
  'application/x-pdf': 'pdf',
}
const byExtension: Record<string, ContentType> = {
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  md: 'markdown',
  markdown: 'markdown',
  txt: 'text',
  csv: 'csv',
  tsv: 'csv',
  pdf: 'pdf',
}
/** Media types that servers send when they do not know the real one. */
const genericMediaTypes = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'application/x-download'])

export type ContentHints = {
  header?: string
  /** The content type that was submitted with the source. */
  given?: string
  /** A file name or the path of a URL. */
  name?: string
}

export function toContentType(mediaType: string | undefined): ContentType | undefined {
  return byMediaType[essenceOf(mediaType)]
}

/**
 * Detects the type by header, then by the submitted type, then by name and first bytes. Returns undefined for an
 * unsupported type.
 */
export function detectContentType(hints: ContentHints, bytes: Uint8Array): ContentType | undefined {
  const stated = [hints.header, hints.given].map(essenceOf).find((essence) => !genericMediaTypes.has(essence))
  if (stated === undefined) return contentTypeFromName(hints.name) ?? sniffContentType(bytes)
  const named = byMediaType[stated]
  // Servers label Markdown and CSV as plain text; the file extension is more reliable.
  return named === 'text'
    ? (onlyTextual(contentTypeFromName(hints.name)) ?? onlyTextual(toContentType(hints.given)) ?? named)
    : named
}

export function charsetOf(hints: ContentHints): string | undefined {
  const header = hints.header ?? hints.given ?? ''
  return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(header)?.[1]
}

function onlyTextual(type: ContentType | undefined): ContentType | undefined {
  return type === 'pdf' ? undefined : type
}

function essenceOf(mediaType: string | undefined): string {
  return (mediaType ?? '').split(';', 1)[0]!.trim().toLowerCase()
}

function contentTypeFromName(name: string | undefined): ContentType | undefined {
  const extension = /\.([a-z]{2,8})$/i.exec(name ?? '')?.[1]
  return extension === undefined ? undefined : byExtension[extension.toLowerCase()]
}

function sniffContentType(bytes: Uint8Array): ContentType | undefined {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  if (start.includes('%PDF-')) return 'pdf'
  if (/^[^<]{0,100}<(?:!doctype html|html|head|body)\b/i.test(start)) return 'html'
  return start.includes('\0') && !/^(?:\xff\xfe|\xfe\xff)/.test(start) ? undefined : 'text'
}
