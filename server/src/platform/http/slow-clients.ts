import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'

/** A minimum of `bytes` in every period of `milliseconds`. */
export type TransferPace = { milliseconds: number; bytes: number }

/** Limits for slow clients, documented in `docs/operations.md`. */
export type ClientLimits = {
  /** From the first byte of a request, or from the connection, to the end of the head. */
  headMilliseconds: number
  /** From the head to the end of the body. */
  bodyMilliseconds: number
  /** For uploads, which may take longer than other bodies, and for responses waiting to be read. */
  pace: TransferPace
}

export const clientLimits: ClientLimits = {
  headMilliseconds: 10_000,
  bodyMilliseconds: 60_000,
  pace: { milliseconds: 60_000, bytes: 65_536 },
}

/** How often Node checks for slow heads; its default of 30 seconds would triple the limit. */
export const headCheckMilliseconds = ({ headMilliseconds }: ClientLimits): number =>
  Math.min(1_000, Math.ceil(headMilliseconds / 4))

const checksPerPace = 6

/** The bytes sent of a response when it was last on pace, and the checks since then. */
type SendProgress = { sent: number; checks: number }

/**
 * Closes connections whose client does not read its response: its bytes, and the query behind a streamed one, would be
 * retained for as long as the client likes. A stream may be silent while it has no data; only waiting bytes count. It
 * counts checks instead of time, so that a process that was paused does not blame its clients.
 */
export function closeSlowReaders(
  server: Server,
  open: ReadonlySet<Socket>,
  { milliseconds, bytes }: TransferPace,
): void {
  const marks = new WeakMap<Socket, SendProgress>()
  const check = (socket: Socket): void => {
    const { waiting, sent } = sendProgressOf(socket)
    const mark = marks.get(socket)
    if (waiting === 0) marks.delete(socket)
    else if (!mark || sent - mark.sent >= bytes) marks.set(socket, { sent, checks: 0 })
    else if (++mark.checks >= checksPerPace) socket.destroy()
  }
  let timer: NodeJS.Timeout | undefined
  server.on('listening', () => {
    timer = setInterval(() => {
      for (const socket of open) check(socket)
    }, milliseconds / checksPerPace).unref()
  })
  server.on('close', () => clearInterval(timer))
}

/** Node counts a large write as pending until all of it is sent; only the underlying handle has the progress. */
function sendProgressOf(socket: Socket): { waiting: number; sent: number } {
  const { _handle: handle } = socket as unknown as { _handle?: { bytesWritten: number; writeQueueSize: number } | null }
  if (!handle) return { waiting: 0, sent: 0 }
  return { waiting: handle.writeQueueSize, sent: handle.bytesWritten - handle.writeQueueSize }
}

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
