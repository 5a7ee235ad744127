import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A client that does everything as slowly as it can and never closes the connection. */

async function connected(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  // Writing to a closed connection causes a reset.
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** `once` of node:events would throw on a reset. */
const closed = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()))

/**
 * Sends the given text at once and then one byte per second; returns after how many seconds the server closed the
 * connection.
 */
export async function sendSlowly(origin: string, sentAtOnce: string, maxSeconds: number): Promise<number> {
  const socket = await connected(origin)
  const began = performance.now()
  socket.resume()
  socket.write(sentAtOnce)
  const timer = setInterval(() => socket.write('a'), 1_000)
  await Promise.race([closed(socket), sleep(maxSeconds * 1000)])
  clearInterval(timer)
  socket.destroy()
  return (performance.now() - began) / 1000
}

/**
 * Requests more of a page than any buffer holds, reads a little, then pauses; returns whether more data still arrives.
 */
export async function readSlowly(origin: string, path: string, seconds: number): Promise<boolean> {
  const { length } = await (await fetch(origin + path)).arrayBuffer().then((body) => ({ length: body.byteLength }))
  const times = Math.ceil(tooMuchBytes / length)
  const socket = await connected(origin)
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(times))
  await once(socket, 'data')
  socket.pause()
  await sleep(seconds * 1000)
  let read = 0
  const isWhole = () => read >= length * (times - 1)
  socket.on('data', (chunk) => {
    read += chunk.length
    if (isWhole()) socket.destroy()
  })
  socket.on('end', () => socket.destroy())
  socket.resume()
  await Promise.race([closed(socket), sleep(10_000)])
  socket.destroy()
  return isWhole()
}

const tooMuchBytes = 32_000_000
