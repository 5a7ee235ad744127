import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '../../../../platform/db/database.ts'
import { inTransaction } from '../../../../platform/db/transaction.ts'
import { timestamp } from '../../../../platform/http/schemas.ts'
import type { Keyring, ReEncrypt } from '../../../../platform/secrets/keyring.ts'
import { hashToken } from '../../../../platform/secrets/tokens.ts'
import type { World } from '../../../../platform/world.ts'
import { endOtherSessions } from '../sessions/queries.ts'
import {
  confirmFactor,
  consumeRecoveryCode,
  consumeTotpStep,
  findFactor,
  listAllFactors,
  reEncryptFactor,
  startFactor,
} from './queries.ts'

/** Time-based one-time passwords (RFC 6238 over RFC 4226): SHA-1, 30 seconds, 6 digits, which every app supports. */

const stepSeconds = 30
const defaultDigits = 6
/** The length of the MAC, as RFC 4226 recommends. */
const totpSecretBytes = 20

export function computeHotp(secret: Buffer, counter: number, digits = defaultDigits): string {
  const moving = Buffer.alloc(8)
  moving.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac('sha1', secret).update(moving).digest()
  const at = (mac.at(-1) as number) & 0xf
  const number = mac.readUInt32BE(at) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

export const computeTotpStep = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds)

/**
 * Returns the step that the code matches: the current one, the one before or the one after. Always compares all three,
 * in constant time.
 */
export function matchTotpStep(secret: Buffer, code: string, now: Date): number | undefined {
  const current = computeTotpStep(now)
  const [step] = [current - 1, current, current + 1].filter((one) =>
    equalsInConstantTime(computeHotp(secret, one), code),
  )
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

const codeCount = 10
/** 80 random bits: 16 letters. */
const codeBytes = 10

/** Shown once, in the form `abcd-efgh-ijkl-mnop`. */
function generateRecoveryCodes(world: World): string[] {
  return Array.from({ length: codeCount }, () => {
    const letters = encodeBase32(world.randomBytes(codeBytes)).toLowerCase()
    return (letters.match(/.{4}/g) as string[]).join('-')
  })
}

/** Ignores case, spaces and dashes. */
const hashRecoveryCode = (code: string): Buffer => hashToken(code.toLowerCase().replace(/[\s-]/g, ''))

const code = z.string().min(1).max(64)
const password = z.string().max(256)

export const SecondFactorStatus = z
  .strictObject({
    enabled: z.boolean(),
    enabledAt: timestamp.optional(),
    recoveryCodesLeft: z.int().min(0).optional().meta({ description: 'Out of the ten shown at setup.' }),
  })
  .meta({
    id: 'SecondFactor',
    examples: [{ enabled: true, enabledAt: '2030-01-31T09:00:00.000Z', recoveryCodesLeft: 10 }],
  })

export const SecondFactorStart = z
  .strictObject({ password })
  .meta({ id: 'SecondFactorStart', examples: [{ password: 'a long pass phrase' }] })

export const NewSecondFactor = z
  .strictObject({
    secret: z.string().meta({ description: 'Base32, for an app that does not accept links.' }),
    otpauthUrl: z.string().meta({ description: 'The same as a link, which can be shown as a QR code.' }),
  })
  .meta({
    id: 'NewSecondFactor',
    examples: [{ secret: 'GEZDGNBVGY3TQOJQ…', otpauthUrl: 'otpauth://totp/Parley%3Aowner%40example.com?secret=…' }],
  })

export const SecondFactorCode = z
  .strictObject({ code })
  .meta({ id: 'SecondFactorCode', examples: [{ code: '123456' }] })

export const RecoveryCodes = z
  .strictObject({ recoveryCodes: z.array(z.string()) })
  .meta({ id: 'RecoveryCodes', examples: [{ recoveryCodes: ['abcd-efgh-ijkl-mnop'] }] })

export const SecondFactorRemoval = z
  .strictObject({ password, code })
  .meta({ id: 'SecondFactorRemoval', examples: [{ password: 'a long pass phrase', code: '123456' }] })

/** The owner of a factor. Like a password, a factor belongs to a membership. */
export type FactorHolder = { orgId: string; userId: string }

const secondFactorAad = ({ orgId, userId }: FactorHolder): string => `second factor ${orgId} ${userId}`

type FactorContext = { keyring: Keyring; world: World }

/** Creates a secret that is not required yet; undefined when a factor is enabled. */
export async function beginFactor(db: Db, holder: FactorHolder & { email: string }, { keyring, world }: FactorContext) {
  const { orgId, userId, email } = holder
  const secret = world.randomBytes(totpSecretBytes)
  const sealed = keyring.encrypt(secret.toString('hex'), secondFactorAad(holder))
  const isNew = await startFactor(db, { id: orgId }, userId, { secret: sealed, now: world.now() })
  return isNew
    ? { secret: encodeBase32(secret), otpauthUrl: buildOtpauthUrl(secret, { email, org: orgId }) }
    : undefined
}

type FactorConfirmation = FactorHolder & { code: string; sessionId?: string }

/** Enables the pending factor and ends all other sessions; undefined when the code is wrong or no factor is pending. */
export async function enableFactor(db: Db, confirmation: FactorConfirmation, { keyring, world }: FactorContext) {
  const { orgId, userId, sessionId } = confirmation
  const [org, now] = [{ id: orgId }, world.now()]
  const factor = await findFactor(db, org, userId)
  if (!factor || factor.confirmedAt) return undefined
  const step = matchTotpStep(decryptSecret(factor.secret, confirmation, keyring), digitsOf(confirmation.code), now)
  if (step === undefined) return undefined
  const recoveryCodes = generateRecoveryCodes(world)
  return inTransaction(db, async (tx) => {
    const hashes = recoveryCodes.map(hashRecoveryCode)
    if (!(await confirmFactor(tx, org, userId, { step, hashes, now }))) return undefined
    await endOtherSessions(tx, org, userId, sessionId)
    return { recoveryCodes }
  })
}

/** Consumes an app code or a recovery code; false when it is wrong, expired or already used. */
export async function consumeSecondFactorCode(
  db: Db,
  { orgId, userId, code }: FactorHolder & { code: string },
  { keyring, now }: { keyring: Keyring; now: Date },
): Promise<boolean> {
  const org = { id: orgId }
  const factor = await findFactor(db, org, userId)
  if (!factor?.confirmedAt) return false
  const digits = digitsOf(code)
  if (!/^\d{6}$/.test(digits)) return consumeRecoveryCode(db, org, userId, hashRecoveryCode(code))
  const step = matchTotpStep(decryptSecret(factor.secret, { orgId, userId }, keyring), digits, now)
  return step !== undefined && consumeTotpStep(db, org, userId, step)
}

const digitsOf = (code: string): string => code.replace(/\s/g, '')

const decryptSecret = (sealed: Buffer, holder: FactorHolder, keyring: Keyring): Buffer =>
  Buffer.from(keyring.decrypt(sealed, secondFactorAad(holder)), 'hex')

/** Re-encrypts every secret with another key and returns how many there were. */
export async function reEncryptSecondFactors(tx: Db, reEncrypt: ReEncrypt): Promise<number> {
  const factors = await listAllFactors(tx)
  for (const { org_id: orgId, user_id: userId, secret } of factors) {
    await reEncryptFactor(tx, { id: orgId }, userId, reEncrypt(secret, secondFactorAad({ orgId, userId })))
  }
  return factors.length
}
