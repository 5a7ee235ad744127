import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

const issuedPorts = new Set<number>()

/** Above 10080, which `fetch` refuses to call. */
const firstPort = 10_100

/**
 * Below the ephemeral port range, from which an outgoing connection could take it before it is used; random, since
 * other test files look for ports concurrently; and never the same twice.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(firstPort, 32_000)
    if (issuedPorts.has(port)) continue
    issuedPorts.add(port)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  const listens = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (listens) await new Promise((resolve) => server.close(resolve))
  return listens
}
