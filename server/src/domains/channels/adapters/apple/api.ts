import { type Bound, DispatchFailed, type Tools } from '../../adapter.ts'
import { callProvider, type ProviderAnswer, type ProviderRequest } from '../call.ts'
import { newToken } from './token.ts'

const servers = 'https://mspgw.push.apple.com'

/** One call of Apple's gateway for providers, on behalf of the business. */
export async function callApple(
  path: string,
  request: Pick<ProviderRequest, 'headers' | 'body'>,
  binding: Bound,
  tools: Tools,
): Promise<ProviderAnswer> {
  const headers = { ...(await ownHeaders(binding, tools)), ...request.headers }
  const refine = ({ status }: ProviderAnswer) => (status === 410 ? closed() : undefined)
  return callProvider({ provider: 'Apple', url: addressOf(path, tools), ...request, headers, refine }, tools)
}

export function addressOf(path: string, { apis }: Tools): string {
  return `${apis.apple ?? servers}/v1/${path}`
}

export async function ownHeaders({ auth }: Bound, { world }: Tools): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await signed(auth, world.now())}`, 'source-id': auth.businessId ?? '' }
}

/** A secret that is no key makes no token. */
function signed(auth: Bound['auth'], now: Date): Promise<string> {
  return newToken(auth, now).catch(() => {
    throw new DispatchFailed('credentials', 'The provider secret is not Base64')
  })
}

/** Whoever has closed the conversation is not written to until they write again. */
function closed(): DispatchFailed {
  return new DispatchFailed('unreachable', 'The person has closed the conversation')
}
