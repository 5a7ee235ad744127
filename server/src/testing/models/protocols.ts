import type { ModelProvider } from '../../platform/model-choice.ts'

/** How each provider encodes an answer: the part of its protocol that its package reads. */

export type ScriptedReply = {
  text?: string
  /** A string in `given` is sent verbatim where the protocol has arguments as text, so that it can be broken JSON. */
  calls?: readonly { id?: string; name: string; given: unknown }[]
  /** The answer to a call with a schema. */
  object?: unknown
  /** Tokens; `input` includes those from the cache. */
  usage?: { input: number; output: number; cacheRead?: number }
  /** Ended by the provider's content filter. */
  filtered?: true
  /** Ended by the output limit. */
  cut?: true
  /** Streams the text in these pieces. A promise delays the next one; `break` ends the connection. */
  pieces?: readonly (string | Promise<unknown> | 'break')[]
}
type Body = Record<string, unknown>
export type CompleteReply = Required<Pick<ScriptedReply, 'text' | 'calls'>> & {
  usage: { input: number; output: number; cacheRead: number }
  filtered: boolean
  cut: boolean
}
type Protocol = { path: RegExp; reply(completeReply: CompleteReply): object }

export const protocols: Record<ModelProvider, Protocol> = {
  openai: {
    path: /^\/responses$/,
    reply: ({ text, calls, usage, filtered, cut }) => ({
      id: 'resp_1',
      created_at: 1,
      model: 'a-model',
      output: [
        ...(text ? [{ type: 'message', role: 'assistant', id: 'msg_1', content: [outputText(text)] }] : []),
        ...calls.map(({ id, name, given }, at) => ({
          type: 'function_call',
          id: `fc_${at}`,
          call_id: id ?? `call_${at}`,
          name,
          arguments: formatArguments(given),
        })),
      ],
      incomplete_details: filtered ? { reason: 'content_filter' } : cut ? { reason: 'max_output_tokens' } : null,
      usage: {
        input_tokens: usage.input,
        input_tokens_details: { cached_tokens: usage.cacheRead },
        output_tokens: usage.output,
      },
    }),
  },
  'openai-compatible': {
    path: /^\/chat\/completions$/,
    reply: ({ text, calls, usage, filtered, cut }) => ({
      id: 'chatcmpl-1',
      created: 1,
      model: 'a-model',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: text || null,
            tool_calls: calls.map(({ id, name, given }, at) => ({
              id: id ?? `call_${at}`,
              type: 'function',
              function: { name, arguments: formatArguments(given) },
            })),
          },
          finish_reason: cut ? 'length' : finishReasonOf({ calls, filtered }, ['content_filter', 'tool_calls', 'stop']),
        },
      ],
      usage: {
        prompt_tokens: usage.input,
        completion_tokens: usage.output,
        prompt_tokens_details: { cached_tokens: usage.cacheRead },
      },
    }),
  },
  anthropic: {
    path: /^\/messages$/,
    reply: ({ text, calls, usage, filtered, cut }) => ({
      type: 'message',
      id: 'msg_1',
      model: 'a-model',
      role: 'assistant',
      content: [
        ...(text ? [{ type: 'text', text }] : []),
        ...calls.map(({ id, name, given }, at) => ({ type: 'tool_use', id: id ?? `toolu_${at}`, name, input: given })),
      ],
      stop_reason: cut ? 'max_tokens' : finishReasonOf({ calls, filtered }, ['refusal', 'tool_use', 'end_turn']),
      usage: {
        input_tokens: usage.input - usage.cacheRead,
        cache_read_input_tokens: usage.cacheRead,
        cache_creation_input_tokens: 0,
        output_tokens: usage.output,
      },
    }),
  },
  google: {
    path: /^\/models\/[^/]+:(?:generateContent|streamGenerateContent)$/,
    reply: ({ text, calls, usage, filtered, cut }) => ({
      candidates: [
        {
          content: {
            role: 'model',
            parts: [
              ...(text ? [{ text }] : []),
              ...calls.map(({ name, given }) => ({ functionCall: { name, args: given } })),
            ],
          },
          finishReason: filtered ? 'SAFETY' : cut ? 'MAX_TOKENS' : 'STOP',
        },
      ],
      usageMetadata: {
        promptTokenCount: usage.input,
        cachedContentTokenCount: usage.cacheRead,
        candidatesTokenCount: usage.output,
      },
    }),
  },
}

export function completeReplyOf({
  text,
  pieces = [],
  calls = [],
  object,
  usage,
  filtered,
  cut,
}: ScriptedReply): CompleteReply {
  const written = text ?? pieces.filter((piece) => typeof piece === 'string' && piece !== 'break').join('')
  return {
    text: object === undefined ? written : JSON.stringify(object),
    calls,
    filtered: filtered === true,
    cut: cut === true,
    usage: { input: 10, output: 5, cacheRead: 0, ...usage },
  }
}

export function encodeReply(provider: ModelProvider, script: ScriptedReply, body: Body): object {
  const { object } = script
  const completeReply = completeReplyOf(script)
  // If a model does not support schemas, or not together with tools, its package requests the object through a tool of
  // that name.
  const usesJsonTool = object !== undefined && JSON.stringify(body.tools ?? []).includes('"name":"json"')
  return protocols[provider].reply(
    usesJsonTool ? { ...completeReply, text: '', calls: [{ name: 'json', given: object }] } : completeReply,
  )
}

const outputText = (text: string): object => ({ type: 'output_text', text, annotations: [] })
const formatArguments = (given: unknown): string => (typeof given === 'string' ? given : JSON.stringify(given))

function finishReasonOf(
  { calls, filtered }: Pick<CompleteReply, 'calls' | 'filtered'>,
  [filter, called, stop]: [string, string, string],
): string {
  if (filtered) return filter
  return calls.length > 0 ? called : stop
}
