import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

/** How long a body may take: an ordinary one in all, one that is spooled from each piece to the next. */
const bodyMilliseconds = 60_000

/** Node has one limit for all requests, however large; so it is told of none, and each body is watched here. */
export function endSlowBody(request: IncomingMessage, milliseconds = bodyMilliseconds): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  if (request.complete || (length === '0' && encoding === undefined)) return
  const timer = setTimeout(() => request.destroy(), milliseconds)
  timer.unref()
  for (const over of ['end', 'close']) request.once(over, () => clearTimeout(timer))
}

/** The pieces of a body as they come; when nothing comes for so long, it is broken off. */
export async function* untilSilence(body: Readable, milliseconds = bodyMilliseconds): AsyncGenerator<Buffer> {
  const silence = setTimeout(() => body.destroy(), milliseconds)
  try {
    for await (const piece of body.iterator({ destroyOnReturn: false })) {
      silence.refresh()
      yield piece
    }
  } finally {
    clearTimeout(silence)
  }
}
