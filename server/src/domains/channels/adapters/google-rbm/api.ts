import { createPrivateKey, hash, type KeyObject, sign } from 'node:crypto'
import { LruCache } from '@parley/findings'
import { type AdapterBinding, type AdapterTools, DispatchFailedError } from '../../adapter.ts'
import { callProvider, type ProviderAnswer, type ProviderRequest, runRetryableStep } from '../call.ts'
import { readFields } from '../webhook-request.ts'
import { rbmProviderName, toTokenFailure } from './errors.ts'

const scope = 'https://www.googleapis.com/auth/rcsbusinessmessaging'
const tokenUrl = 'https://oauth2.googleapis.com/token'
const lifetimeSeconds = 3600
/** Tokens are dropped a little before they expire, so that none expires in flight. */
const marginSeconds = 120
const maxCached = 1000

type ServiceAccount = { email: string; keyId?: string; key: KeyObject }
type Token = { value: string; until: number }
type CachedToken = { token: Promise<string>; until: number }

/** Caches the access tokens of service accounts until shortly before they expire. */
function createAccessTokenCache() {
  const tokens = new LruCache<string, CachedToken>(maxCached)

  function begin(id: string, serviceAccountKey: string, tools: AdapterTools): Promise<string> {
    const fresh: CachedToken = {
      until: Number.POSITIVE_INFINITY,
      token: fetchToken(serviceAccountKey, tools).then(arrived),
    }
    function arrived({ value, until }: Token): string {
      fresh.until = until
      return value
    }
    fresh.token.catch(() => tokens.get(id) === fresh && tokens.delete(id))
    tokens.set(id, fresh)
    return fresh.token
  }

  return {
    /** Concurrent callers share one fetch. Throws DispatchFailedError; nothing has been sent at that point. */
    of(serviceAccountKey: string, tools: AdapterTools): Promise<string> {
      const id = hash('sha256', serviceAccountKey)
      const known = tokens.get(id)
      if (known && known.until > tools.world.now().getTime()) return known.token
      return begin(id, serviceAccountKey, tools)
    },
    forget(serviceAccountKey: string): void {
      tokens.delete(hash('sha256', serviceAccountKey))
    },
  }
}

async function fetchToken(serviceAccountKey: string, tools: AdapterTools): Promise<Token> {
  const account = parseServiceAccount(serviceAccountKey)
  const now = tools.world.now().getTime()
  const own = tools.apis['google-rbm']
  const url = own === undefined ? tokenUrl : `${own}/token`
  const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: createAssertion(account, now) }
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
  const request = { provider: 'Google sign-in', url, headers, body: `${new URLSearchParams(grant)}` }
  // Other callers wait for this token too, so the fetch must not use the first caller's abort signal or recipient
  // guard.
  const shared = { ...tools, signal: undefined, guardedCall: undefined }
  const { json } = await runRetryableStep(callProvider({ ...request, refine: toTokenFailure }, shared))
  const { access_token: value, expires_in: lasts } = readFields(json)
  if (typeof value !== 'string')
    throw new DispatchFailedError('providerError', 'Google sign-in returned no token', { retry: 'later' })
  const seconds = typeof lasts === 'number' ? lasts : lifetimeSeconds
  return { value, until: now + Math.max(seconds - marginSeconds, 0) * 1000 }
}

function parseServiceAccount(serviceAccountKey: string): ServiceAccount {
  try {
    const { client_email: email, private_key: pem, private_key_id: keyId } = readFields(JSON.parse(serviceAccountKey))
    const key = createPrivateKey(String(pem))
    if (typeof email === 'string' && key.asymmetricKeyType === 'rsa') {
      return { email, key, ...(typeof keyId === 'string' && { keyId }) }
    }
  } catch {
    // The parse error would reveal parts of the key.
  }
  throw new DispatchFailedError('credentials', "The service account key is not a service account's JSON file")
}

/** RFC 7523, signed with RS256. The audience is always Google's own, even if the call goes elsewhere. */
function createAssertion({ email, keyId, key }: ServiceAccount, now: number): string {
  const issuedAt = Math.floor(now / 1000)
  const head = { alg: 'RS256', typ: 'JWT', ...(keyId !== undefined && { kid: keyId }) }
  const claims = { iss: email, scope, aud: tokenUrl, iat: issuedAt, exp: issuedAt + lifetimeSeconds }
  const signed = [head, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`
}

type RbmCall = {
  path: string
  query: Record<string, string>
  /** Default: POST with a body, GET without. */
  method?: 'DELETE'
  body?: unknown
  expects?: readonly number[]
  refine?: ProviderRequest['refine']
}

/** Calls the messaging API as the agent of a binding. */
export type RbmApi = (call: RbmCall, binding: AdapterBinding, tools: AdapterTools) => Promise<ProviderAnswer>

const regions = ['us', 'europe', 'asia']

/** Creates the client that calls the messaging API as the agent of a binding. */
export function createRbmApi(): RbmApi {
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
    // The cached token may have been revoked. The call had no effect, so it can be repeated.
    tokens.forget(serviceAccountKey)
    return attempt(expects)
  }
}

function buildRequest({ method, body, refine }: RbmCall, token: string, url: string): ProviderRequest {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  if (body === undefined) return { provider: rbmProviderName, url, headers, refine, ...(method && { method }) }
  const json = { ...headers, 'content-type': 'application/json' }
  return { provider: rbmProviderName, url, headers: json, body: JSON.stringify(body), refine }
}

function buildUrl({ path, query }: RbmCall, { auth }: AdapterBinding, { apis }: AdapterTools): string {
  const region = regions.includes(auth.region ?? '') ? `${auth.region}-` : ''
  const base = apis['google-rbm'] ?? `https://${region}rcsbusinessmessaging.googleapis.com`
  return `${base}${path}?${new URLSearchParams({ ...query, agentId: auth.agentId ?? '' })}`
}
