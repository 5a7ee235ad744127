import { Client, SdkHttpError, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import {
  createDeadline,
  type Outbound,
  OutboundBlockedError,
  OutboundFailedError,
  ResponseTooLargeError,
} from '../outbound/index.ts'
import { version } from '../version.ts'

/** A client of MCP servers that operators name: each use is one session over streamable HTTP. */

type McpServerAddress = { url: string; headers: Record<string, string> }

type McpFailureKind = 'unauthorized' | 'unreachable' | 'timeout' | 'blocked' | 'failed'

/** The server did not do what it was asked. The message never quotes the server or the request. */
export class McpError extends Error {
  readonly kind: McpFailureKind
  constructor(kind: McpFailureKind, message: string) {
    super(message)
    this.kind = kind
  }
}

export type McpListedTool = {
  name: string
  title?: string
  description?: string
  inputSchema: Record<string, unknown>
  isReadOnly: boolean
}

export type McpCallResult = { isError: boolean; content: readonly unknown[]; structuredContent?: unknown }

type McpClientOptions = {
  fetch: Outbound['fetch']
  timeoutMilliseconds: number
  signal?: AbortSignal
}

const maxResponseBytes = 4 * 1024 * 1024
const maxPages = 20
const maxTools = 1000

export async function listMcpTools(server: McpServerAddress, options: McpClientOptions): Promise<McpListedTool[]> {
  return withSession(server, options, async (client, signal) => {
    const tools: McpListedTool[] = []
    let cursor: string | undefined
    for (let page = 0; page < maxPages && tools.length < maxTools; page++) {
      const answer = await client.request(
        { method: 'tools/list', params: cursor === undefined ? {} : { cursor } },
        { signal },
      )
      for (const { name, title, description, inputSchema, annotations } of answer.tools)
        tools.push({
          name,
          ...(title !== undefined && { title }),
          ...(description !== undefined && { description }),
          inputSchema: inputSchema as Record<string, unknown>,
          isReadOnly: annotations?.readOnlyHint === true,
        })
      cursor = answer.nextCursor
      if (cursor === undefined) break
    }
    return tools
  })
}

/** `onSend` runs when the call is about to be written: from then on, the server may act. */
export async function callMcpTool(
  server: McpServerAddress,
  call: { name: string; given: Record<string, unknown>; onSend?(): void },
  options: McpClientOptions,
): Promise<McpCallResult> {
  return withSession(server, options, async (client, signal) => {
    call.onSend?.()
    const params = { name: call.name, arguments: call.given }
    // Not `callTool`: it would compile the server's output schemas.
    const answer = await client.request({ method: 'tools/call', params }, { signal })
    const { isError = false, content = [], structuredContent } = answer
    return { isError, content, ...(structuredContent !== undefined && { structuredContent }) }
  })
}

async function withSession<T>(
  { url, headers }: McpServerAddress,
  { fetch, timeoutMilliseconds, signal }: McpClientOptions,
  act: (client: Client, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = createDeadline(timeoutMilliseconds, signal)
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: createLimitedFetch(fetch, deadline.signal),
    requestInit: { headers: { 'user-agent': 'Parley', ...headers } },
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1000,
      maxReconnectionDelay: 1000,
      reconnectionDelayGrowFactor: 1,
    },
  })
  const client = new Client({ name: 'parley', version })
  // Failures of the optional notification stream: the answers of requests do not need it.
  client.onerror = () => {}
  try {
    await client.connect(transport, { signal: deadline.signal, timeout: timeoutMilliseconds })
    return await act(client, deadline.signal)
  } catch (error) {
    throw toMcpError(error, deadline.signal)
  } finally {
    deadline.clear()
    await endSession(client, transport)
  }
}

const maxGoodbyeMilliseconds = 1000

/** Tells the server that the session is over, if it wants to know and answers quickly. */
async function endSession(client: Client, transport: StreamableHTTPClientTransport): Promise<void> {
  const goodbye = transport.sessionId === undefined ? undefined : transport.terminateSession().catch(() => {})
  const limit = createDeadline(maxGoodbyeMilliseconds)
  const late = new Promise<void>((resolve) => limit.signal.addEventListener('abort', () => resolve(), { once: true }))
  if (goodbye) await Promise.race([goodbye, late])
  limit.clear()
  await client.close().catch(() => {})
}

/** Guards addresses, follows no redirect to another host (the transport decides), and bounds every response. */
function createLimitedFetch(fetch: Outbound['fetch'], deadline: AbortSignal) {
  return async (input: string | URL, init: RequestInit = {}): Promise<Response> => {
    const signal =
      init.signal && !deadline.aborted ? AbortSignal.any([init.signal, deadline]) : (init.signal ?? deadline)
    const response = await fetch(input, { ...init, redirect: 'manual', signal })
    if (!response.body) return response
    let read = 0
    const limit = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        read += chunk.byteLength
        if (read > maxResponseBytes) controller.error(new ResponseTooLargeError('the response is too large'))
        else controller.enqueue(chunk)
      },
    })
    const { status, statusText, headers } = response
    return new Response(response.body.pipeThrough(limit), { status, statusText, headers: [...headers] })
  }
}

function toMcpError(error: unknown, deadline: AbortSignal): McpError {
  if (error instanceof McpError) return error
  const causes = listCauses(error)
  const find = <E extends Error>(kind: new (...given: never[]) => E) =>
    causes.find((one) => one instanceof kind) as E | undefined
  if (find(OutboundBlockedError))
    return new McpError('blocked', 'The address is not allowed. Use a public https address.')
  if (deadline.aborted) return new McpError('timeout', 'The server did not respond in time.')
  const failed = find(OutboundFailedError)
  if (failed) return new McpError('unreachable', `The server could not be reached: ${failed.message}.`)
  const status = find(SdkHttpError)?.status
  if (find(UnauthorizedError) || status === 401 || status === 403)
    return new McpError('unauthorized', 'The server does not accept the credential. Check the auth of the integration.')
  if (find(ResponseTooLargeError)) return new McpError('failed', 'The answer of the server is too large to read.')
  if (status !== undefined && status >= 300 && status < 400)
    return new McpError('failed', 'The server redirects to another address. Use that address instead.')
  if (status !== undefined) return new McpError('failed', `The server answered with the status ${status}.`)
  return new McpError('failed', 'The server does not answer as an MCP server does. Check the address.')
}

function listCauses(error: unknown): Error[] {
  const causes: Error[] = []
  for (let one = error; one instanceof Error && causes.length < 8; one = one.cause) causes.push(one)
  return causes
}
