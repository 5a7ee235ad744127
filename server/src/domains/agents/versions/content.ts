import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Stored values: compressed JSON. Large ones are compressed outside the event loop. */
export async function encodeContent(value: unknown): Promise<Buffer> {
  return compress(Buffer.from(JSON.stringify(value)))
}

export async function decodeContent<T>(content: Buffer): Promise<T> {
  return JSON.parse((await decompress(content)).toString()) as T
}
