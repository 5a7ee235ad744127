const lineFeed = 0x0a

/**
 * The lines of a stream that may be cut anywhere, also inside a character; blank ones are left out, and the last one
 * needs no line break.
 */
export async function* splitLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = []
  for await (const chunk of bytes) {
    let from = 0
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
      const line = Buffer.concat([...pieces, chunk.subarray(from, end)])
      pieces = []
      from = end + 1
      if (!isBlank(line)) yield line
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from))
  }
  const last = Buffer.concat(pieces)
  if (!isBlank(last)) yield last
}

const isBlank = (line: Buffer): boolean => line.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d))
