import { ParleyUnreachable } from './errors.ts'

type Heed = { url: string; silentMs: number; signal?: AbortSignal }

/** A stream as it comes. Where it breaks off, or says nothing for too long, Parley cannot be reached any more. */
export async function* bytesIn(body: ReadableStream<Uint8Array>, heed: Heed): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader()
  try {
    for (let piece = await next(reader, heed); !piece.done; piece = await next(reader, heed)) yield piece.value
  } finally {
    // Whoever stops listening lets the connection go.
    await reader.cancel().catch(() => undefined)
  }
}

async function next(reader: ReadableStreamDefaultReader<Uint8Array>, { url, silentMs, signal }: Heed) {
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
