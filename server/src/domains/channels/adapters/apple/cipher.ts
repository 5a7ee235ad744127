import { createCipheriv, createDecipheriv } from 'node:crypto'

const algorithm = 'aes-256-ctr'
/** Every key is used once, so that the counter may begin at nought. */
const counter = Buffer.alloc(16)
/** Apple writes a byte of noughts before a key. */
const keyPrefix = '00'

/** A file as it lies at Apple, and its key as Apple writes it. */
export function encryptFile(bytes: Uint8Array, key: Buffer): { bytes: Buffer; key: string } {
  const cipher = createCipheriv(algorithm, key, counter)
  const all = Buffer.concat([cipher.update(bytes), cipher.final()])
  return { bytes: all, key: keyPrefix + key.toString('hex').toUpperCase() }
}

/** Undefined where the key is none. */
export function parseFileKey(key: string): Buffer | undefined {
  return /^00[0-9a-f]{64}$/i.test(key) ? Buffer.from(key.slice(keyPrefix.length), 'hex') : undefined
}

export function createDecryptStream(key: Buffer): TransformStream<Uint8Array, Uint8Array> {
  const decipher = createDecipheriv(algorithm, key, counter)
  return new TransformStream({ transform: (chunk, controller) => controller.enqueue(decipher.update(chunk)) })
}
