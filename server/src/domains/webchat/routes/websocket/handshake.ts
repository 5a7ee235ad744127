import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** RFC 6455, section 1.3. */
const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** Completes the WebSocket handshake; rejects an invalid request and closes the connection. */
export function performHandshake({ method, headers }: IncomingMessage, socket: Duplex): boolean {
  const key = headers['sec-websocket-key'] ?? ''
  const asked = method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && /^[\w+/]{22}==$/.test(key)
  if (!asked || headers['sec-websocket-version'] !== '13') {
    rejectUpgrade(socket, '400 Bad Request')
    return false
  }
  const accept = hash('sha1', key + magic, 'base64')
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
  )
  return true
}

/** For clients that do not close their side. */
const closeTimeoutMs = 2_000

export function rejectUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\nsec-websocket-version: 13\r\n\r\n`)
  setTimeout(() => socket.destroy(), closeTimeoutMs).unref()
}
