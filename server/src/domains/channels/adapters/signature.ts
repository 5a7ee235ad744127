import { createHmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto'

export type SignatureScheme = {
  algorithm: 'sha1' | 'sha256' | 'sha512'
  key: string | KeyObject
  encoding: 'hex' | 'base64'
}

export function createSignature(
  { algorithm, key, encoding }: SignatureScheme,
  ...content: (string | Uint8Array)[]
): string {
  const hmac = createHmac(algorithm, key)
  for (const piece of content) hmac.update(piece)
  return hmac.digest(encoding)
}

/** Rejects everything if the key is empty. */
export function verifySignature(
  seal: SignatureScheme,
  signature: string | undefined,
  ...content: (string | Uint8Array)[]
): boolean {
  if (seal.key === '' || !signature) return false
  return isSameSecret(signature, createSignature(seal, ...content))
}

/** Compares in constant time. */
export function isSameSecret(actual: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', actual, 'buffer'), hash('sha256', expected, 'buffer'))
}
