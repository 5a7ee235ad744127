import ipaddr from 'ipaddr.js'

/**
 * Returns the network that a per-address limit counts: an IPv4 address, or the /64 of an IPv6 address. A subscriber has
 * a whole /64, and could otherwise use another address for every attempt.
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
