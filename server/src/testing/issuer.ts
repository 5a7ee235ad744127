import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
// @ts-expect-error: it comes without types
import Provider from 'oidc-provider'

/** A fake OpenID Connect issuer on loopback that signs in and consents automatically. */
export type TestIssuer = {
  url: string
  /** The next user to sign in. */
  email: string
  /** Returns only errors. */
  down: boolean
  /** Follows the authorization URL to the redirect URI like a browser, and returns its query. */
  browse(authorizationUrl: URL): Promise<URLSearchParams>
  close(): void
}

export const issuerClientSecret = 'the-secret-of-the-confidential-client'

const clientDefaults = { grant_types: ['authorization_code'], response_types: ['code'] }

export async function startIssuer(redirectUri: string): Promise<TestIssuer> {
  const http = createServer().listen(0, '127.0.0.1')
  await once(http, 'listening')
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const provider = new Provider(url, configuration(redirectUri))
  const issuer: TestIssuer = {
    url,
    email: 'nobody@example.com',
    down: false,
    browse: (from) => browse(from, redirectUri),
    close() {
      http.closeAllConnections()
      http.close()
    },
  }
  const answer = provider.callback()
  http.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (issuer.down) return void response.writeHead(503).end()
    if (request.url?.startsWith('/interaction/')) return void signInAndConsent(provider, issuer, request, response)
    answer(request, response)
  })
  return issuer
}

function configuration(redirectUri: string): object {
  const client = { ...clientDefaults, redirect_uris: [redirectUri] }
  return {
    clients: [
      { ...client, client_id: 'parley', token_endpoint_auth_method: 'none' },
      { ...client, client_id: 'another', token_endpoint_auth_method: 'none' },
      { ...client, client_id: 'confidential', client_secret: issuerClientSecret },
    ],
    scopes: ['openid', 'email'],
    claims: { openid: ['sub'], email: ['email'] },
    conformIdTokenClaims: false,
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id, email: id }) }),
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    cookies: { keys: ['for tests alone'] },
    ttl: { AccessToken: 3600, Grant: 3600, Session: 3600, Interaction: 3600, IdToken: 3600 },
  }
}

/** Signs in and consents without a prompt. */
async function signInAndConsent(
  // biome-ignore lint/suspicious/noExplicitAny: the provider has no type declarations
  provider: any,
  issuer: TestIssuer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, session, params } = await provider.interactionDetails(request, response)
  const result = async () => {
    if (prompt.name === 'login') return { login: { accountId: issuer.email } }
    const grant = new provider.Grant({ accountId: session.accountId, clientId: params.client_id })
    grant.addOIDCScope('openid email')
    return { consent: { grantId: await grant.save() } }
  }
  await provider.interactionFinished(request, response, await result(), { mergeWithLastSubmission: true })
}

const maxSteps = 10

async function browse(from: URL, redirectUri: string): Promise<URLSearchParams> {
  const cookies = new Map<string, string>()
  let url = from.href
  for (let stepsLeft = maxSteps; stepsLeft > 0 && !url.startsWith(redirectUri); stepsLeft--) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${response.status} without a way on`)
    url = new URL(location, url).href
  }
  return new URL(url).searchParams
}
