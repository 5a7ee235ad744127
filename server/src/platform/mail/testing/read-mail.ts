import type { SMTPServerSession } from 'smtp-server'

export type ReceivedPart = { contentType: string; name?: string; text: string }

export type ReceivedMail = {
  from: string
  to: string[]
  /** By lowercase name, unfolded, with encoded words decoded. */
  headers: Record<string, string>
  text: string
  attachments: ReceivedPart[]
  encrypted: boolean
  /** As received on the wire, one byte per character. */
  source: string
}

/** Parses the subset of MIME that Parley writes; the source has one byte per character. */
export function parseMail(source: string, { envelope, secure }: SMTPServerSession): ReceivedMail {
  const { headers } = splitHeaders(source)
  const [body, ...attachments] = parseParts(source)
  return {
    from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
    to: envelope.rcptTo.map(({ address }) => address),
    headers,
    text: body?.text ?? '',
    attachments,
    encrypted: secure,
    source,
  }
}

function parseParts(source: string): ReceivedPart[] {
  const { headers, body } = splitHeaders(source)
  const contentType = headers['content-type'] ?? ''
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1]
  if (boundary)
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => parseParts(part.slice(2)))
  const name = /filename="?([^";]+)/.exec(headers['content-disposition'] ?? '')?.[1]
  return [{ contentType, ...(name && { name }), text: decodeBody(body, headers['content-transfer-encoding']) }]
}

function splitHeaders(source: string): { headers: Record<string, string>; body: string } {
  const end = source.indexOf('\r\n\r\n')
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())]
  })
  return { headers: Object.fromEntries(headers), body: source.slice(end + 4) }
}

/** RFC 2047; the space between two encoded words belongs to neither. */
function decodeWords(value: string): string {
  const bytes = value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B' ? fromBase64(text) : fromQuoted(text.replaceAll('_', ' ')),
    )
  return fromBytes(bytes)
}

function decodeBody(body: string, encoding = '7bit'): string {
  const bytes = encoding === 'base64' ? fromBase64(body) : encoding === 'quoted-printable' ? fromQuoted(body) : body
  return fromBytes(bytes).replace(/\r\n$/, '')
}

const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString('latin1')
const fromQuoted = (text: string): string =>
  text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
const fromBytes = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8')
