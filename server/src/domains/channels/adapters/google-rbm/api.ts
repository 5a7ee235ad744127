import type { AdapterBinding, AdapterTools } from '../../adapter.ts'
import { callProvider, type ProviderAnswer, type ProviderRequest } from '../call.ts'
import { readFields } from '../payload-reader.ts'
import { createAccessTokenCache } from './token.ts'

export const rbmProviderName = 'Google RBM'

export type RbmCall = {
  path: string
  query: Record<string, string>
  /** POST where there is one. */
  body?: unknown
  expects?: readonly number[]
  refine?: ProviderRequest['refine']
}

const regions = ['us', 'europe', 'asia']

/** Calls the messaging API as the agent of a binding. */
export function createRbmApi() {
  const tokens = createAccessTokenCache()
  return async (call: RbmCall, binding: AdapterBinding, tools: AdapterTools): Promise<ProviderAnswer> => {
    const { serviceAccountKey = '' } = binding.auth
    const attempt = async (expects: readonly number[]) => {
      const token = await tokens.of(serviceAccountKey, tools)
      return callProvider({ ...buildRequest(call, token, buildUrl(call, binding, tools)), expects }, tools)
    }
    const { expects = [] } = call
    const first = await attempt([...expects, 401])
    if (first.status !== 401) return first
    // The token that was kept may have been revoked. Nothing came of the call, so that it can be made again.
    tokens.forget(serviceAccountKey)
    return attempt(expects)
  }
}

function buildRequest({ body, refine }: RbmCall, token: string, url: string): ProviderRequest {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  if (body === undefined) return { provider: rbmProviderName, url, headers, refine }
  const json = { ...headers, 'content-type': 'application/json' }
  return { provider: rbmProviderName, url, headers: json, body: JSON.stringify(body), refine }
}

function buildUrl({ path, query }: RbmCall, { auth }: AdapterBinding, { apis }: AdapterTools): string {
  const region = regions.includes(auth.region ?? '') ? `${auth.region}-` : ''
  const base = apis['google-rbm'] ?? `https://${region}rcsbusinessmessaging.googleapis.com`
  return `${base}${path}?${new URLSearchParams({ ...query, agentId: auth.agentId ?? '' })}`
}

/** Google's word for what is wrong. Its sentence is left out, because it may hold the number. */
export function readRbmError({ json }: ProviderAnswer): string | undefined {
  const { status } = readFields(readFields(json).error)
  return typeof status === 'string' && /^[A-Z_]{1,40}$/.test(status) ? status : undefined
}
