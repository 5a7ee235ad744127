import { createHmac, timingSafeEqual } from 'node:crypto'

/** Time-based one-time passwords (RFC 6238 over RFC 4226): SHA-1, 30 seconds, 6 digits, which every app supports. */

const stepSeconds = 30
const defaultDigits = 6
/** The length of the MAC, as RFC 4226 recommends. */
export const totpSecretBytes = 20

export function hotp(secret: Buffer, counter: number, digits = defaultDigits): string {
  const moving = Buffer.alloc(8)
  moving.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac('sha1', secret).update(moving).digest()
  const at = (mac.at(-1) as number) & 0xf
  const number = mac.readUInt32BE(at) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

export const totpStepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds)

/**
 * Returns the step that the code matches: the current one, the one before or the one after. Always compares all three,
 * in constant time.
 */
export function matchTotpStep(secret: Buffer, code: string, now: Date): number | undefined {
  const current = totpStepAt(now)
  const [step] = [current - 1, current, current + 1].filter((one) => equalsInConstantTime(hotp(secret, one), code))
  return step
}

function equalsInConstantTime(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, without padding. */
export function encodeBase32(bytes: Buffer): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(held >> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text
}

type OtpAuthAccount = { email: string; org: string }

export function buildOtpauthUrl(secret: Buffer, { email, org }: OtpAuthAccount): string {
  const query = new URLSearchParams({
    ...{ secret: encodeBase32(secret), issuer: 'Parley', algorithm: 'SHA1' },
    ...{ digits: String(defaultDigits), period: String(stepSeconds) },
  })
  return `otpauth://totp/${encodeURIComponent(`Parley:${email} (${org})`)}?${query}`
}
