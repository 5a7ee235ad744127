import { z } from 'zod'
import type { World } from '../../../../platform/world.ts'
import type { AdapterBinding, ParsedCall, ProviderCall, ProviderResponse } from '../../adapter.ts'
import { parseJsonBytes, readProviderText } from '../webhook-request.ts'
import type { AssistantEntry, AssistantStore } from './send.ts'
import { assistantTools, type McpAnswers, ReadMessages, SendMessage } from './tools.ts'

const pauseMilliseconds = 500

export type AnswerWaitDeps = {
  store: AssistantStore
  pause(milliseconds: number): Promise<unknown>
}
type AnswerQuery = {
  conversation: string
  after: number
  waitSeconds: number
  /** Ends the wait early. */
  over?: AbortSignal
}

/** Returns the agent's messages since then; if there are none, waits for the first. */
async function waitForAnswers(
  wanted: AnswerQuery,
  binding: AdapterBinding,
  { store, pause }: AnswerWaitDeps,
): Promise<McpAnswers> {
  const { conversation, after, over } = wanted
  const pauses = (wanted.waitSeconds * 1000) / pauseMilliseconds
  let entries = await store.read(binding, conversation, after)
  for (let left = pauses; left > 0 && entries.length === 0 && !over?.aborted; left--) {
    await pause(pauseMilliseconds)
    entries = await store.read(binding, conversation, after)
  }
  return serializeAnswers(wanted, entries)
}

function serializeAnswers({ conversation, after }: AnswerQuery, entries: readonly AssistantEntry[]): McpAnswers {
  return {
    conversation_id: conversation,
    messages: entries.map(({ text, at }) => ({ text, at: at.toISOString() })),
    after: `${entries.at(-1)?.entry ?? after}`,
  }
}

/** Supported protocol revisions, newest first. */
const protocolRevisions = ['2025-11-25', '2025-06-18', '2025-03-26'] as const

const RpcId = z.union([z.string(), z.number()])

const RpcMessage = z.object({
  jsonrpc: z.literal('2.0'),
  id: RpcId.optional(),
  method: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
})

type RpcRequest = { id: string | number; method: string; params: Record<string, unknown> }

/**
 * Returns the request, or the HTTP response to anything else: notifications need no answer, and no caller waits for a
 * response.
 */
function readRequest({ method: verb, headers, body }: ProviderCall): RpcRequest | ProviderResponse {
  // The server has no streams to listen to and no sessions to end.
  if (verb !== 'POST') return { status: 405 }
  const revision = headers['mcp-protocol-version']
  if (revision !== undefined && !isSupportedRevision(revision))
    return createRefusal(-32600, 'This MCP revision is not supported')
  const json = parseJsonBytes(body)
  if (json === undefined) return createRefusal(-32700, 'This is not JSON')
  const { data: message } = RpcMessage.safeParse(json)
  if (!message) return createRefusal(-32600, 'This is not a JSON-RPC message')
  const { id, method, params = {} } = message
  return id === undefined || method === undefined ? { status: 202 } : { id, method, params }
}

function isSupportedRevision(revision: unknown): revision is string {
  return (protocolRevisions as readonly unknown[]).includes(revision)
}

function createRpcResult({ id }: RpcRequest, result: object): ProviderResponse {
  return createRpcResponse(200, { id, result })
}

function createRpcError({ id }: RpcRequest, code: number, message: string): ProviderResponse {
  return createRpcResponse(200, { id, error: { code, message } })
}

function createRefusal(code: number, message: string): ProviderResponse {
  return createRpcResponse(400, { id: null, error: { code, message } })
}

function createRpcResponse(status: number, message: object): ProviderResponse {
  return { status, type: 'application/json', body: JSON.stringify({ jsonrpc: '2.0', ...message }) }
}

export type McpDeps = AnswerWaitDeps & { world: Pick<World, 'now' | 'newId'> }

