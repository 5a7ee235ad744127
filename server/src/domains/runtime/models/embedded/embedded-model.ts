import type { JSONObject, LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider'
import { confidenceThresholds } from '../../../knowledge/index.ts'
import {
  type Model,
  type ModelAnswer,
  ModelError,
  type ModelInput,
  type ModelMessage,
  type ModelToolCall,
} from '../model.ts'
import { EmbeddedLanguageModel } from './language-model.ts'
import type { Thresholds } from './skill-context.ts'

/**
 * The embedded model implements the provider interface of the AI SDK. It is called directly, because loading the SDK
 * takes 200 ms that a process may never need to spend.
 */
export function createEmbeddedModel(thresholds: Thresholds = confidenceThresholds): Model {
  const model = new EmbeddedLanguageModel(thresholds)
  return {
    name: { provider: model.provider, model: model.modelId },
    async answer(ask) {
      if (ask.hints.kind === 'none')
        throw new ModelError('refused', 'the embedded model cannot write this kind of answer')
      return toModelAnswer(ask, await model.doGenerate(toCallOptions(ask)))
    },
  }
}

function toCallOptions({ sections, messages, tools = [], hints, signal }: ModelInput): LanguageModelV4CallOptions {
  return {
    prompt: [{ role: 'system', content: sections.map(({ text }) => text).join('\n\n') }, ...messages.map(toSdkMessage)],
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

function toSdkMessage(message: ModelMessage): LanguageModelV4Prompt[number] {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: [textPart(message.text)] }
    case 'assistant':
      return { role: 'assistant', content: [textPart(message.text)] }
    case 'calls':
      return {
        role: 'assistant',
        content: [...(message.text ? [textPart(message.text)] : []), ...message.calls.map(toCallPart)],
      }
    case 'results':
      return { role: 'tool', content: message.results.map(toResultPart) }
  }
}

const textPart = (text: string) => ({ type: 'text' as const, text })

function toCallPart({ id, name, given }: ModelToolCall) {
  return { type: 'tool-call' as const, toolCallId: id, toolName: name, input: given }
}

function toResultPart({ id, name, result }: Extract<ModelMessage, { role: 'results' }>['results'][number]) {
  const value = (result ?? null) as JSONObject
  return { type: 'tool-result' as const, toolCallId: id, toolName: name, output: { type: 'json' as const, value } }
}

type GenerateResult = Awaited<ReturnType<EmbeddedLanguageModel['doGenerate']>>

function toModelAnswer({ shape }: ModelInput, { content, usage }: GenerateResult): ModelAnswer {
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
