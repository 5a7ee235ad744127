import type { Call, Line } from './line.ts'
import { pollingLine } from './polling-line.ts'
import { socketLine } from './socket-line.ts'

const leastWaitMs = 300
const mostWaitMs = 15_000

type Connected = {
  onLine(line: Line): void
  onLost(): void
}

/** Keeps a line to the gateway until the token is not known any more: a socket, or requests where none gets through. */
export async function keepConnected(call: Call, { onLine, onLost }: Connected): Promise<void> {
  let waitMs = leastWaitMs
  for (let open: typeof socketLine = socketLine; ; ) {
    const opened = Promise.withResolvers<void>()
    const line = open({ ...call, onOpen: opened.resolve })
    void opened.promise.then(() => {
      waitMs = leastWaitMs
      onLine(line)
    })
    const end = await line.ended
    if (end === 'unknownVisitor') return
    onLost()
    const tryRequests = end === 'refused' && open === socketLine
    open = tryRequests ? pollingLine : socketLine
    if (tryRequests) continue
    await quiet(waitMs * (0.5 + Math.random()))
    waitMs = Math.min(waitMs * 2, mostWaitMs)
  }
}

/** So long, or until the network is back. */
function quiet(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    addEventListener('online', done)
  })
}
