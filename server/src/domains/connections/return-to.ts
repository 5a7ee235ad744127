export type GrantResult = { connectionId: string } | { toolId: string } | { reason: string }

/**
 * Returns where to redirect the browser with the result; undefined when that is not allowed and a page is shown
 * instead.
 */
export function buildReturnUrl(returnTo: string | undefined, hosts: readonly string[], result: GrantResult) {
  const url = parseAllowedUrl(returnTo, hosts)
  if (!url) return undefined
  for (const name of ['oauthStatus', 'toolId', 'connectionId', 'reason']) url.searchParams.delete(name)
  url.searchParams.set('oauthStatus', 'reason' in result ? 'error' : 'success')
  for (const [name, value] of Object.entries(result)) url.searchParams.set(name, value)
  return url.href
}

/** Rejects a backslash or user name in the URL: both have been used to disguise one host as another. */
function parseAllowedUrl(returnTo: string | undefined, hosts: readonly string[]): URL | undefined {
  if (returnTo === undefined || returnTo.includes('\\') || !URL.canParse(returnTo)) return undefined
  const url = new URL(returnTo)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  if (url.username !== '' || url.password !== '') return undefined
  return hosts.includes(url.host) ? url : undefined
}
