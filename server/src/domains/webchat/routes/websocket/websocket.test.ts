import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Duplex } from 'node:stream'
import { test } from 'node:test'
import { encodeFrame, opcodes } from './frames.ts'
import { openWebSocket } from './websocket.ts'

/** A connection whose other end reads nothing until released. */
function lazyConnection(wholeBytes: number) {
  const whole = Promise.withResolvers<void>()
  let taken = 0
  let takes = false
  let take = () => {}
  const socket = new Duplex({
    read() {},
    write(chunk, _encoding, done) {
      take = () => {
        taken += chunk.length
        if (taken >= wholeBytes) whole.resolve()
        done()
      }
      if (takes) take()
    },
  })
  const wakeUp = () => {
    takes = true
    take()
  }
  return { socket, whole: whole.promise, wakeUp }
}

const ping = () => {
  const plain = encodeFrame(opcodes.ping, Buffer.alloc(125))
  plain[1]! |= 0x80
  // A zero mask changes nothing.
  return Buffer.concat([plain.subarray(0, 2), Buffer.alloc(4), plain.subarray(2)])
}

test('whoever takes nothing is heard no more, and again when they have taken it', async () => {
  const many = 5_000
  const { socket, whole, wakeUp } = lazyConnection(many * 127)
  openWebSocket(socket, { maxBytes: 65_536, head: Buffer.alloc(0), onText() {}, onPong() {}, onClose() {} })
  const paused = once(socket, 'pause')
  for (let count = 0; count < many; count++) socket.push(ping())
  await paused
  const waiting = socket.writableLength
  assert.ok(waiting < 70_000, `${waiting} bytes`)
  wakeUp()
  await whole
  socket.destroy()
})
