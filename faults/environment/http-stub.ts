import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type HttpStub = { port: number; close(): Promise<void> }

/** A server that survives callers that die in the middle of a call. */
export async function startHttpStub(
  handleRequest: (request: IncomingMessage, body: string, response: ServerResponse) => unknown,
): Promise<HttpStub> {
  const server = createServer(async (request, response) => {
    const body = await readBody(request)
    response.on('error', () => {})
    if (body !== undefined) await handleRequest(request, body, response)
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Undefined if the caller died before the end of the body. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk)
  } catch {
    return undefined
  }
  return Buffer.concat(chunks).toString()
}
