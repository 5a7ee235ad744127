import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { McpToolBinding } from './bind-tools.ts'
import { createMcpServer } from './mcp-server.ts'
import type { ToolRunDeps } from './run-tool.ts'

type McpMessageDeps = { offers: readonly McpToolBinding[]; running: ToolRunDeps; bodyLimit: number }

/** Handles both generations of the protocol, without sessions. */
export async function handleMcpMessage(
  request: Request,
  { offers, running, bodyLimit }: McpMessageDeps,
): Promise<Response> {
  const serverFor = () => createMcpServer(offers, running)
  if (!(await isLegacyRequest(request, undefined, { maxRequestBodySize: bodyLimit }))) {
    // No subscriptions: nothing changes that an assistant would need to be notified of.
    const handler = createMcpHandler(serverFor, {
      legacy: 'reject',
      maxSubscriptions: 0,
      maxRequestBodySize: bodyLimit,
    })
    return handler.fetch(request)
  }
  if (request.method !== 'POST') return rejectUnsupportedMethod()
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const server = serverFor()
  await server.connect(transport)
  try {
    return await transport.handleRequest(request)
  } finally {
    await server.close()
  }
}

/** Without sessions there is no stream to open and no session to end. */
function rejectUnsupportedMethod(): Response {
  const error = { code: -32_000, message: 'Method not allowed.' }
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 405, headers: { allow: 'POST' } })
}
