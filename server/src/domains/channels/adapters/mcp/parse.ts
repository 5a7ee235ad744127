import type { z } from 'zod'
import type { World } from '../../../../platform/world.ts'
import type { Bound, Parsed, ProviderCall, ProviderHears } from '../../adapter.ts'
import { textOf } from '../read.ts'
import { answersTo, type Waiting } from './answers.ts'
import { errorOf, isSpoken, type RpcRequest, readRequest, resultOf, revisions } from './rpc.ts'
import { type Answers, ReadMessages, SendMessage, tools } from './tools.ts'

export type McpDeps = Waiting & { world: Pick<World, 'now' | 'newId'> }

export function parse(call: ProviderCall, binding: Bound, deps: McpDeps): Parsed {
  const request = readRequest(call)
  if (!('method' in request)) return { answer: request, inbounds: [] }
  if (request.method === 'tools/call') return callTool(request, binding, deps)
  return { answer: answerOf(request), inbounds: [] }
}

function answerOf(request: RpcRequest): ProviderHears {
  switch (request.method) {
    case 'initialize':
      return resultOf(request, greeting(request.params.protocolVersion))
    case 'ping':
      return resultOf(request, {})
    case 'tools/list':
      return resultOf(request, { tools })
    default:
      return errorOf(request, -32601, 'There is no such method')
  }
}

/** Who asks for a revision that is not spoken here is offered the newest that is. */
function greeting(revision: unknown): object {
  return {
    protocolVersion: isSpoken(revision) ? revision : revisions[0],
    capabilities: { tools: {} },
    serverInfo: { name: 'parley', title: 'Parley', version: '1.0.0' },
    instructions: 'Talk to the agent with send_message; fetch what it says later with read_messages.',
  }
}

function callTool(request: RpcRequest, binding: Bound, deps: McpDeps): Parsed {
  const { name, arguments: given = {} } = request.params
  if (name === 'send_message') return sendMessage(request, SendMessage.safeParse(given), binding, deps)
  if (name === 'read_messages') return readMessages(request, ReadMessages.safeParse(given), binding, deps)
  return { answer: errorOf(request, -32602, 'There is no such tool'), inbounds: [] }
}

type Given<T extends z.ZodType> = z.ZodSafeParseResult<z.infer<T>>

function sendMessage(
  request: RpcRequest,
  { data, error }: Given<typeof SendMessage>,
  binding: Bound,
  deps: McpDeps,
): Parsed {
  const text = textOf(data?.text)
  if (!data || !text) return { answer: wrongArguments(request, error), inbounds: [] }
  const { world, store } = deps
  const at = world.now()
  const conversation = data.conversation_id ?? world.newId('conv')
  const id = data.message_id ?? world.newId('said')
  const begins = data.conversation_id === undefined && { begins: true }
  return {
    inbounds: [{ kind: 'content', id, from: conversation, at, content: { type: 'text', text }, ...begins }],
    async answerAfter(over) {
      const after = data.after === undefined ? await store.last(binding, conversation, at) : Number(data.after)
      const wanted = { conversation, after, waitSeconds: data.wait_seconds, over }
      return toolResult(request, await answersTo(wanted, binding, deps))
    },
  }
}

function readMessages(
  request: RpcRequest,
  { data, error }: Given<typeof ReadMessages>,
  binding: Bound,
  deps: McpDeps,
): Parsed {
  if (!data) return { answer: wrongArguments(request, error), inbounds: [] }
  const { conversation_id: conversation, after = '0', wait_seconds: waitSeconds } = data
  return {
    inbounds: [],
    async answerAfter(over) {
      const wanted = { conversation, after: Number(after), waitSeconds, over }
      return toolResult(request, await answersTo(wanted, binding, deps))
    },
  }
}

function toolResult(request: RpcRequest, answers: Answers): ProviderHears {
  return resultOf(request, { content: [{ type: 'text', text: JSON.stringify(answers) }], structuredContent: answers })
}

/** A result and no error of the protocol: so a model reads it, and does better. */
function wrongArguments(request: RpcRequest, error: z.ZodError | undefined): ProviderHears {
  const wrong = error?.issues.map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`) ?? []
  const text = wrong.join('\n') || 'text: there is nothing to read in it'
  return resultOf(request, { content: [{ type: 'text', text }], isError: true })
}
