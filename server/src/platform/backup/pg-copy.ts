import { once } from 'node:events'
import type { Socket } from 'node:net'
import type pg from 'pg'

/** What `pg` has of the protocol beyond its types. */
type CopyConnection = {
  stream: Socket
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** So much is kept for whoever takes it more slowly than it comes. */
const maxBufferedBytes = 1 << 20

const copiedRowCountOf = ({ text }: { text: string }): number => Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0)

/** The lines of a `copy … to stdout`, a row each, as many as have come; answers how many they were. */
export async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer[], number> {
  const arriving = createRowQueue()
  client.query(arriving.query(text) as never)
  for (;;) {
    const lines = await arriving.next()
    if (!lines) return arriving.rows()
    yield lines
  }
}

/** Between the connection, which pushes, and whoever pulls. */
function createRowQueue() {
  let lines: Buffer[] = []
  let bytes = 0
  let rows = 0
  let end: 'open' | 'done' | { error: Error } = 'open'
  let wire: CopyConnection | undefined
  let wake = Promise.withResolvers<void>()
  const over = (how: typeof end) => {
    if (end === 'open') end = how
    wake.resolve()
  }
  return {
    rows: () => rows,
    query: (text: string) => ({
      submit(connection: CopyConnection) {
        wire = connection
        connection.query(text)
      },
      handleCopyData({ chunk }: { chunk: Buffer }) {
        // The connection reads the next bytes into the same memory.
        lines.push(Buffer.from(chunk))
        bytes += chunk.length
        if (bytes > maxBufferedBytes) wire?.stream.pause()
        wake.resolve()
      },
      handleCommandComplete(message: { text: string }) {
        rows = copiedRowCountOf(message)
      },
      handleReadyForQuery: () => over('done'),
      handleError: (error: Error) => over({ error }),
    }),
    /** What has come since; nothing once all of it was taken. */
    async next(): Promise<Buffer[] | undefined> {
      while (lines.length === 0) {
        if (typeof end === 'object') throw end.error
        if (end === 'done') return undefined
        wake = Promise.withResolvers()
        wire?.stream.resume()
        await wake.promise
      }
      const taken = lines
      lines = []
      bytes = 0
      return taken
    },
  }
}

/** Gives bytes to a `copy … from stdin`; answers how many rows they were. */
export function copyIn(client: pg.Client, text: string, bytes: AsyncIterable<Buffer>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const refused = new AbortController()
  let rows = 0
  let failure: Error | undefined
  const query = {
    submit: (connection: CopyConnection) => connection.query(text),
    handleCopyInResponse: (connection: CopyConnection) =>
      void sendChunks(bytes, connection, refused.signal).catch((error) => {
        failure ??= error
        connection.sendCopyFail('the source broke off')
      }),
    handleCommandComplete(message: { text: string }) {
      rows = copiedRowCountOf(message)
    },
    handleReadyForQuery: () => resolve(rows),
    handleError(error: Error) {
      refused.abort()
      reject(failure ?? error)
    },
  }
  client.query(query as never)
  return promise
}

async function sendChunks(bytes: AsyncIterable<Buffer>, wire: CopyConnection, signal: AbortSignal): Promise<void> {
  for await (const chunk of bytes) {
    signal.throwIfAborted()
    wire.sendCopyFromChunk(chunk)
    if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain', { signal })
  }
  wire.endCopyFrom()
}
