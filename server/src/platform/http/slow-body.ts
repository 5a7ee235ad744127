import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

const minute = 60_000
const noWatch = (): void => {}

/** Whether a request says that a body comes with it. */
export function expectsBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers
  return length !== '0' || encoding !== undefined
}

/**
 * Node has one limit for all requests, however large; so it is told of none, and each body is watched here: it may take
 * so long in all. Whoever lets it take longer ends the watch.
 */
export function endSlowBody(request: IncomingMessage, milliseconds = minute): () => void {
  if (request.complete || request.readableEnded || !expectsBody(request)) return noWatch
  const timer = setTimeout(() => request.destroy(), milliseconds)
  timer.unref()
  const end = () => clearTimeout(timer)
  for (const over of ['end', 'close']) request.once(over, end)
  return end
}

/** The pieces of a body that may take long; each minute must bring at least so much of it, or it is broken off. */
export async function* whileItComes(
  body: Readable,
  { milliseconds = minute, bytes = 65_536 } = {},
): AsyncGenerator<Buffer> {
  let come = 0
  const watch = setInterval(() => {
    if (come < bytes) body.destroy()
    come = 0
  }, milliseconds)
  try {
    for await (const piece of body.iterator({ destroyOnReturn: false })) {
      come += piece.length
      yield piece
    }
  } finally {
    clearInterval(watch)
  }
}
