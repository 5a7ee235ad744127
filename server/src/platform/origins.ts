/** A pattern in its canonical form, or what is wrong with it. */
export type OriginPatternResult = { pattern: string; problem?: undefined } | { pattern?: undefined; problem: string }

const originRule = 'must be an origin such as https://example.com or https://*.example.com, without a path'
const written = /^(https?):\/\/(\*\.)?([^*/?#@\\\s]+)\/?$/iu

/**
 * Reads an origin, or one with `*.` for all subdomains, as a person writes it. The result is what browsers send: in
 * lower case, with punycode, and without the default port.
 */
export function readOriginPattern(text: string): OriginPatternResult {
  const [, scheme, wildcard = '', host] = written.exec(text.trim()) ?? []
  if (scheme === undefined || !URL.canParse(`${scheme}://${host}`)) return { problem: originRule }
  const url = new URL(`${scheme}://${host}`)
  if (url.pathname !== '/' || url.hostname.split('.').includes('')) return { problem: originRule }
  if (wildcard !== '' && !hasSubdomains(url.hostname))
    return { problem: 'must have a domain such as example.com after *.' }
  return { pattern: `${url.protocol}//${wildcard}${url.host}` }
}

/** A top-level domain would admit everyone's pages, and an IP address has no subdomains. */
function hasSubdomains(hostname: string): boolean {
  const labels = hostname.split('.')
  return labels.length >= 2 && /\D/.test(labels.at(-1) ?? '')
}

/**
 * Whether an Origin header matches one of the patterns. Browsers always send the canonical form: anything else, such as
 * `null` or a host with a trailing dot, matches nothing. A wildcard does not match the domain itself.
 */
export function matchesOrigin(patterns: readonly string[], origin: string): boolean {
  if (!/^https?:\/\/[\w.:[\]-]+$/.test(origin) || !URL.canParse(origin) || new URL(origin).origin !== origin)
    return false
  return patterns.some((pattern) => {
    const [scheme = '', domain] = pattern.split('//*.')
    if (domain === undefined) return pattern === origin
    const subdomain = origin.startsWith(`${scheme}//`) && origin.endsWith(`.${domain}`)
    return subdomain && !new URL(origin).hostname.startsWith('.')
  })
}
