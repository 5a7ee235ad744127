import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Offer } from './bind.ts'
import type { Running } from './run.ts'
import { mcpServer } from './server.ts'

type Answering = { offers: readonly Offer[]; running: Running; bodyLimit: number }

/** Both generations of the protocol, neither with a session. */
export async function answered(request: Request, { offers, running, bodyLimit }: Answering): Promise<Response> {
  const serverFor = () => mcpServer(offers, running)
  if (!(await isLegacyRequest(request, undefined, { maxRequestBodySize: bodyLimit }))) {
    // Nothing changes under an assistant that it would have to be told of.
    const handler = createMcpHandler(serverFor, {
      legacy: 'reject',
      maxSubscriptions: 0,
      maxRequestBodySize: bodyLimit,
    })
    return handler.fetch(request)
  }
  if (request.method !== 'POST') return notServed()
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const server = serverFor()
  await server.connect(transport)
  try {
    return await transport.handleRequest(request)
  } finally {
    await server.close()
  }
}

/** There is no session to listen to, or to end. */
function notServed(): Response {
  const error = { code: -32_000, message: 'Method not allowed.' }
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 405, headers: { allow: 'POST' } })
}
