/** A provider that org connections and tools can be granted access by, as data. */
export type OAuthProvider = {
  id: string
  name: string
  issuer: string
  authorizationEndpoint: string
  tokenEndpoint: string
  /** Absent where the provider has none: a grant is then only forgotten here. */
  revocationEndpoint?: string
  /** Asked for with every grant: whose account it is, and a refresh token. */
  baseScopes: readonly string[]
  /** Asked for besides by an org connection; a tool names its own. */
  connectionScopes: readonly string[]
  authorizationParameters: Readonly<Record<string, string>>
  /** Where the calendars of its accounts are; absent where it has none. */
  calendarApi?: string
  /** Parley as the provider knows it; absent until the settings are made. */
  client?: OAuthClient
  /** The settings that make the client. */
  settings: readonly string[]
}

export type OAuthClient = { id: string; secret: string }

type OAuthClients = { google?: OAuthClient; microsoft?: OAuthClient; microsoftTenant: string }

/** The providers Parley knows, whether or not they are set up. */
export function listOAuthProviders({ google, microsoft, microsoftTenant }: OAuthClients): OAuthProvider[] {
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
      // Without `consent` a second grant of the same account comes without a refresh token.
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
