import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A client that does everything as slowly as it can and never closes the connection. */

async function openConnection(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  // Writing to a closed connection causes a reset.
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** `once` of node:events would throw on a reset. */
const waitForClose = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()))

/**
 * Sends the given text at once and then one byte per second; returns after how many seconds the server closed the
 * connection.
 */
export async function sendSlowly(origin: string, initialText: string, maxSeconds: number): Promise<number> {
  const socket = await openConnection(origin)
  const startedAt = performance.now()
  socket.resume()
  socket.write(initialText)
  const timer = setInterval(() => socket.write('a'), 1_000)
  await Promise.race([waitForClose(socket), sleep(maxSeconds * 1000)])
  clearInterval(timer)
  socket.destroy()
  return (performance.now() - startedAt) / 1000
}

/**
 * Requests more of a page than any buffer holds, reads a little, then pauses; returns whether more data still arrives.
 */
export async function readSlowly(origin: string, path: string, seconds: number): Promise<boolean> {
  const { length } = await (await fetch(origin + path)).arrayBuffer().then((body) => ({ length: body.byteLength }))
  const requestCount = Math.ceil(minRequestedBytes / length)
  const socket = await openConnection(origin)
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(requestCount))
  await once(socket, 'data')
  socket.pause()
  await sleep(seconds * 1000)
  let receivedBytes = 0
  const isComplete = () => receivedBytes >= length * (requestCount - 1)
  socket.on('data', (chunk) => {
    receivedBytes += chunk.length
    if (isComplete()) socket.destroy()
  })
  socket.on('end', () => socket.destroy())
  socket.resume()
  await Promise.race([waitForClose(socket), sleep(10_000)])
  socket.destroy()
  return isComplete()
}

const minRequestedBytes = 32_000_000
