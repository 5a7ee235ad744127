import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/** Keys derived from the installation's one secret key. Each purpose has a key of its own, which is never stored. */
export type Keyring = {
  /** Encrypts with AES-256-GCM; `about` is authenticated with the text and must be the same on decryption. */
  encrypt(plain: string, about: string): Buffer
  decrypt(sealed: Buffer, about: string): string
  /** Signs session tokens. */
  signing: KeyObject
  /** Identifies the secret key without revealing it. */
  fingerprint: string
}

/** Re-encrypts with a new key, for the same `about`. */
export type ReEncrypt = (sealed: Buffer, about: string) => Buffer

const secretBytes = 32
const nonceBytes = 12
const tagBytes = 16

export function createKeyring(secret: Buffer): Keyring {
  if (secret.length !== secretBytes) throw new Error(`The secret key must be ${secretBytes} bytes`)
  const sealing = deriveKey(secret, 'sealing')
  return {
    encrypt: (plain, about) => encryptWith(sealing, plain, about),
    decrypt: (sealed, about) => decryptWith(sealing, sealed, about),
    signing: deriveKey(secret, 'session tokens'),
    fingerprint: createHmac('sha256', deriveKey(secret, 'fingerprint')).update('parley').digest('hex').slice(0, 32),
  }
}

function deriveKey(secret: Buffer, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `parley ${purpose}`, secretBytes)))
}

function encryptWith(key: KeyObject, plain: string, about: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

function decryptWith(key: KeyObject, sealed: Buffer, about: string): string {
  const nonce = sealed.subarray(0, nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(about)).setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
}
