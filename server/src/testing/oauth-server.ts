import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
// @ts-expect-error: it comes without types
import Provider from 'oidc-provider'
import type { OAuthProvider } from '../platform/oauth-providers.ts'

/** A real OAuth server on loopback that signs in and consents automatically, unless told to refuse. */
export type OAuthServer = {
  /** The provider configuration for Parley; `id` may be any. */
  provider(id: string): OAuthProvider
  /** The account of the next grants. */
  account: string
  deniesConsent: boolean
  /** Makes the token endpoint fail. */
  broken: boolean
  /** Every token and code issued so far. */
  secrets: Set<string>
  refreshes: number
  revocations: number
  /** Requests the user of a token: 401 once it is invalid. */
  userinfo(accessToken: string): Promise<Response>
  /** Follows the authorization URL to the callback like a browser, and returns the callback's query. */
  browse(authorizationUrl: string): Promise<string>
  /** Revokes every grant, as a user does in their account settings. */
  revokeAll(): Promise<void>
  close(): void
}

const client = { id: 'parley', secret: 'the-secret-of-the-client-at-the-provider' }
const scopes = ['openid', 'email', 'offline_access', 'calendar']

export async function startOAuthServer(redirectUri: string): Promise<OAuthServer> {
  const http = createServer().listen(0, '127.0.0.1')
  await once(http, 'listening')
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const oidc = new Provider(issuer, configuration(redirectUri))
  const grants = new Set<string>()
  const server: OAuthServer = {
    provider: (id) => description(id, issuer),
    account: 'desk@example.com',
    deniesConsent: false,
    broken: false,
    secrets: new Set(),
    refreshes: 0,
    revocations: 0,
    userinfo: (token) => fetch(`${issuer}/me`, { headers: { authorization: `Bearer ${token}` } }),
    browse: (url) => browse(url, redirectUri),
    revokeAll: async () => {
      for (const id of grants) await (await oidc.Grant.find(id))?.destroy()
    },
    close: () => {
      http.closeAllConnections()
      http.close()
    },
  }
  recordTokens(oidc, server, grants)
  const answer = oidc.callback()
  http.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/interaction/')) return void signInAndConsent(oidc, server, request, response)
    if (server.broken && request.url === '/token') return void response.writeHead(503).end('<h1>down</h1>')
    answer(request, response)
  })
  return server
}

function configuration(redirectUri: string): object {
  return {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    scopes,
    claims: { openid: ['sub'], email: ['email'] },
    conformIdTokenClaims: false,
    findAccount: (_context: unknown, id: string) => ({
      accountId: id, // Two accounts may show the same email address: the part after # is not shown.
      claims: () => ({ sub: id, email: id.replace(/#.*/, '') }),
    }),
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
    pkce: { required: () => true },
    // A refresh token is valid once; reusing it revokes the whole grant.
    rotateRefreshToken: true,
    cookies: { keys: ['for tests alone'] },
    ttl: { AccessToken: 3600, Grant: 86_400, Session: 86_400, Interaction: 3600, RefreshToken: 86_400, IdToken: 3600 },
  }
}

function description(id: string, issuer: string): OAuthProvider {
  return {
    id,
    name: 'Local',
    issuer,
    authorizationEndpoint: `${issuer}/auth`,
    tokenEndpoint: `${issuer}/token`,
    revocationEndpoint: `${issuer}/token/revocation`,
    baseScopes: ['openid', 'email', 'offline_access'],
    connectionScopes: ['calendar'],
    authorizationParameters: { prompt: 'login consent' },
    client,
    settings: [],
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the server has no type declarations
function recordTokens(oidc: any, server: OAuthServer, grants: Set<string>): void {
  for (const event of ['access_token.saved', 'refresh_token.saved', 'authorization_code.saved']) {
    oidc.on(event, ({ jti, grantId }: { jti: string; grantId: string }) => {
      server.secrets.add(jti)
      grants.add(grantId)
    })
  }
  oidc.on('grant.success', ({ oidc: { params } }: { oidc: { params: { grant_type: string } } }) => {
    if (params.grant_type === 'refresh_token') server.refreshes++
  })
  oidc.on('grant.revoked', () => server.revocations++)
}

/** Signs in and consents without a prompt. */
async function signInAndConsent(
  // biome-ignore lint/suspicious/noExplicitAny: the server has no type declarations
  oidc: any,
  server: OAuthServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, session, params } = await oidc.interactionDetails(request, response)
  const result = async () => {
    if (server.deniesConsent) return { error: 'access_denied', error_description: 'The person <b>refused</b>' }
    if (prompt.name === 'login') return { login: { accountId: server.account } }
    const grant = new oidc.Grant({ accountId: session.accountId, clientId: params.client_id })
    grant.addOIDCScope(scopes.join(' '))
    return { consent: { grantId: await grant.save() } }
  }
  await oidc.interactionFinished(request, response, await result(), { mergeWithLastSubmission: true })
}

const maxSteps = 10

async function browse(authorizationUrl: string, redirectUri: string): Promise<string> {
  const cookies = new Map<string, string>()
  let url = authorizationUrl
  for (let stepsLeft = maxSteps; stepsLeft > 0 && !url.startsWith(redirectUri); stepsLeft--) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${response.status} without a way on: ${await response.text()}`)
    url = new URL(location, url).href
  }
  return new URL(url).search
}
