import { once } from 'node:events'
import type { Socket } from 'node:net'
import type pg from 'pg'

/** Protocol methods of `pg` that its types do not declare. */
type CopyConnection = {
  stream: Socket
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** The buffer limit for a reader that is slower than the connection. */
const maxBufferedBytes = 1 << 20

const copiedRowCountOf = ({ text }: { text: string }): number => Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0)

/** Yields the lines of a `copy … to stdout`, one per row, in batches as they arrive. Returns the number of rows. */
export async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer[], number> {
  const arriving = createRowQueue()
  client.query(arriving.query(text) as never)
  for (;;) {
    const lines = await arriving.next()
    if (!lines) return arriving.rows()
    yield lines
  }
}

/** Buffers between the connection, which pushes, and the reader, which pulls. */
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
        // Copy the chunk: the connection reuses its memory for the next bytes.
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
    /** Returns the lines that arrived since the last call, or undefined at the end. */
    async next(): Promise<Buffer[] | undefined> {
      while (lines.length === 0) {
        if (typeof end === 'object') throw end.error
        if (end === 'done') return undefined
        wake = Promise.withResolvers()
        wire?.stream.resume()
        await wake.promise
      }
      const ready = lines
      lines = []
      bytes = 0
      return ready
    },
  }
}

/** Streams bytes into a `copy … from stdin`. Returns the number of rows. */
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
        connection.sendCopyFail('the source was interrupted')
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
