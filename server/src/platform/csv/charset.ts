import { type Charset, unreadableImport } from './import-request.ts'

type Chunks = AsyncIterable<Buffer>

/**
 * Detects the encoding by its byte order mark, by the zero bytes of UTF-16, or else by reading the whole file: bytes
 * that are no UTF-8 are Windows-1252, unless other bytes of the file are UTF-8, because then the file is damaged.
 */
export async function detectCharset(read: () => Chunks): Promise<Charset> {
  const { value: start = Buffer.alloc(0) } = (await read()[Symbol.asyncIterator]().next()) as { value?: Buffer }
  const mark = start.toString('hex', 0, 3)
  if (mark.startsWith('fffe')) return 'utf-16le'
  if (mark.startsWith('feff')) return 'utf-16be'
  if (start[1] === 0 && start[0] !== 0) return 'utf-16le'
  if (start[0] === 0 && start[1] !== 0) return 'utf-16be'
  const { invalidAt, isDamaged } = await scanUtf8(read())
  if (invalidAt === undefined) return 'utf-8'
  if (isDamaged || mark === 'efbbbf') throw notIn('UTF-8', invalidAt)
  return 'windows-1252'
}

/** Bytes that Windows-1252 does not have, and UTF-8 of half a surrogate pair. */
const notWindows = /[\x81\x8d\x8f\x90\x9d]|\xed[\xa0-\xbf][\x80-\xbf]/

/**
 * Looks for the first line that is not UTF-8. The file is damaged UTF-8 if other characters are UTF-8, if it ends
 * within a character, or if it has bytes that occur in no text.
 */
async function scanUtf8(chunks: Chunks): Promise<{ invalidAt?: number; isDamaged: boolean }> {
  const decoder = new TextDecoder('utf-8')
  let line = 1
  let invalidAt: number | undefined
  let isDamaged = false
  const look = (text: string) => {
    const bad = text.indexOf('\ufffd')
    if (bad >= 0) invalidAt ??= line + countLines(text.slice(0, bad))
    isDamaged ||= /[\u0080-\ufffc\ufffe-\uffff]/.test(text)
    line += countLines(text)
  }
  for await (const chunk of chunks) {
    look(decoder.decode(chunk, { stream: true }))
    isDamaged ||= invalidAt !== undefined && notWindows.test(chunk.toString('latin1'))
  }
  const rest = decoder.decode()
  isDamaged ||= rest !== ''
  look(rest)
  return invalidAt === undefined ? { isDamaged } : { invalidAt, isDamaged }
}

function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

const names: Record<Charset, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
}

const notIn = (name: string, line: number) =>
  unreadableImport(`is not in ${name}: save it as CSV UTF-8, or name its encoding in charset`, { line })

type Decoder = InstanceType<typeof TextDecoder>

/** Converts chunks to UTF-8. Refuses bytes that the encoding does not have. */
export async function* toUtf8(
  chunks: Chunks,
  charset: Charset,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(charset, { fatal: true, ignoreBOM: true })
  let line = 1
  for await (const chunk of chunks) {
    onBytes(chunk.length)
    const text = decode(decoder, chunk, charset, line)
    line += countLines(text)
    yield charset === 'utf-8' ? chunk : Buffer.from(text)
  }
  decode(decoder, undefined, charset, line)
}

function decode(decoder: Decoder, chunk: Buffer | undefined, charset: Charset, line: number): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
  } catch {
    const before = chunk ? new TextDecoder(charset).decode(chunk).split('\ufffd', 1)[0] : ''
    throw notIn(names[charset], line + countLines(before as string))
  }
}
