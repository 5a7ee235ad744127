export type GrantResult = { connectionId: string } | { toolId: string } | { reason: string }

/** Where the browser goes with the result, or undefined when it may not be sent there and is shown a page instead. */
export function buildReturnUrl(returnTo: string | undefined, hosts: readonly string[], result: GrantResult) {
  const url = parseAllowedUrl(returnTo, hosts)
  if (!url) return undefined
  for (const name of ['oauthStatus', 'toolId', 'connectionId', 'reason']) url.searchParams.delete(name)
  url.searchParams.set('oauthStatus', 'reason' in result ? 'error' : 'success')
  for (const [name, value] of Object.entries(result)) url.searchParams.set(name, value)
  return url.href
}

/** A backslash or a user name has no place in an honest address; each has been used to make one host look like another. */
function parseAllowedUrl(returnTo: string | undefined, hosts: readonly string[]): URL | undefined {
  if (returnTo === undefined || returnTo.includes('\\') || !URL.canParse(returnTo)) return undefined
  const url = new URL(returnTo)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  if (url.username !== '' || url.password !== '') return undefined
  return hosts.includes(url.host) ? url : undefined
}
