import { jwtVerify, SignJWT } from 'jose'
import { type AdapterBinding, type AdapterTools, DispatchFailedError } from '../../adapter.ts'
import { callProvider, type ProviderAnswer, type ProviderRequest } from '../call.ts'
import { toClosedFailure } from './errors.ts'

type Auth = AdapterBinding['auth']

/** Apple rejects tokens older than an hour. Ours live for one call. */
const tokenMaxAgeSeconds = 3600
const clockToleranceSeconds = 60

function createAppleToken(auth: Auth, now: Date): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(auth.mspId ?? '')
    .setIssuedAt(now)
    .sign(keyOf(auth))
}

/** Verifies the token with which Apple signs its calls, using the shared secret. */
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

const servers = 'https://mspgw.push.apple.com'

/** Calls Apple's gateway for messaging service providers on behalf of the business. */
export async function callApple(
  path: string,
  request: Pick<ProviderRequest, 'headers' | 'body'>,
  binding: AdapterBinding,
  tools: AdapterTools,
): Promise<ProviderAnswer> {
  const headers = { ...(await buildAppleHeaders(binding, tools)), ...request.headers }
  const refine = ({ status }: ProviderAnswer) => (status === 410 ? toClosedFailure() : undefined)
  return callProvider({ provider: 'Apple', url: buildAppleUrl(path, tools), ...request, headers, refine }, tools)
}

export function buildAppleUrl(path: string, { apis }: AdapterTools): string {
  return `${apis.apple ?? servers}/v1/${path}`
}

export async function buildAppleHeaders(
  { auth }: AdapterBinding,
  { world }: AdapterTools,
): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await signToken(auth, world.now())}`, 'source-id': auth.businessId ?? '' }
}

/** Rejects if the secret is not a valid key. */
function signToken(auth: AdapterBinding['auth'], now: Date): Promise<string> {
  return createAppleToken(auth, now).catch(() => {
    throw new DispatchFailedError('credentials', 'The provider secret is not Base64')
  })
}
