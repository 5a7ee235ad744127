import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { encodeFrame, FrameReader, opcodes, ProtocolError, type WebSocketMessage } from './frames.ts'

export type WebSocketConnection = {
  send(text: string): void
  ping(): void
  /** Bytes that the other side has not received yet. */
  waitingBytes(): number
  /** Resolves when the other side has caught up, or is gone. */
  drained(): Promise<void>
  close(code: number): void
}

type WebSocketHandlers = {
  maxBytes: number
  /** Bytes that had already arrived after the request. */
  head: Buffer
  onText(text: string): void
  onPong(): void
  onClose(): void
}

/** For browsers that do not answer the close frame. */
const closeTimeoutMs = 2_000
const utf8 = new TextDecoder('utf-8', { fatal: true })

export function openWebSocket(
  socket: Duplex,
  { maxBytes, head, onText, onPong, onClose }: WebSocketHandlers,
): WebSocketConnection {
  const reader = new FrameReader(maxBytes)
  let closing = false
  const write = (opcode: number, payload: Buffer) => {
    if (!socket.writable || closing) return
    // Stops reading from a client that does not read, because our answers to it would pile up in memory.
    if (!socket.write(encodeFrame(opcode, payload))) socket.pause()
  }
  const close = (code: number) => {
    write(opcodes.close, Buffer.from([code >> 8, code & 255]))
    if (closing) return
    closing = true
    socket.end()
    socket.resume()
    setTimeout(() => socket.destroy(), closeTimeoutMs).unref()
  }
  const hear = ({ opcode, payload }: WebSocketMessage) => {
    if (closing) return
    if (opcode === opcodes.text) onText(readText(payload))
    else if (opcode === opcodes.binary) close(1003)
    else if (opcode === opcodes.ping) write(opcodes.pong, payload)
    else if (opcode === opcodes.pong) onPong()
    else close(1000)
  }
  const read = (chunk: Buffer) => {
    try {
      if (!closing) reader.read(chunk).forEach(hear)
    } catch (error) {
      close(error instanceof ProtocolError ? error.code : 1011)
    }
  }
  socket.on('error', () => socket.destroy())
  socket.once('close', onClose)
  socket.on('end', () => socket.end())
  socket.on('drain', () => socket.resume())
  socket.on('data', read)
  if (head.length > 0) read(head)
  return {
    send: (text) => write(opcodes.text, Buffer.from(text)),
    ping: () => write(opcodes.ping, Buffer.alloc(0)),
    waitingBytes: () => socket.writableLength,
    async drained() {
      if (!socket.writableNeedDrain) return
      const gone = new AbortController()
      const over = [once(socket, 'drain', gone), once(socket, 'close', gone)]
      await Promise.race(over).finally(() => gone.abort())
      await Promise.allSettled(over)
    },
    close,
  }
}

function readText(payload: Buffer): string {
  try {
    return utf8.decode(payload)
  } catch {
    throw new ProtocolError(1007, 'the text is not UTF-8')
  }
}
