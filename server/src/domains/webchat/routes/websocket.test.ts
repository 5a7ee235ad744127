import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Duplex } from 'node:stream'
import { test } from 'node:test'
import { acceptUpgrade, openWebSocket } from './websocket.ts'

const request = {
  method: 'GET',
  headers: {
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  },
} as unknown as IncomingMessage

/** A connection whose other end reads nothing until released. */
function lazyConnection() {
  const received: Buffer[] = []
  const arrived = Promise.withResolvers<void>()
  let wholeBytes = Number.POSITIVE_INFINITY
  let bytes = 0
  let takes = false
  let take = () => {}
  const socket = new Duplex({
    read() {},
    write(chunk, _encoding, done) {
      take = () => {
        received.push(chunk)
        bytes += chunk.length
        if (bytes >= wholeBytes) arrived.resolve()
        done()
      }
      if (takes) take()
    },
  })
  const readUntil = (total: number) => {
    wholeBytes = total
    takes = true
    take()
    return arrived.promise
  }
  return { socket, readUntil, received: () => Buffer.concat(received) }
}

function open(socket: Duplex, onText = (_text: string) => {}) {
  acceptUpgrade({ request, socket, head: Buffer.alloc(0) }, (accepted) =>
    openWebSocket(accepted, { onText, onPong() {}, onClose() {} }),
  )
  return socket.writableLength
}

const opcodes = { continuation: 0, text: 1, ping: 9 }

/** A frame as a browser sends it, with a zero mask, which changes nothing. */
function frame(opcode: number, payload: Buffer, final = true): Buffer {
  const { length } = payload
  const size = length < 126 ? [0x80 | length] : [0x80 | 126, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([(final ? 0x80 : 0) | opcode, ...size, 0, 0, 0, 0]), payload])
}

test('reading pauses while a client receives nothing, and resumes when it has received everything', async () => {
  const many = 5_000
  const { socket, readUntil } = lazyConnection()
  const handshakeBytes = open(socket)
  const paused = once(socket, 'pause')
  for (let count = 0; count < many; count++) socket.push(frame(opcodes.ping, Buffer.alloc(125)))
  await paused
  const waiting = socket.writableLength
  assert.ok(waiting < 70_000, `${waiting} bytes`)
  await readUntil(handshakeBytes + many * 127)
  socket.destroy()
})

test('a message in fragments arrives as one text', async () => {
  const { socket } = lazyConnection()
  const text = new Promise<string>((resolve) => open(socket, resolve))
  socket.push(frame(opcodes.text, Buffer.from('Hel'), false))
  socket.push(frame(opcodes.continuation, Buffer.from('lo')))
  assert.equal(await text, 'Hello')
  socket.destroy()
})

const half = Buffer.alloc(40_000, 'x')
const violations: [what: string, frames: Buffer[], code: number][] = [
  ['a frame that is not masked', [Buffer.from([0x81, 1, 0x78])], 1002],
  ['a frame of an extension', [Buffer.from([0xc1, 0x81, 0, 0, 0, 0, 0x78])], 1002],
  ['text that is not UTF-8', [frame(opcodes.text, Buffer.from([0xff]))], 1007],
  ['a frame above the limit, by its header alone', [Buffer.from([0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0])], 1009],
  [
    'a message above the limit, in fragments',
    [frame(opcodes.text, half, false), frame(opcodes.continuation, half)],
    1009,
  ],
]
for (const [what, frames, code] of violations) {
  test(`${what} closes the connection with ${code}`, async () => {
    const { socket, readUntil, received } = lazyConnection()
    const handshakeBytes = open(socket, () => assert.fail('no text is expected'))
    const closed = readUntil(handshakeBytes + 4)
    for (const each of frames) socket.push(each)
    await closed
    assert.deepEqual([...received().subarray(handshakeBytes)], [0x88, 2, code >> 8, code & 255])
    socket.destroy()
  })
}
