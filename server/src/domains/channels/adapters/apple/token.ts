import { jwtVerify, SignJWT } from 'jose'
import type { AdapterBinding } from '../../adapter.ts'

type Auth = AdapterBinding['auth']

/** Apple takes none that is older than an hour; ours lives for one call. */
const tokenMaxAgeSeconds = 3600
const clockToleranceSeconds = 60

export function createAppleToken(auth: Auth, now: Date): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(auth.mspId ?? '')
    .setIssuedAt(now)
    .sign(keyOf(auth))
}

/** Apple signs what it sends with the secret that we share, for us to hear. */
export async function verifyAppleToken(token: string, auth: Auth, now: Date): Promise<boolean> {
  if (!auth.mspId || keyOf(auth).length === 0) return false
  const options = {
    algorithms: ['HS256'],
    audience: auth.mspId,
    maxTokenAge: tokenMaxAgeSeconds,
    clockTolerance: clockToleranceSeconds,
    currentDate: now,
  }
  return jwtVerify(token, keyOf(auth), options).then(
    () => true,
    () => false,
  )
}

function keyOf({ mspSecret = '' }: Auth): Uint8Array {
  return Buffer.from(mspSecret, 'base64')
}
