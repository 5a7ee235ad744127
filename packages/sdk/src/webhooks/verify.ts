/** Shared by both kinds of signed requests: a recent timestamp and a matching HMAC. */

export type RefusedBecause = 'missing_headers' | 'bad_timestamp' | 'stale' | 'future' | 'bad_signature' | 'bad_body'

const reasonMessages: Record<RefusedBecause, string> = {
  missing_headers: 'The request has no signature or no timestamp',
  bad_timestamp: 'The timestamp of the request is not a number of seconds',
  stale: 'The request is older than 300 seconds; it may be a replay, or a clock is wrong',
  future: 'The timestamp of the request is more than 300 seconds in the future; a clock is wrong',
  bad_signature:
    'The signature does not match: the secret is different, or the body is not byte for byte what was sent',
  bad_body: 'The signed body is not a JSON object',
}

/** The request is not authentic. Respond with 401 and do not act on it. */
export class NotVerified extends Error {
  override readonly name = 'NotVerified'
  readonly reason: RefusedBecause

  constructor(reason: RefusedBecause) {
    super(reasonMessages[reason])
    this.reason = reason
  }
}

export type SignedRequest = {
  headers: Headers | Record<string, string | string[] | undefined>
  /** The raw body as received: JSON that was parsed and serialized again has different bytes. */
  body: string | Uint8Array | ArrayBuffer
  /** Pass several during rotation. */
  secret: string | readonly string[]
  now?: Date
}

const toleratedSeconds = 300
/** Maximum signatures per header; a sender has two while it rotates its secret. */
export const maxSignatures = 10
const encoder = new TextEncoder()

export type Bytes = Uint8Array<ArrayBuffer>

export function readHeader(headers: SignedRequest['headers'], name: string): string {
  const given = headers instanceof Headers ? headers.get(name) : valueIn(headers, name)
  if (!given) throw new NotVerified('missing_headers')
  return given
}

function valueIn(headers: Record<string, string | string[] | undefined>, name: string): string | undefined {
  const key = Object.keys(headers).find((one) => one.toLowerCase() === name)
  return key === undefined ? undefined : [headers[key]].flat().join(' ')
}

export function assertFresh(timestamp: string, now: Date): void {
  if (!/^\d{1,12}$/.test(timestamp)) throw new NotVerified('bad_timestamp')
  const age = Math.floor(now.getTime() / 1000) - Number(timestamp)
  if (age > toleratedSeconds) throw new NotVerified('stale')
  if (age < -toleratedSeconds) throw new NotVerified('future')
}

export function toBytes(body: SignedRequest['body']): Bytes {
  return typeof body === 'string' ? encoder.encode(body) : new Uint8Array(body)
}

export function concatBytes(front: string, body: Bytes): Bytes {
  const head = encoder.encode(front)
  const whole = new Uint8Array(head.length + body.length)
  whole.set(head)
  whole.set(body, head.length)
  return whole
}

/**
 * Asserts that one of the keys made one of the signatures; computes one HMAC per key, however many signatures there
 * are.
 */
export async function assertSigned(signed: Bytes, signatures: readonly Bytes[], keys: readonly Bytes[]): Promise<void> {
  const { subtle } = globalThis.crypto
  for (const bytes of keys) {
    const key = await subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    const made = new Uint8Array(await subtle.sign('HMAC', key, signed))
    if (signatures.some((signature) => isEqualConstantTime(signature, made))) return
  }
  throw new NotVerified('bad_signature')
}

/** Compares in constant time, wherever the bytes differ. */
function isEqualConstantTime(one: Bytes, other: Bytes): boolean {
  if (one.length !== other.length) return false
  return one.reduce((difference, byte, at) => difference | (byte ^ (other[at] ?? 0)), 0) === 0
}

/** An unset variable must not become a guessable secret. */
export function parseSecrets(secret: SignedRequest['secret']): string[] {
  const secrets = [secret].flat()
  const sound = secrets.length > 0 && secrets.every((one) => typeof one === 'string' && one.length > 0)
  if (!sound) throw new TypeError('The secret is missing: is its environment variable set?')
  return secrets
}

export function parseBody(body: Bytes): object {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Reported below as bad_body.
  }
  throw new NotVerified('bad_body')
}
