import ipaddr from 'ipaddr.js'

/**
 * Whom a limit per address counts: an IPv4 address, or the /64 around an IPv6 one. Whoever has a line has a whole /64,
 * and could otherwise take another address of it for every try.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  const { parts } = address as ipaddr.IPv6
  return `${parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
