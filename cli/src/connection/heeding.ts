import { ParleyUnreachable } from '@parley/sdk'

/** Parley says something at least every 15 s. */
const silentMilliseconds = 45_000

/**
 * The same, but a stream of events that says nothing any more breaks off, and one that breaks off does so as a Parley
 * that cannot be reached.
 */
export const heeding =
  (send: typeof fetch, silence = silentMilliseconds): typeof fetch =>
  async (input, init) => {
    const response = await send(input, init)
    const { body, status, headers } = response
    if (!body || !headers.get('content-type')?.startsWith('text/event-stream')) return response
    const url = new URL(response.url).origin
    return new Response(heeded(body, { url, silence, signal: init?.signal ?? undefined }), { status, headers })
  }

type Heeded = { url: string; silence: number; signal?: AbortSignal }

function heeded(body: ReadableStream<Uint8Array>, { url, silence, signal }: Heeded): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream({
    async pull(controller) {
      const late = Promise.withResolvers<never>()
      const timer = setTimeout(() => late.reject(new ParleyUnreachable(url, 'timeout')), silence)
      try {
        const { done, value } = await Promise.race([reader.read(), late.promise])
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        reader.cancel().catch(() => undefined)
        const isOurs = signal?.aborted || error instanceof ParleyUnreachable
        controller.error(isOurs ? error : new ParleyUnreachable(url, 'cut'))
      } finally {
        clearTimeout(timer)
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
