import type { ModelProvider } from '../../platform/model-choice.ts'
import type { CompleteReply } from './protocols.ts'

/** How each provider streams an answer, as server-sent events: the part of its protocol that its package reads. */

type StreamProtocol = {
  start(): object[]
  text(delta: string): object[]
  end(reply: CompleteReply): object[]
  /** The line after the last event. */
  done?: string
}

const formatArguments = (given: unknown): string => (typeof given === 'string' ? given : JSON.stringify(given))

const choose = (
  { calls, filtered, cut }: CompleteReply,
  [filter, length, called, stop]: readonly [string, string, string, string],
) => (filtered ? filter : cut ? length : calls.length > 0 ? called : stop)

const chunk = (delta: object, finish_reason: string | null = null) => ({
  id: 'chatcmpl-1',
  created: 1,
  model: 'a-model',
  choices: [{ index: 0, delta, finish_reason }],
})

const chatCompletions: StreamProtocol = {
  start: () => [chunk({ role: 'assistant', content: '' })],
  text: (content) => [chunk({ content })],
  end: (reply) => [
    ...reply.calls.flatMap(({ id, name, given }, index) => [
      chunk({
        tool_calls: [{ index, id: id ?? `call_${index}`, type: 'function', function: { name, arguments: '' } }],
      }),
      chunk({ tool_calls: [{ index, function: { arguments: formatArguments(given) } }] }),
    ]),
    chunk({}, choose(reply, ['content_filter', 'length', 'tool_calls', 'stop'])),
    {
      id: 'chatcmpl-1',
      created: 1,
      model: 'a-model',
      choices: [],
      usage: {
        prompt_tokens: reply.usage.input,
        completion_tokens: reply.usage.output,
        prompt_tokens_details: { cached_tokens: reply.usage.cacheRead },
      },
    },
  ],
  done: '[DONE]',
}

const message = { type: 'message', id: 'msg_1', role: 'assistant' }

const responses: StreamProtocol = {
  start: () => [
    { type: 'response.created', response: { id: 'resp_1', created_at: 1, model: 'a-model' } },
    { type: 'response.output_item.added', output_index: 0, item: message },
  ],
  text: (delta) => [{ type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, delta }],
  end: (reply) => [
    { type: 'response.output_item.done', output_index: 0, item: message },
    ...reply.calls.flatMap(({ id, name, given }, at) => {
      const item = { type: 'function_call', id: `fc_${at}`, call_id: id ?? `call_${at}`, name, arguments: '' }
      const output_index = at + 1
      return [
        { type: 'response.output_item.added', output_index, item },
        {
          type: 'response.function_call_arguments.delta',
          item_id: item.id,
          output_index,
          delta: formatArguments(given),
        },
        {
          type: 'response.output_item.done',
          output_index,
          item: { ...item, arguments: formatArguments(given), status: 'completed' },
        },
      ]
    }),
    {
      type: reply.filtered || reply.cut ? 'response.incomplete' : 'response.completed',
      response: {
        incomplete_details: reply.filtered
          ? { reason: 'content_filter' }
          : reply.cut
            ? { reason: 'max_output_tokens' }
            : null,
        usage: {
          input_tokens: reply.usage.input,
          input_tokens_details: { cached_tokens: reply.usage.cacheRead },
          output_tokens: reply.usage.output,
        },
      },
    },
  ],
}

const messages: StreamProtocol = {
  start: () => [
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        model: 'a-model',
        role: 'assistant',
        content: [],
        usage: { input_tokens: 0, output_tokens: 0 },
      },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  ],
  text: (text) => [{ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }],
  end: (reply) => [
    { type: 'content_block_stop', index: 0 },
    ...reply.calls.flatMap(({ id, name, given }, at) => [
      {
        type: 'content_block_start',
        index: at + 1,
        content_block: { type: 'tool_use', id: id ?? `toolu_${at}`, name, input: {} },
      },
      {
        type: 'content_block_delta',
        index: at + 1,
        delta: { type: 'input_json_delta', partial_json: formatArguments(given) },
      },
      { type: 'content_block_stop', index: at + 1 },
    ]),
    {
      type: 'message_delta',
      delta: { stop_reason: choose(reply, ['refusal', 'max_tokens', 'tool_use', 'end_turn']) },
      usage: {
        input_tokens: reply.usage.input - reply.usage.cacheRead,
        cache_read_input_tokens: reply.usage.cacheRead,
        cache_creation_input_tokens: 0,
        output_tokens: reply.usage.output,
      },
    },
    { type: 'message_stop' },
  ],
}

const candidate = (parts: object[], finishReason?: string) => ({
  candidates: [{ content: { role: 'model', parts }, ...(finishReason && { finishReason }) }],
})

const generateContent: StreamProtocol = {
  start: () => [],
  text: (text) => [candidate([{ text }])],
  end: (reply) => [
    {
      ...candidate(
        reply.calls.map(({ name, given }) => ({ functionCall: { name, args: given } })),
        choose(reply, ['SAFETY', 'MAX_TOKENS', 'STOP', 'STOP']),
      ),
      usageMetadata: {
        promptTokenCount: reply.usage.input,
        cachedContentTokenCount: reply.usage.cacheRead,
        candidatesTokenCount: reply.usage.output,
      },
    },
  ],
}

export const streamProtocols: Record<ModelProvider, StreamProtocol> = {
  openai: responses,
  'openai-compatible': chatCompletions,
  anthropic: messages,
  google: generateContent,
}
