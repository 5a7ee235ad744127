import dns from 'node:dns'
import { once } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { after } from 'node:test'

/** Starts a server in the private network that must not be reached; `connectionCount` counts the connections to it. */
export async function startPrivateServer(): Promise<{ port: number; connectionCount(): number }> {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok')
  })
  server.listen(0, '::')
  await once(server, 'listening')
  after(() => server.close())
  return { port: (server.address() as AddressInfo).port, connectionCount: () => connections }
}

type LookupAddress = { address: string; family: number }
type LookupCallback = (error: Error | null, result?: string | LookupAddress[], family?: number) => void

const notFound = { code: 'ENOTFOUND' }

/** Replaces the resolver: the given names resolve to the given addresses, or to none; all others resolve as usual. */
export function resolveNames(names: Record<string, readonly string[]>): void {
  const originalLookup = dns.lookup
  const lookup = (name: string, options: { all?: boolean }, callback: LookupCallback) => {
    const addresses = names[name.replace(/\.$/, '')]
    if (addresses?.length === 0) return callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), notFound))
    if (!addresses) return (originalLookup as unknown as (...args: unknown[]) => void)(name, options, callback)
    const result = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    if (options.all) callback(null, result)
    else callback(null, result[0]?.address, result[0]?.family)
  }
  install(lookup as typeof dns.lookup)
  after(() => install(originalLookup))
}

function install(lookup: typeof dns.lookup): void {
  dns.lookup = lookup
  syncBuiltinESMExports()
}
