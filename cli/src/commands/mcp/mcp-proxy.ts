import { createInterface } from 'node:readline'
import { type JSONRPCMessage, SdkHttpError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { deserializeMessage, serializeMessage } from '@modelcontextprotocol/server'
import { keyRejectedMessage } from '../../exit.ts'
import type { Io } from '../../io.ts'
import { truncateToWidth } from '../../layout/width.ts'
import { toPrintable } from '../../text/printable.ts'

export type McpEndpoint = { at: URL; headers: Record<string, string> }
type McpIo = Pick<Io, 'streams' | 'fetch' | 'err' | 'interrupted'>

const internalError = -32_603
const parseError = -32_700

/** Proxies messages from the standard input to Parley and its answers to the standard output, until one side ends. */
export async function proxyMcpMessages(
  { at, headers }: McpEndpoint,
  { streams, fetch, err, interrupted }: McpIo,
): Promise<void> {
  const requestInit = { headers, redirect: 'error' as const }
  const parley = new StreamableHTTPClientTransport(at, { fetch, requestInit })
  const answer = (message: JSONRPCMessage) => void streams.output.write(serializeMessage(message))
  parley.onmessage = answer
  await parley.start()

  const carryOne = async (line: string) => {
    const message = readMessage(line)
    if (!message)
      return answer({ jsonrpc: '2.0', error: { code: parseError, message: 'This is not a JSON-RPC message' } })
    try {
      await parley.send(message)
    } catch (error) {
      const reason = describeMcpError(error, at)
      err(`parley: ${reason}\n`)
      const { id } = message as { id?: string | number }
      if ('method' in message && id !== undefined)
        answer({ jsonrpc: '2.0', id, error: { code: internalError, message: reason } })
    }
  }

  // Concurrent requests are answered as each completes.
  const under = new Set<Promise<void>>()
  for await (const line of createInterface({ input: streams.input, signal: interrupted })) {
    if (line.trim() === '') continue
    const one = carryOne(line).finally(() => under.delete(one))
    under.add(one)
  }
  if (!interrupted.aborted) await Promise.all(under)
  await parley.close()
}

function readMessage(line: string): JSONRPCMessage | undefined {
  try {
    return deserializeMessage(line)
  } catch {
    return undefined
  }
}

/** Describes a failed request to Parley. Uses our own text, because an underlying message might quote a header. */
function describeMcpError(error: unknown, { origin }: URL): string {
  if (!(error instanceof SdkHttpError)) {
    return `${origin} cannot be reached. \`parley doctor\` helps find the cause`
  }
  const { status } = error
  if (status === 401) return keyRejectedMessage
  if (status === 404) return `${origin} has no /mcp: it is not a Parley server, or it is an older version`
  const message = messageOf(error.data.text)
  return `Parley refused the request, ${status}${message ? `: ${truncateToWidth(toPrintable(message), 300)}` : ''}`
}

function messageOf(text: unknown): string | undefined {
  try {
    const { message } = JSON.parse(String(text)) as { message?: unknown }
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}
