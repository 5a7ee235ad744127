import { createPollingTransport } from './polling-transport.ts'
import { createSocketTransport } from './socket-transport.ts'
import type { ChatTransport, ChatTransportOptions } from './transport.ts'

const minWaitMs = 300
const maxWaitMs = 15_000

type ConnectionListener = {
  onConnected(transport: ChatTransport): void
  onLost(): void
}

/**
 * Stays connected to the gateway until the token is no longer valid: by a socket, or by polling if no socket gets
 * through.
 */
export async function maintainConnection(
  options: ChatTransportOptions,
  { onConnected, onLost }: ConnectionListener,
): Promise<void> {
  let waitMs = minWaitMs
  for (let open: typeof createSocketTransport = createSocketTransport; ; ) {
    const opened = Promise.withResolvers<void>()
    const transport = open({ ...options, onOpen: opened.resolve })
    void opened.promise.then(() => {
      waitMs = minWaitMs
      onConnected(transport)
    })
    const end = await transport.ended
    if (end === 'unknownVisitor') return
    onLost()
    const tryRequests = end === 'refused' && open === createSocketTransport
    open = tryRequests ? createPollingTransport : createSocketTransport
    if (tryRequests) continue
    await waitOrOnline(waitMs * (0.5 + Math.random()))
    waitMs = Math.min(waitMs * 2, maxWaitMs)
  }
}

/** Waits for the given time, or until the browser is back online. */
function waitOrOnline(milliseconds: number): Promise<void> {
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
