/** Search params of a provider's redirect. */
type ConnectionsSearch = { oauthStatus?: 'success' | 'error'; reason?: string }

export function readConnectionsSearch({ oauthStatus, reason }: Record<string, unknown>): ConnectionsSearch {
  const known = oauthStatus === 'success' || oauthStatus === 'error' ? oauthStatus : undefined
  return { ...(known && { oauthStatus: known }), ...(known && typeof reason === 'string' && { reason }) }
}
