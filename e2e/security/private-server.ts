import dns from 'node:dns'
import { once } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { after } from 'node:test'

/** Starts a server in the private network that must not be reached; `touched` counts the connections to it. */
export async function startPrivateServer(): Promise<{ port: number; touched(): number }> {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok')
  })
  server.listen(0, '::')
  await once(server, 'listening')
  after(() => server.close())
  return { port: (server.address() as AddressInfo).port, touched: () => connections }
}

type Found = { address: string; family: number }
type Done = (error: Error | null, found?: string | Found[], family?: number) => void

const unknown = { code: 'ENOTFOUND' }

/** Replaces the resolver: the given names resolve to the given addresses, or to none; all others resolve as usual. */
export function resolveNames(names: Record<string, readonly string[]>): void {
  const usual = dns.lookup
  const lookup = (name: string, options: { all?: boolean }, done: Done) => {
    const addresses = names[name.replace(/\.$/, '')]
    if (addresses?.length === 0) return done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), unknown))
    if (!addresses) return (usual as unknown as (...given: unknown[]) => void)(name, options, done)
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    if (options.all) done(null, found)
    else done(null, found[0]?.address, found[0]?.family)
  }
  install(lookup as typeof dns.lookup)
  after(() => install(usual))
}

function install(lookup: typeof dns.lookup): void {
  dns.lookup = lookup
  syncBuiltinESMExports()
}
