import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { clientFrameLimits } from '@parley/webchat-protocol'
import { type WebSocket, WebSocketServer } from 'ws'

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
  onText(text: string): void
  onPong(): void
  onClose(): void
}

/** A WebSocket and the connection below it, which tells when the browser reads too slowly. */
export type AcceptedWebSocket = { webSocket: WebSocket; socket: Duplex }

/** For clients that do not close their side. */
const closeTimeoutMs = 2_000

const options = {
  noServer: true,
  clientTracking: false,
  maxPayload: clientFrameLimits.frameBytes,
  closeTimeout: closeTimeoutMs,
  // `openWebSocket` answers pings: the library drops a client with 60 unsent pongs, where pausing is enough.
  autoPong: false,
  handleProtocols: () => false as const,
}
const server = new WebSocketServer(options)
server.on('wsClientError', (_error, socket) => rejectUpgrade(socket, '400 Bad Request'))

type Upgrade = { request: IncomingMessage; socket: Duplex; head: Buffer }

/** Completes the WebSocket handshake; rejects an invalid request and closes the connection. */
export function acceptUpgrade({ request, socket, head }: Upgrade, onOpen: (accepted: AcceptedWebSocket) => void): void {
  // The library also speaks version 8, a draft.
  if (request.headers['sec-websocket-version'] !== '13') rejectUpgrade(socket, '400 Bad Request')
  else server.handleUpgrade(request, socket, head, (webSocket) => onOpen({ webSocket, socket }))
}

export function rejectUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\nsec-websocket-version: 13\r\n\r\n`)
  setTimeout(() => socket.destroy(), closeTimeoutMs).unref()
}

export function openWebSocket(
  { webSocket, socket }: AcceptedWebSocket,
  { onText, onPong, onClose }: WebSocketHandlers,
): WebSocketConnection {
  const isOpen = () => webSocket.readyState === webSocket.OPEN
  const pauseIfBehind = () => {
    // Stops reading from a client that does not read, because our answers to it would pile up in memory.
    if (isOpen() && socket.writableNeedDrain) webSocket.pause()
  }
  const close = (code: number) => {
    webSocket.close(code)
    webSocket.resume()
  }
  webSocket.on('message', (data, isBinary) => {
    if (!isOpen()) return
    if (isBinary) close(1003)
    else onText(data.toString())
  })
  webSocket.on('ping', (data) => {
    webSocket.pong(data)
    pauseIfBehind()
  })
  webSocket.on('pong', onPong)
  // The library has closed the connection by then, with the code for the violation.
  webSocket.on('error', () => {})
  webSocket.once('close', onClose)
  socket.on('drain', () => webSocket.resume())
  return {
    send(text) {
      webSocket.send(text)
      pauseIfBehind()
    },
    ping() {
      webSocket.ping()
      pauseIfBehind()
    },
    waitingBytes: () => webSocket.bufferedAmount,
    async drained() {
      if (!socket.writableNeedDrain) return
      const waiting = new AbortController()
      const over = [once(socket, 'drain', waiting), once(socket, 'close', waiting)]
      await Promise.race(over).finally(() => waiting.abort())
      await Promise.allSettled(over)
    },
    close,
  }
}
