import { jwtVerify, SignJWT } from 'jose'
import type { Role } from '../../../platform/http/access.ts'
import type { Keyring } from '../../../platform/secrets/keyring.ts'

export const sessionIssuer = 'parley'
export const sessionHours = 12

/**
 * The claims of a session token: user, org and the epoch of the membership. With `openId` (the account's epoch), the
 * OpenID Connect issuer verified the email; without it, the org's password was used. `id` is the session's row; it is
 * absent when an ID token of the issuer is used directly.
 */
export type SessionClaims = { userId: string; orgId: string; epoch: number; openId?: number; id?: string }

/** The org that a session is in, and how it was entered. */
export type EnteredOrg = Omit<SessionClaims, 'userId' | 'id'> & { role: Role }

export async function signSessionToken(
  session: SessionClaims & { id: string },
  keyring: Keyring,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const expiresAt = new Date(now.getTime() + sessionHours * 3_600_000)
  const token = await new SignJWT({ org: session.orgId, epoch: session.epoch, openId: session.openId })
    .setJti(session.id)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(sessionIssuer)
    .setAudience(sessionIssuer)
    .setSubject(session.userId)
    .setIssuedAt(now)
    .setExpirationTime(expiresAt)
    .sign(keyring.signing)
  return { token, expiresAt }
}

export async function verifySessionToken(
  token: string,
  keyring: Keyring,
  now: Date,
): Promise<SessionClaims | undefined> {
  const options = { issuer: sessionIssuer, audience: sessionIssuer, algorithms: ['HS256'], currentDate: now }
  const verified = await jwtVerify(token, keyring.signing, options).catch(() => undefined)
  const { sub, org, epoch, openId, jti: id } = verified?.payload ?? {}
  if (typeof sub !== 'string' || typeof org !== 'string' || typeof epoch !== 'number' || id === undefined)
    return undefined
  return { id, userId: sub, orgId: org, epoch, ...(typeof openId === 'number' && { openId }) }
}
