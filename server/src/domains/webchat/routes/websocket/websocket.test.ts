import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Duplex } from 'node:stream'
import { test } from 'node:test'
import { encodeFrame, opcodes } from './frames.ts'
import { openWebSocket } from './websocket.ts'

/** A connection whose other end takes nothing until it is told to. */
function lazyConnection() {
  const taken: Buffer[] = []
  let takes = false
  let take = () => {}
  const socket = new Duplex({
    read() {},
    write(chunk, _encoding, done) {
      take = () => {
        taken.push(chunk)
        done()
      }
      if (takes) take()
    },
  })
  const wakeUp = () => {
    takes = true
    take()
  }
  return { socket, taken, wakeUp }
}

const ping = () => {
  const plain = encodeFrame(opcodes.ping, Buffer.alloc(125))
  plain[1]! |= 0x80
  // A mask of zeros changes nothing.
  return Buffer.concat([plain.subarray(0, 2), Buffer.alloc(4), plain.subarray(2)])
}

test('whoever takes nothing is heard no more, and again when they have taken it', async () => {
  const { socket, taken, wakeUp } = lazyConnection()
  openWebSocket(socket, { mostBytes: 65_536, head: Buffer.alloc(0), onText() {}, onPong() {}, onClose() {} })
  const many = 5_000
  const paused = once(socket, 'pause')
  for (let count = 0; count < many; count++) socket.push(ping())
  await paused
  const waiting = socket.writableLength
  assert.ok(waiting < 70_000, `${waiting} bytes`)
  wakeUp()
  while (Buffer.concat(taken).length < many * 127) await once(socket, 'drain')
  assert.equal(Buffer.concat(taken).length, many * 127)
  assert.equal(socket.isPaused(), false)
  socket.destroy()
})
