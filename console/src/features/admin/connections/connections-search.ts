/** What a provider sends the browser back with. */
type ConnectionsSearch = { oauthStatus?: 'success' | 'error'; reason?: string }

export function readConnectionsSearch({ oauthStatus, reason }: Record<string, unknown>): ConnectionsSearch {
  const known = oauthStatus === 'success' || oauthStatus === 'error' ? oauthStatus : undefined
  return { ...(known && { oauthStatus: known }), ...(known && typeof reason === 'string' && { reason }) }
}
