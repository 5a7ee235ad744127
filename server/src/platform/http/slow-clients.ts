import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** So much within each so many milliseconds. */
export type TransferPace = { milliseconds: number; bytes: number }

/** How slow a client may be; `docs/operations.md` promises these limits to operators. */
export type ClientLimits = {
  /** From the first byte of a request, or from the connection, to the end of the head. */
  headMilliseconds: number
  /** From the head to the end of the body. */
  bodyMilliseconds: number
  /** For uploads, which may take longer than a body, and for answers that wait to be read. */
  pace: TransferPace
}

export const clientLimits: ClientLimits = {
  headMilliseconds: 10_000,
  bodyMilliseconds: 60_000,
  pace: { milliseconds: 60_000, bytes: 65_536 },
}

/** How often Node looks for heads that take too long; its default of 30 seconds would triple the limit. */
export const headCheckMilliseconds = ({ headMilliseconds }: ClientLimits): number =>
  Math.min(1_000, Math.ceil(headMilliseconds / 4))

const checksPerPace = 6

/** How much was sent of an answer when it was last on pace. */
type SendProgress = { sent: number; at: number }

/**
 * Ends connections whose client leaves an answer unread: its bytes, and the query behind a streamed one, would be held for as
 * long as it likes. A stream that has nothing to say may be silent; only bytes that wait count.
 */
export function closeSlowReaders(
  server: Server,
  open: ReadonlySet<Socket>,
  { milliseconds, bytes }: TransferPace,
): void {
  const marks = new WeakMap<Socket, SendProgress>()
  const check = (socket: Socket, now: number): void => {
    const { waiting, sent } = sendProgressOf(socket)
    const mark = marks.get(socket)
    if (waiting === 0) marks.delete(socket)
    else if (!mark || sent - mark.sent >= bytes) marks.set(socket, { sent, at: now })
    else if (now - mark.at >= milliseconds) socket.destroy()
  }
  let timer: NodeJS.Timeout | undefined
  server.on('listening', () => {
    timer = setInterval(() => {
      const now = performance.now()
      for (const socket of open) check(socket, now)
    }, milliseconds / checksPerPace).unref()
  })
  server.on('close', () => clearInterval(timer))
}

/** Node counts a large write as one until all of it is sent; only the handle below knows how far it has come. */
function sendProgressOf(socket: Socket): { waiting: number; sent: number } {
  const { _handle: handle } = socket as unknown as { _handle?: { bytesWritten: number; writeQueueSize: number } | null }
  if (!handle) return { waiting: 0, sent: 0 }
  return { waiting: handle.writeQueueSize, sent: handle.bytesWritten - handle.writeQueueSize }
}
