import type { z } from 'zod'
import type { World } from '../../../../platform/world.ts'
import type { AdapterBinding, ParsedCall, ProviderCall, ProviderResponse } from '../../adapter.ts'
import { readProviderText } from '../payload-reader.ts'
import { type AnswerWaitDeps, waitForAnswers } from './answers.ts'
import {
  createRpcError,
  createRpcResult,
  isSupportedRevision,
  protocolRevisions,
  type RpcRequest,
  readRequest,
} from './rpc.ts'
import { assistantTools, type McpAnswers, ReadMessages, SendMessage } from './tools.ts'

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
      return createRpcError(request, -32601, 'There is no such method')
  }
}

/** Who asks for a revision that is not spoken here is offered the newest that is. */
function buildInitializeResult(revision: unknown): object {
  return {
    protocolVersion: isSupportedRevision(revision) ? revision : protocolRevisions[0],
    capabilities: { tools: {} },
    serverInfo: { name: 'parley', title: 'Parley', version: '1.0.0' },
    instructions: 'Talk to the agent with send_message; fetch what it says later with read_messages.',
  }
}

function callTool(request: RpcRequest, binding: AdapterBinding, deps: McpDeps): ParsedCall {
  const { name, arguments: args = {} } = request.params
  if (name === 'send_message') return sendMessage(request, SendMessage.safeParse(args), binding, deps)
  if (name === 'read_messages') return readMessages(request, ReadMessages.safeParse(args), binding, deps)
  return { answer: createRpcError(request, -32602, 'There is no such tool'), inbounds: [] }
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

/** A result and no error of the protocol: so a model reads it, and does better. */
function toArgumentError(request: RpcRequest, error: z.ZodError | undefined): ProviderResponse {
  const wrong = error?.issues.map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`) ?? []
  const text = wrong.join('\n') || 'text: there is nothing to read in it'
  return createRpcResult(request, { content: [{ type: 'text', text }], isError: true })
}
