import { randomUUID } from 'node:crypto'
import type { OAuthProvider } from '../../../../platform/oauth-providers.ts'
import { startHttpServer } from './server.ts'

/** A fake OAuth provider on loopback that grants every request, for one account. */
export type TestProvider = OAuthProvider & {
  isToken(token: string): boolean
  tokens: ReadonlySet<string>
  broken: boolean
  /** While this is a list, token requests wait; calling an entry releases one. */
  waiting?: (() => void)[]
  revoke(): void
  close(): void
}

export async function startProvider(id: string, calendarApi?: string): Promise<TestProvider> {
  const tokens = new Set<string>()
  const { url, close } = await startHttpServer(async (request, response) => {
    if (provider.broken) return void response.writeHead(503).end('<h1>down</h1>')
    request.resume()
    const { pathname, searchParams } = new URL(request.url ?? '', provider.issuer)
    if (pathname === '/authorize') {
      const redirectUrl = new URL(searchParams.get('redirect_uri') ?? '')
      redirectUrl.search = new URLSearchParams({
        code: randomUUID(),
        state: searchParams.get('state') ?? '',
      }).toString()
      return void response.writeHead(302, { location: redirectUrl.href }).end()
    }
    if (pathname !== '/token') return void response.writeHead(200).end()
    if (provider.waiting) {
      const { waiting } = provider
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push(resolve)
      response.once('close', () => waiting.splice(waiting.indexOf(resolve), 1))
      await promise
    }
    const token = randomUUID()
    tokens.add(token)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(createTokenResponse(id, token)))
  })
  const provider: TestProvider = {
    id,
    name: id,
    issuer: url,
    authorizationEndpoint: `${url}/authorize`,
    tokenEndpoint: `${url}/token`,
    revocationEndpoint: `${url}/revoke`,
    baseScopes: ['openid'],
    connectionScopes: ['calendar'],
    authorizationParameters: {},
    client: { id: 'parley', secret: 'the-secret-of-the-client' },
    settings: [],
    ...(calendarApi !== undefined && { calendarApi }),
    tokens,
    broken: false,
    isToken: (token) => tokens.has(token),
    revoke: () => tokens.clear(),
    close,
  }
  return provider
}

function createTokenResponse(id: string, token: string): object {
  const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const idToken = `${encodePart({ alg: 'none' })}.${encodePart({ iss: id, sub: 'desk', email: 'desk@example.com' })}.x`
  return { access_token: token, refresh_token: `r-${token}`, token_type: 'bearer', expires_in: 3600, id_token: idToken }
}
