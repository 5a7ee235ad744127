import { jwtVerify, SignJWT } from 'jose'
import type { Keyring } from '../../../platform/secrets/keyring.ts'

export const sessionIssuer = 'parley'
export const sessionHours = 12

/**
 * What a session token says: who, in which org, and under which epoch of the membership. With `openId` the OpenID Connect
 * issuer vouched for the e-mail, under that epoch of the account; without, it was the password of the org.
 */
export type Session = { userId: string; orgId: string; epoch: number; openId?: number }

export async function signSession(
  session: Session,
  keyring: Keyring,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const expiresAt = new Date(now.getTime() + sessionHours * 3_600_000)
  const token = await new SignJWT({ org: session.orgId, epoch: session.epoch, openId: session.openId })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(sessionIssuer)
    .setAudience(sessionIssuer)
    .setSubject(session.userId)
    .setIssuedAt(now)
    .setExpirationTime(expiresAt)
    .sign(keyring.signing)
  return { token, expiresAt }
}

export async function readSession(token: string, keyring: Keyring, now: Date): Promise<Session | undefined> {
  const options = { issuer: sessionIssuer, audience: sessionIssuer, algorithms: ['HS256'], currentDate: now }
  const verified = await jwtVerify(token, keyring.signing, options).catch(() => undefined)
  const { sub, org, epoch, openId } = verified?.payload ?? {}
  if (typeof sub !== 'string' || typeof org !== 'string' || typeof epoch !== 'number') return undefined
  return { userId: sub, orgId: org, epoch, ...(typeof openId === 'number' && { openId }) }
}
