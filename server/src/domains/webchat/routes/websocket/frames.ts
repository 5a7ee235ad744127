/** RFC 6455, section 5, as far as a server without extensions needs it. */

export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const
export type WebSocketMessage = { opcode: number; payload: Buffer }

/** A protocol violation, with the close code sent to the other side. */
export class ProtocolError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export function encodeFrame(opcode: number, payload: Buffer): Buffer {
  return Buffer.concat([encodeHeader(opcode, payload.length), payload])
}

function encodeHeader(opcode: number, length: number): Buffer {
  const first = 0x80 | opcode
  if (length < 126) return Buffer.from([first, length])
  if (length < 65_536) return Buffer.from([first, 126, length >> 8, length & 255])
  const head = Buffer.alloc(10)
  head.writeUInt8(first, 0)
  head.writeUInt8(127, 1)
  head.writeBigUInt64BE(BigInt(length), 2)
  return head
}

type Head = { final: boolean; opcode: number; size: number; length: number; mask: Buffer }

/** Assembles whole messages from bytes, however they are chunked. Never buffers more than `maxBytes`. */
export class FrameReader {
  readonly #maxBytes: number
  #rest: Buffer = Buffer.alloc(0)
  #begun: { opcode: number; pieces: Buffer[]; bytes: number } | undefined

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  read(chunk: Buffer): WebSocketMessage[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const messages: WebSocketMessage[] = []
    for (let head = this.#head(); head; head = this.#head()) {
      const payload = unmask(this.#rest.subarray(head.size, head.size + head.length), head.mask)
      this.#rest = this.#rest.subarray(head.size + head.length)
      const message = head.opcode >= 8 ? { opcode: head.opcode, payload } : this.#gather(head, payload)
      if (message) messages.push(message)
    }
    return messages
  }

  /** Returns the header of the next frame once the whole frame has arrived. */
  #head(): Head | undefined {
    const bytes = this.#rest
    if (bytes.length < 2) return undefined
    const [first = 0, second = 0] = bytes
    const short = second & 127
    const sizeBytes = short === 126 ? 2 : short === 127 ? 8 : 0
    if ((second & 128) === 0) throw new ProtocolError(1002, 'client frames must be masked')
    if (bytes.length < 2 + sizeBytes) return undefined
    const length = sizeBytes === 0 ? short : sizeBytes === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
    const head = { final: first >= 128, opcode: first & 15, length, size: 6 + sizeBytes }
    this.#check(head, first)
    if (bytes.length < head.size + length) return undefined
    return { ...head, mask: bytes.subarray(2 + sizeBytes, head.size) }
  }

  #check({ final, opcode, length }: Omit<Head, 'mask'>, first: number): void {
    if ((first & 0x70) !== 0) throw new ProtocolError(1002, 'no extension was negotiated')
    if (!Object.values<number>(opcodes).includes(opcode)) throw new ProtocolError(1002, 'the opcode is unknown')
    if (opcode >= 8 && (!final || length > 125))
      throw new ProtocolError(1002, 'a control frame must be short and unfragmented')
    const before = opcode >= 8 ? 0 : (this.#begun?.bytes ?? 0)
    if (before + length > this.#maxBytes) throw new ProtocolError(1009, 'the message is too large')
  }

  #gather({ final, opcode }: Head, payload: Buffer): WebSocketMessage | undefined {
    if ((opcode === opcodes.continuation) !== (this.#begun !== undefined)) {
      throw new ProtocolError(1002, 'the fragments of a message must follow one another')
    }
    this.#begun ??= { opcode, pieces: [], bytes: 0 }
    const begun = this.#begun
    begun.pieces.push(payload)
    // Empty fragments count too; otherwise there could be any number of them.
    begun.bytes += payload.length + 1
    if (!final) return undefined
    this.#begun = undefined
    return { opcode: begun.opcode, payload: Buffer.concat(begun.pieces) }
  }
}

function unmask(masked: Buffer, mask: Buffer): Buffer {
  const payload = Buffer.from(masked)
  for (let at = 0; at < payload.length; at++) payload[at]! ^= mask[at & 3]!
  return payload
}
