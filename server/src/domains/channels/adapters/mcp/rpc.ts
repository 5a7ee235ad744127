import { z } from 'zod'
import type { ProviderCall, ProviderResponse } from '../../adapter.ts'
import { parseJsonBytes } from '../payload-reader.ts'

/** Revisions of the protocol that are spoken here, the newest first. */
export const protocolRevisions = ['2025-11-25', '2025-06-18', '2025-03-26'] as const

const RpcId = z.union([z.string(), z.number()])

const RpcMessage = z.object({
  jsonrpc: z.literal('2.0'),
  id: RpcId.optional(),
  method: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
})

export type RpcRequest = { id: string | number; method: string; params: Record<string, unknown> }

/** A request, or what is answered to anything else: notifications need no answer, and nobody waits for a response. */
export function readRequest({ method: verb, headers, body }: ProviderCall): RpcRequest | ProviderResponse {
  // There are no streams to listen to and no sessions to end.
  if (verb !== 'POST') return { status: 405 }
  const revision = headers['mcp-protocol-version']
  if (revision !== undefined && !isSupportedRevision(revision))
    return createRefusal(-32600, 'This revision of MCP is not spoken here')
  const json = parseJsonBytes(body)
  if (json === undefined) return createRefusal(-32700, 'This is no JSON')
  const { data: message } = RpcMessage.safeParse(json)
  if (!message) return createRefusal(-32600, 'This is no JSON-RPC message')
  const { id, method, params = {} } = message
  return id === undefined || method === undefined ? { status: 202 } : { id, method, params }
}

export function isSupportedRevision(revision: unknown): revision is string {
  return (protocolRevisions as readonly unknown[]).includes(revision)
}

export function createRpcResult({ id }: RpcRequest, result: object): ProviderResponse {
  return createRpcResponse(200, { id, result })
}

export function createRpcError({ id }: RpcRequest, code: number, message: string): ProviderResponse {
  return createRpcResponse(200, { id, error: { code, message } })
}

function createRefusal(code: number, message: string): ProviderResponse {
  return createRpcResponse(400, { id: null, error: { code, message } })
}

function createRpcResponse(status: number, message: object): ProviderResponse {
  return { status, type: 'application/json', body: JSON.stringify({ jsonrpc: '2.0', ...message }) }
}
