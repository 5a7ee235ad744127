import ipaddr from 'ipaddr.js'

/** In this order: most browsers also name those that came before them. */
const browsers: [name: string, sign: RegExp][] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]
const systems: [name: string, sign: RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

/** A browser as people know it, `Firefox on Linux`; of any other program the first word of what it says of itself. */
export function describeClient(userAgent: string | undefined): string | undefined {
  if (!userAgent) return undefined
  const named = (all: typeof browsers) => all.find(([, sign]) => sign.test(userAgent))?.[0]
  const [browser, system] = [named(browsers), named(systems)]
  if (browser) return system ? `${browser} on ${system}` : browser
  return /^[\w.!#$%&'*+^`|~/-]{1,60}/.exec(userAgent)?.[0]
}

/** The network that an address is in: enough to tell home from elsewhere, too little to follow somebody by. */
export function truncateAddress(ip: string): string | undefined {
  if (!ipaddr.isValid(ip)) return undefined
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return `${address.toString().split('.').slice(0, 3).join('.')}.x`
  const { parts } = address as ipaddr.IPv6
  return `${parts
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(':')}:…`
}
