import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { buildConnector } from 'undici'
import { OutboundBlockedError, OutboundFailedError } from './errors.ts'

/**
 * The IPv6 range that the internet routes today. Outside of it are forms that wrap an IPv4 address, such as
 * ::127.0.0.1.
 */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether the address is public: neither this host nor a private, link-local, shared or reserved network. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const ip = ipaddr.process(address)
  if (ip.range() !== 'unicast') return false
  return ip.kind() === 'ipv4' || ip.match(globalUnicast)
}

const connectTimeoutMilliseconds = 10_000

/**
 * Opens sockets to public addresses only. A literal never reaches `lookup`, so it is checked first; for a name, every
 * address it resolves to is checked before a socket opens; finally, the address of the opened socket is checked.
 */
export function createPublicConnector(lookup: LookupFunction): buildConnector.connector {
  const connect = createUnrestrictedConnector(createPublicLookup(lookup))
  return (options, done) => {
    const { hostname } = options
    if (isPrivateLiteral(hostname)) return done(notPublicError(hostname), null)
    connect(options, (error, socket) => {
      if (error) return done(error, null)
      if (isPublicAddress(socket.remoteAddress ?? '')) return done(null, socket)
      socket.destroy()
      done(unresolvableNameError(), null)
    })
  }
}

export function createUnrestrictedConnector(lookup: LookupFunction): buildConnector.connector {
  return buildConnector({ lookup, timeout: connectTimeoutMilliseconds, allowH2: false })
}

/** Expects the host of a parsed URL, in which every spelling of an IPv4 address is already four decimals. */
export function isPrivateLiteral(hostname: string): boolean {
  const literal = hostname.replace(/^\[|\]$/g, '')
  return isIP(literal) !== 0 && !isPublicAddress(literal)
}

export function notPublicError(hostname: string): OutboundBlockedError {
  return new OutboundBlockedError(`${hostname} is not a public address; ALLOW_PRIVATE_NETWORK=on allows private ones`)
}

/**
 * Unknown names and names of internal hosts get the same error: otherwise a caller who can choose an address could
 * discover which names exist in our network.
 */
const unresolvableNameError = (): OutboundFailedError =>
  new OutboundFailedError(
    'the host name is unknown or has no public address; ALLOW_PRIVATE_NETWORK=on allows private ones',
    'ENOTFOUND',
  )

function createPublicLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, done) =>
    lookup(hostname, options, (error, found, family) => {
      const addresses = error ? [] : typeof found === 'string' ? [found] : found.map(({ address }) => address)
      if (addresses.length > 0 && addresses.every(isPublicAddress)) return done(null, found, family)
      done(unresolvableNameError(), '', 0)
    })
}
