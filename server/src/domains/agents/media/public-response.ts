export type PublicMedia = { name: string; contentType: string; bytes: number; sha256: Buffer }

type ConditionalHeaders = { 'if-none-match'?: string; 'if-range'?: string; range?: string }
type PublicMediaResponse = { status: number; headers: Record<string, string>; range?: ByteRange }

/** Builds the response of a public URL: status, headers, and the byte range to send. */
export function buildPublicResponse(item: PublicMedia, conditions: ConditionalHeaders): PublicMediaResponse {
  const etag = `"${item.sha256.toString('base64url')}"`
  const headers = { ...immutableHeaders(item), etag }
  if (matchesEtag(conditions['if-none-match'], etag)) return { status: 304, headers }
  const part = parseRange(requestedRange(conditions, etag), item.bytes)
  if (part === 'unsatisfiable') {
    return { status: 416, headers: { 'content-range': `bytes */${item.bytes}`, 'cache-control': 'no-store' } }
  }
  const range = part ?? { start: 0, end: item.bytes }
  const length = { 'content-length': String(range.end - range.start) }
  if (!part) return { status: 200, headers: { ...headers, ...length }, range }
  const place = { 'content-range': `bytes ${range.start}-${range.end - 1}/${item.bytes}` }
  return { status: 206, headers: { ...headers, ...length, ...place }, range }
}

/** The content never changes, is never sniffed as another type, and cannot run scripts. */
function immutableHeaders({ name, contentType }: PublicMedia): Record<string, string> {
  return {
    'content-type': contentType,
    'content-disposition': `${dispositionOf(contentType)}; filename*=UTF-8''${encodeFileName(name)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
  }
}

/** Browsers render no documents (such as PDF) inside a CSP sandbox, so documents are offered as downloads. */
function dispositionOf(contentType: string): 'inline' | 'attachment' {
  return /^(image|video|audio)\//.test(contentType) ? 'inline' : 'attachment'
}

/**
 * RFC 8187: also percent-encodes the characters that encodeURIComponent leaves but an extended value may not contain.
 */
function encodeFileName(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

function matchesEtag(known: string | undefined, etag: string): boolean {
  return (known ?? '').split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim()))
}

/** A range is useful only to a client that has the rest of the same content (If-Range). */
function requestedRange(headers: ConditionalHeaders, etag: string): string | undefined {
  return (headers['if-range'] ?? etag) === etag ? headers.range : undefined
}

/** Bytes from `start` (inclusive) to `end` (exclusive). */
export type ByteRange = { start: number; end: number }

/**
 * Returns the byte range that a Range header requests; undefined means all of it. Ignores a header that is not a single
 * byte range, as RFC 9110 (14.2) allows.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size }
  }
  if (last !== '' && Number(last) < Number(first)) return undefined
  if (Number(first) >= size) return 'unsatisfiable'
  return { start: Number(first), end: last === '' ? size : Math.min(Number(last) + 1, size) }
}
