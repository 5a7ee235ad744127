/** A provider that can grant access to org connections and tools, as data. */
export type OAuthProvider = {
  id: string
  name: string
  issuer: string
  authorizationEndpoint: string
  tokenEndpoint: string
  /** Absent if the provider has none: the grant is then only deleted here. */
  revocationEndpoint?: string
  /** Requested with every grant: the identity of the account, and a refresh token. */
  baseScopes: readonly string[]
  /** Also requested for an org connection; a tool declares its own scopes. */
  connectionScopes: readonly string[]
  authorizationParameters: Readonly<Record<string, string>>
  /** The calendar API of its accounts; absent if there is none. */
  calendarApi?: string
  /** Parley's client registration with the provider; absent until it is configured. */
  client?: OAuthClient
  settings: readonly string[]
}

export type OAuthClient = { id: string; secret: string }

type OAuthClients = {
  google?: OAuthClient
  microsoft?: OAuthClient
  microsoftTenant: string
  /** URLs that replace the origins of the authorization, token and revocation endpoints, by provider id. */
  apis?: Readonly<Record<string, string>>
}

export function listOAuthProviders({ apis = {}, ...clients }: OAuthClients): OAuthProvider[] {
  return listPublicProviders(clients).map((provider) => {
    const api = apis[provider.id]
    return api === undefined ? provider : moveEndpoints(provider, api)
  })
}

function moveEndpoints(provider: OAuthProvider, api: string): OAuthProvider {
  const move = (endpoint: string) => `${api}${new URL(endpoint).pathname}`
  const { authorizationEndpoint, tokenEndpoint, revocationEndpoint } = provider
  return {
    ...provider,
    authorizationEndpoint: move(authorizationEndpoint),
    tokenEndpoint: move(tokenEndpoint),
    ...(revocationEndpoint && { revocationEndpoint: move(revocationEndpoint) }),
  }
}

function listPublicProviders({ google, microsoft, microsoftTenant }: Omit<OAuthClients, 'apis'>): OAuthProvider[] {
  const tenant = `https://login.microsoftonline.com/${microsoftTenant}`
  return [
    {
      id: 'google',
      name: 'Google',
      issuer: 'https://accounts.google.com',
      authorizationEndpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
      tokenEndpoint: 'https://oauth2.googleapis.com/token',
      revocationEndpoint: 'https://oauth2.googleapis.com/revoke',
      baseScopes: ['openid', 'email'],
      connectionScopes: [
        'https://www.googleapis.com/auth/calendar.events',
        'https://www.googleapis.com/auth/calendar.readonly',
      ],
      // Without `consent`, a second grant of the same account has no refresh token.
      authorizationParameters: { access_type: 'offline', prompt: 'consent select_account' },
      calendarApi: 'https://www.googleapis.com/calendar/v3',
      client: google,
      settings: ['OAUTH_GOOGLE_CLIENT_ID', 'OAUTH_GOOGLE_CLIENT_SECRET'],
    },
    {
      id: 'microsoft',
      name: 'Microsoft',
      issuer: `${tenant}/v2.0`,
      authorizationEndpoint: `${tenant}/oauth2/v2.0/authorize`,
      tokenEndpoint: `${tenant}/oauth2/v2.0/token`,
      baseScopes: ['openid', 'email', 'offline_access'],
      connectionScopes: ['https://graph.microsoft.com/Calendars.ReadWrite'],
      authorizationParameters: { prompt: 'select_account' },
      calendarApi: 'https://graph.microsoft.com/v1.0',
      client: microsoft,
      settings: ['OAUTH_MICROSOFT_CLIENT_ID', 'OAUTH_MICROSOFT_CLIENT_SECRET'],
    },
  ]
}
