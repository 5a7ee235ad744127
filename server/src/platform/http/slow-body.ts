import type { IncomingMessage, Server } from 'node:http'
import type { Readable } from 'node:stream'
import { clientLimits, type TransferPace } from './slow-clients.ts'

const noTimer = (): void => {}
const bodyTimers = new WeakMap<IncomingMessage, () => void>()

export function expectsBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers
  return length !== '0' || encoding !== undefined
}

/**
 * Node has one timeout for all requests, however large, so it is disabled, and each body is timed here, whatever route
 * it is for and whether or not it is read. A route that permits slow bodies calls `allowSlowBody`.
 */
export function closeSlowBodies(server: Server, milliseconds: number): void {
  server.on('request', (request: IncomingMessage) => {
    const end = closeOnSlowBody(request, milliseconds)
    if (end !== noTimer) bodyTimers.set(request, end)
  })
}

export function allowSlowBody(request: IncomingMessage): void {
  bodyTimers.get(request)?.()
}

/** Closes the connection when the body takes longer. Returns a function that cancels the timer. */
export function closeOnSlowBody(request: IncomingMessage, milliseconds = clientLimits.bodyMilliseconds): () => void {
  if (request.complete || request.readableEnded || !expectsBody(request)) return noTimer
  const timer = setTimeout(() => request.destroy(), milliseconds)
  timer.unref()
  const end = () => clearTimeout(timer)
  for (const over of ['end', 'close']) request.once(over, end)
  return end
}

/** Yields the chunks of a slow body; breaks it off when it arrives more slowly than the pace. */
export async function* readAtPace(body: Readable, pace: TransferPace = clientLimits.pace): AsyncGenerator<Buffer> {
  let come = 0
  const watch = setInterval(() => {
    if (come < pace.bytes) body.destroy()
    come = 0
  }, pace.milliseconds)
  try {
    for await (const piece of body.iterator({ destroyOnReturn: false })) {
      come += piece.length
      yield piece
    }
  } finally {
    clearInterval(watch)
  }
}
