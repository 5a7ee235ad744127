/** The subset of tar (ustar) that every tar program reads: plain files with names of at most 100 bytes. */

const blockBytes = 512
const maxNameBytes = 100

const roundUpToBlock = (bytes: number): number => Math.ceil(bytes / blockBytes) * blockBytes

/** A file with its header, padded to whole blocks. */
export function encodeTarEntry(name: string, content: Buffer, at: Date): Buffer {
  if (Buffer.byteLength(name) > maxNameBytes) throw new Error(`the name ${name} is too long for tar`)
  const block = Buffer.alloc(blockBytes)
  const put = (offset: number, text: string) => block.write(text, offset, 'latin1')
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  block.write(name, 0, 'utf8')
  put(100, octal(0o600, 7))
  put(108, octal(0, 7))
  put(116, octal(0, 7))
  put(124, octal(content.length, 11))
  put(136, octal(Math.floor(at.getTime() / 1000), 11))
  put(148, ' '.repeat(8))
  put(156, '0')
  put(257, 'ustar\x0000')
  put(148, `${checksumOf(block).toString(8).padStart(6, '0')}\0 `)
  return Buffer.concat([block, content, Buffer.alloc(roundUpToBlock(content.length) - content.length)])
}

export const encodeTarEnd = (): Buffer => Buffer.alloc(2 * blockBytes)

const checksumOf = (block: Buffer): number => block.reduce((sum, byte) => sum + byte, 0)

export class InvalidTarError extends Error {}

export type TarEntry = { name: string; content: Buffer }

/** Yields the files of a tar in order; throws if it is truncated or not a tar. */
export async function* readTarEntries(bytes: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<TarEntry> {
  const reader = createByteReader(bytes)
  for (;;) {
    const block = await reader.take(blockBytes)
    if (block.every((byte) => byte === 0)) return reader.drain()
    const { name, size } = parseTarHeader(block)
    if (size > maxBytes) throw new InvalidTarError(`${name} is too large for the archive`)
    const content = await reader.take(roundUpToBlock(size))
    yield { name, content: content.subarray(0, size) }
  }
}

function parseTarHeader(block: Buffer): { name: string; size: number } {
  const text = (from: number, to: number) => block.toString('utf8', from, to).replace(/\0.*$/s, '')
  const plain = Buffer.from(block).fill(' ', 148, 156)
  if (text(257, 262) !== 'ustar' || Number.parseInt(text(148, 156), 8) !== checksumOf(plain))
    throw new InvalidTarError('a header is damaged')
  return { name: text(0, maxNameBytes), size: Number.parseInt(text(124, 136), 8) }
}

function createByteReader(bytes: AsyncIterable<Buffer>) {
  const source = bytes[Symbol.asyncIterator]()
  let chunks: Buffer[] = []
  let size = 0
  return {
    async take(wanted: number): Promise<Buffer> {
      while (size < wanted) {
        const { value, done } = await source.next()
        if (done) throw new InvalidTarError('it is truncated')
        chunks.push(value)
        size += value.length
      }
      const whole = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
      chunks = [whole.subarray(wanted)]
      size -= wanted
      return whole.subarray(0, wanted)
    },
    /** Reads to the very end, so that the decompressor verifies its checksum. */
    async drain(): Promise<void> {
      while (!(await source.next()).done);
    },
  }
}
