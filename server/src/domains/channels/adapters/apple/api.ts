import { type AdapterBinding, type AdapterTools, DispatchFailedError } from '../../adapter.ts'
import { callProvider, type ProviderAnswer, type ProviderRequest } from '../call.ts'
import { createAppleToken } from './token.ts'

const servers = 'https://mspgw.push.apple.com'

/** One call of Apple's gateway for providers, on behalf of the business. */
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

/** A secret that is no key makes no token. */
function signToken(auth: AdapterBinding['auth'], now: Date): Promise<string> {
  return createAppleToken(auth, now).catch(() => {
    throw new DispatchFailedError('credentials', 'The provider secret is not Base64')
  })
}

/** Whoever has closed the conversation is not written to until they write again. */
function toClosedFailure(): DispatchFailedError {
  return new DispatchFailedError('unreachable', 'The person has closed the conversation')
}
