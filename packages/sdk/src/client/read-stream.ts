import { ParleyUnreachable } from './errors.ts'

type StreamOptions = { url: string; silentMs: number; signal?: AbortSignal }

/** A stream as it comes. Where it breaks off, or says nothing for too long, Parley cannot be reached any more. */
export async function* readStream(
  body: ReadableStream<Uint8Array>,
  heed: StreamOptions,
): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader()
  try {
    for (let piece = await readChunk(reader, heed); !piece.done; piece = await readChunk(reader, heed))
      yield piece.value
  } finally {
    // Whoever stops listening lets the connection go.
    await reader.cancel().catch(() => undefined)
  }
}

async function readChunk(reader: ReadableStreamDefaultReader<Uint8Array>, { url, silentMs, signal }: StreamOptions) {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new ParleyUnreachable(url, 'timeout')), silentMs)
  try {
    return await Promise.race([reader.read(), late.promise])
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    throw error instanceof ParleyUnreachable ? error : new ParleyUnreachable(url, 'cut')
  } finally {
    clearTimeout(timer)
  }
}
