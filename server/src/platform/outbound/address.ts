import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** What the internet routes over IPv6 today. Outside it lie forms that wrap an IPv4 address, such as ::127.0.0.1. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether anybody may be reached there: neither this host nor a private, link-local, shared or reserved network. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const ip = ipaddr.process(address)
  if (ip.range() !== 'unicast') return false
  return ip.kind() === 'ipv4' || ip.match(globalUnicast)
}
