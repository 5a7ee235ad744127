import type { JSONObject, LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider'
import { howSure } from '../../../knowledge/index.ts'
import { type Model, type ModelAnswer, type ModelAsk, ModelFailed, type ModelMessage, type ToolCall } from '../model.ts'
import { EmbeddedLanguageModel } from './language-model.ts'
import type { Thresholds } from './view.ts'

/**
 * The embedded model is a provider of the AI SDK's interface like any other. It is asked through that interface directly,
 * since loading the SDK takes a process a fifth of a second that it may never need.
 */
export function embeddedModel(thresholds: Thresholds = howSure): Model {
  const model = new EmbeddedLanguageModel(thresholds)
  return {
    name: { provider: model.provider, model: model.modelId },
    async answer(ask) {
      if (ask.hints.kind === 'none') throw new ModelFailed('refused', 'the embedded model writes no such answer')
      return answerOf(ask, await model.doGenerate(optionsOf(ask)))
    },
  }
}

function optionsOf({ sections, messages, tools = [], hints, signal }: ModelAsk): LanguageModelV4CallOptions {
  return {
    prompt: [{ role: 'system', content: sections.map(({ text }) => text).join('\n\n') }, ...messages.map(messageOf)],
    tools: tools.map(({ name, description, parameters }) => ({
      type: 'function',
      name,
      description,
      inputSchema: parameters,
    })),
    providerOptions: { parley: { hints: hints as unknown as JSONObject } },
    abortSignal: signal,
  }
}

function messageOf(message: ModelMessage): LanguageModelV4Prompt[number] {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: [textPart(message.text)] }
    case 'assistant':
      return { role: 'assistant', content: [textPart(message.text)] }
    case 'calls':
      return {
        role: 'assistant',
        content: [...(message.text ? [textPart(message.text)] : []), ...message.calls.map(callPart)],
      }
    case 'results':
      return { role: 'tool', content: message.results.map(resultPart) }
  }
}

const textPart = (text: string) => ({ type: 'text' as const, text })

function callPart({ id, name, given }: ToolCall) {
  return { type: 'tool-call' as const, toolCallId: id, toolName: name, input: given }
}

function resultPart({ id, name, result }: Extract<ModelMessage, { role: 'results' }>['results'][number]) {
  const value = (result ?? null) as JSONObject
  return { type: 'tool-result' as const, toolCallId: id, toolName: name, output: { type: 'json' as const, value } }
}

type Generated = Awaited<ReturnType<EmbeddedLanguageModel['doGenerate']>>

function answerOf({ shape }: ModelAsk, { content, usage }: Generated): ModelAnswer {
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n')
  const calls = content.flatMap((part) =>
    part.type === 'tool-call' ? [{ id: part.toolCallId, name: part.toolName, given: JSON.parse(part.input) }] : [],
  )
  return {
    text: shape ? '' : text,
    calls,
    ...(shape && { object: JSON.parse(text) }),
    usage: {
      inputTokens: usage.inputTokens.total ?? 0,
      outputTokens: usage.outputTokens.total ?? 0,
      cacheReadTokens: 0,
    },
    tries: 1,
  }
}
