import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { encodeFrame, FrameReader, opcodes, ProtocolError } from './frames.ts'

/** A frame as a browser sends it. */
function masked(opcode: number, payload: Buffer, { final = true, mask = Buffer.from([1, 2, 3, 4]) } = {}): Buffer {
  const plain = encodeFrame(opcode, payload)
  const head = Buffer.from(plain.subarray(0, plain.length - payload.length))
  head[0] = (final ? 0x80 : 0) | opcode
  head[1]! |= 0x80
  return Buffer.concat([head, mask, payload.map((byte, at) => byte ^ mask[at & 3]!)])
}

const reading = (bytes: Buffer, most = 1_000_000) => new FrameReader(most).read(bytes)
const payload = fc.uint8Array({ maxLength: 70_000 }).map((bytes) => Buffer.from(bytes))

test('messages are read as they were sent, however the bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(payload, { maxLength: 4 }), fc.array(fc.nat(1_000), { minLength: 1 }), (sent, cuts) => {
      const bytes = Buffer.concat(sent.map((each) => masked(opcodes.text, each)))
      const reader = new FrameReader(1_000_000)
      const got = []
      for (let at = 0, turn = 0; at < bytes.length; turn++) {
        const to = at + 1 + cuts[turn % cuts.length]!
        got.push(...reader.read(bytes.subarray(at, to)))
        at = to
      }
      assert.deepEqual(
        got.map((message) => message.payload),
        sent,
      )
    }),
    { numRuns: 30 },
  )
})

test('a message in pieces is one, and a ping between them is heard', () => {
  const pieces = [
    masked(opcodes.text, Buffer.from('Hel'), { final: false }),
    masked(opcodes.ping, Buffer.from('?')),
    masked(opcodes.continuation, Buffer.from('lo')),
  ]
  assert.deepEqual(
    reading(Buffer.concat(pieces)).map(({ opcode, payload: bytes }) => [opcode, bytes.toString()]),
    [
      [opcodes.ping, '?'],
      [opcodes.text, 'Hello'],
    ],
  )
})

const text = Buffer.from('x')
const wrong: [what: string, bytes: Buffer, code: number][] = [
  ['a frame that is not masked', encodeFrame(opcodes.text, text), 1002],
  ['an opcode that is not known', masked(3, text), 1002],
  ['a ping in pieces', masked(opcodes.ping, text, { final: false }), 1002],
  ['a ping that is too long', masked(opcodes.ping, Buffer.alloc(126)), 1002],
  ['a piece of nothing', masked(opcodes.continuation, text), 1002],
  [
    'a message that begins inside another',
    Buffer.concat([masked(opcodes.text, text, { final: false }), masked(opcodes.text, text)]),
    1002,
  ],
  ['an extension', Buffer.concat([Buffer.from([0xc1]), masked(opcodes.text, text).subarray(1)]), 1002],
  ['more than is allowed, by its head alone', Buffer.from([0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0]), 1009],
  [
    'more than is allowed, in pieces',
    Buffer.concat([
      masked(opcodes.text, Buffer.alloc(600_000), { final: false }),
      masked(opcodes.continuation, Buffer.alloc(600_000)),
    ]),
    1009,
  ],
]
for (const [what, bytes, code] of wrong) {
  test(`${what} is hung up on with ${code}`, () => {
    assert.throws(
      () => reading(bytes),
      (error) => error instanceof ProtocolError && error.code === code,
    )
  })
}
