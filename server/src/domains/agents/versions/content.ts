import { promisify } from 'node:util'
import { zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Smaller contents are done sooner than another thread could take them over. */
const smallBytes = 32_768

/** Stored values: compressed JSON. Large ones are compressed outside the event loop. */
export async function encodeContent(value: unknown): Promise<Buffer> {
  const json = Buffer.from(JSON.stringify(value))
  return json.length <= smallBytes ? zstdCompressSync(json) : compress(json)
}

export async function decodeContent<T>(content: Buffer): Promise<T> {
  const json = content.length <= smallBytes / 8 ? zstdDecompressSync(content) : await decompress(content)
  return JSON.parse(json.toString()) as T
}
