import type { ReaderContent } from './reader.ts'

const strict = new TextDecoder('utf-8', { fatal: true })

/** Decodes by byte order mark, then the given charset, then UTF-8, and finally Windows-1252. */
export function decode({ bytes, charset }: ReaderContent): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const decoder = charset === undefined ? undefined : decoderOf(charset)
  if (decoder && decoder.encoding !== 'utf-8') return decoder.decode(bytes)
  try {
    return strict.decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function decoderOf(charset: string) {
  try {
    return new TextDecoder(charset)
  } catch {
    return undefined
  }
}