export function parse(call: ProviderCall, binding: AdapterBinding, deps: McpDeps): ParsedCall {
  const request = readRequest(call)
  if (!('method' in request)) return { answer: request, inbounds: [] }
  if (request.method === 'tools/call') return callTool(request, binding, deps)
  return { answer: answerRpc(request), inbounds: [] }
}

function answerRpc(request: RpcRequest): ProviderResponse {
  switch (request.method) {
    case 'initialize':
      return createRpcResult(request, buildInitializeResult(request.params.protocolVersion))
    case 'ping':
      return createRpcResult(request, {})
    case 'tools/list':
      return createRpcResult(request, { tools: assistantTools })
    default:
      return createRpcError(request, -32601, 'Unknown method')
  }
}

/** Offers the newest supported revision to clients that ask for an unsupported one. */
function buildInitializeResult(revision: unknown): object {
  return {
    protocolVersion: isSupportedRevision(revision) ? revision : protocolRevisions[0],
    capabilities: { tools: {} },
    serverInfo: { name: 'parley', title: 'Parley', version: '1.0.0' },
    instructions: 'Talk to the agent with send_message; fetch later replies with read_messages.',
  }
}

function callTool(request: RpcRequest, binding: AdapterBinding, deps: McpDeps): ParsedCall {
  const { name, arguments: args = {} } = request.params
  if (name === 'send_message') return sendMessage(request, SendMessage.safeParse(args), binding, deps)
  if (name === 'read_messages') return readMessages(request, ReadMessages.safeParse(args), binding, deps)
  return { answer: createRpcError(request, -32602, 'Unknown tool'), inbounds: [] }
}

type ParsedArguments<T extends z.ZodType> = z.ZodSafeParseResult<z.infer<T>>

function sendMessage(
  request: RpcRequest,
  { data, error }: ParsedArguments<typeof SendMessage>,
  binding: AdapterBinding,
  deps: McpDeps,
): ParsedCall {
  const text = readProviderText(data?.text)
  if (!data || !text) return { answer: toArgumentError(request, error), inbounds: [] }
  const { world, store } = deps
  const at = world.now()
  const conversation = data.conversation_id ?? world.newId('conv')
  const id = data.message_id ?? world.newId('said')
  const start = data.conversation_id === undefined && { startsConversation: true }
  return {
    inbounds: [{ kind: 'content', id, from: conversation, at, content: { type: 'text', text }, ...start }],
    async answerAfter(over) {
      const after = data.after === undefined ? await store.findLast(binding, conversation, at) : Number(data.after)
      const wanted = { conversation, after, waitSeconds: data.wait_seconds, over }
      return toolResult(request, await waitForAnswers(wanted, binding, deps))
    },
  }
}

function readMessages(
  request: RpcRequest,
  { data, error }: ParsedArguments<typeof ReadMessages>,
  binding: AdapterBinding,
  deps: McpDeps,
): ParsedCall {
  if (!data) return { answer: toArgumentError(request, error), inbounds: [] }
  const { conversation_id: conversation, after = '0', wait_seconds: waitSeconds } = data
  return {
    inbounds: [],
    async answerAfter(over) {
      const wanted = { conversation, after: Number(after), waitSeconds, over }
      return toolResult(request, await waitForAnswers(wanted, binding, deps))
    },
  }
}

function toolResult(request: RpcRequest, answers: McpAnswers): ProviderResponse {
  return createRpcResult(request, {
    content: [{ type: 'text', text: JSON.stringify(answers) }],
    structuredContent: answers,
  })
}

/** Returns a tool result instead of a protocol error, so that the model reads it and can correct its call. */
function toArgumentError(request: RpcRequest, error: z.ZodError | undefined): ProviderResponse {
  const wrong = error?.issues.map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`) ?? []
  const text = wrong.join('\n') || 'text: contains nothing readable'
  return createRpcResult(request, { content: [{ type: 'text', text }], isError: true })
}
